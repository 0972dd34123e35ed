import { startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import type { TestDatabase } from '../../support/database.ts';
import { operatorOf } from '../../support/operator.ts';
import { orderNow, pressAt } from '../../support/purchase.ts';
import type { ShopApp } from '../../support/shop-app.ts';

/** One change that a call is about to make. */
export interface Change {
  readonly body: object;
  /** Returns the change's result in the database. */
  outcome(): Promise<unknown>;
  /** The result after the change was made once. */
  readonly once: unknown;
  /** The status when the call is sent again; a success unless given. */
  readonly statusWhenRepeated?: number;
}

export interface Shopper {
  readonly app: ShopApp;
  /** The direct connection, not the broken one. */
  readonly db: TestDatabase['db'];
  readonly token: string;
}

const PASSWORD = 'dunes-at-dusk';
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const mila = { full_name: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34' };

let count = 0;
const nextPerson = () => {
  count += 1;
  return { email: `fresh-${count}@example.org`, code: `a-fresh-code-of-one-use-${count}` };
};

/** Prepares each call that changes something, by its name. */
export const CHANGES: Record<string, (shopper: Shopper) => Promise<Change>> = {
  async 'add-product-to-cart'({ db }) {
    const { email } = nextPerson();
    return {
      body: { external_code: 'saturday', full_name: 'Ada Lovelace', email, age: '25-34' },
      outcome: () => db.rows('select kind from cart_lines where email = $1', [email]),
      once: [{ kind: 'tickets' }],
    };
  },

  async 'add-merchandise-to-cart'(shopper) {
    const cart = await cartWith(shopper);
    return {
      body: { cart: cart.code, external_code: 'poster-a2' },
      outcome: async () => (await linesOf(shopper, cart.code)).map(({ kind }) => kind).sort(),
      once: ['merchandise', 'tickets'],
    };
  },

  async 'update-product-in-cart'(shopper) {
    const cart = await cartWith(shopper);
    const { email } = nextPerson();
    return {
      body: { cart: cart.code, cart_product_id: cart.products[0].id, ...mila, email },
      outcome: async () => (await linesOf(shopper, cart.code)).map((line) => line.email),
      once: [email],
    };
  },

  async 'remove-product-from-cart'(shopper) {
    const cart = await cartWith(shopper);
    return {
      body: { cart: cart.code, cart_product_id: cart.products[0].id },
      outcome: () => linesOf(shopper, cart.code),
      once: [],
    };
  },

  async 'remove-merchandise-from-cart'(shopper) {
    const { app } = shopper;
    const { cart } = (await requireSuccess(app.call('add-merchandise-to-cart', { external_code: 'poster-a2' }))).body;
    return {
      body: { cart: cart.code, cart_merchandise_id: cart.merchandise[0].id },
      outcome: () => linesOf(shopper, cart.code),
      once: [],
    };
  },

  async 'extend-cart'(shopper) {
    const cart = await cartWith(shopper);
    return {
      body: { cart: cart.code, token: shopper.token },
      outcome: () => shopper.db.row('select extensions from carts where $1 in (code, former_code)', [cart.code]),
      once: { extensions: 1 },
    };
  },

  async 'checkout-cart'(shopper) {
    const { db, token } = shopper;
    const cart = await cartWith(shopper);
    return {
      body: { token, cart: cart.code, ...checkout('credit_card') },
      outcome: () =>
        db.rows(
          `select (select count(*) from payment_attempts a join payments p on p.id = a.payment_id where p.order_id = orders.id
              and a.status in ('created', 'open')) as open,
             (select count(*) from mails where concat(draft, body_text) like '%' || orders.code || '%') as mails
           from orders
           where cart_id = (select id from carts where code = $1 or former_code = $1)`,
          [cart.code],
        ),
      once: [{ open: 1, mails: 1 }],
    };
  },

  async 'pay-payment-plan-order-payment'(shopper) {
    const cart = await cartWith(shopper);
    const { app, db, token } = shopper;
    const placed = await requireSuccess(
      app.call('checkout-cart', { token, cart: cart.code, ...checkout('credit_card') }),
    );
    const { code, checksum, payments } = placed.body.order;
    return {
      body: { order: code, checksum, reference: payments[0].reference },
      // However many attempts were started, only one can be paid.
      outcome: () =>
        db.rows(
          `select a.status from payment_attempts a join payments p on p.id = a.payment_id
           where p.reference = $1 and a.status in ('created', 'open')`,
          [payments[0].reference],
        ),
      once: [{ status: 'open' }],
    };
  },

  async 'switch-to-bank-transfer'(shopper) {
    const cart = await cartWith(shopper);
    const { app, db, token } = shopper;
    const placed = await requireSuccess(
      app.call('checkout-cart', { token, cart: cart.code, ...checkout('credit_card') }),
    );
    const { code, checksum, payments } = placed.body.order;
    return {
      body: { order: code, checksum, reference: payments[0].reference },
      outcome: () =>
        db.rows(
          `select payment_method, (select count(*) from mails where concat(draft, body_text) like '%' || orders.code || '%') as mails
           from orders
           where code = $1`,
          [code],
        ),
      once: [{ payment_method: 'bank_transfer', mails: 2 }],
    };
  },

  async 'request-refund'(shopper) {
    const { db, token } = shopper;
    const { order, ticket } = await buyTicket(shopper);
    return {
      body: { token, order_id: order, tickets: ticket, merchandise: '', ...bankOnWire },
      outcome: () => db.rows('select code, status from refunds where code like $1', [`${order}-%`]),
      once: [{ code: `${order}-R1`, status: 'active' }],
    };
  },

  async 'give-refund-account'(shopper) {
    const { app, db, token } = shopper;
    const { order, ticket } = await buyTicket(shopper);
    await requireSuccess(
      app.call('request-refund', { token, order_id: order, tickets: ticket, merchandise: '', ...bankOnWire }),
    );
    const code = `${order}-R1`;
    // As if the refund had gone to a card that refused it: no bank account is known.
    await db.run('update refunds set bank_sealed = null, bank_country = null where code = $1', [code]);
    await startRefund(operatorOf(app).parts.refunds, { code, actor: commandLine('tester') }, app.clock.now());
    return {
      body: { token, refund_id: code, ...bankOnWire },
      outcome: () =>
        db.rows(
          `select bank_country as country, (select count(*) from mails where kind = 'refund-bank-details'
              and concat(draft, body_text) like '%' || refunds.code || '%') as mails
           from refunds where code = $1`,
          [code],
        ),
      once: [{ country: 'NL', mails: 1 }],
    };
  },

  async 'cancel-refund'(shopper) {
    const { app, db, token } = shopper;
    const { order, ticket } = await buyTicket(shopper);
    const body = { token, order_id: order, tickets: ticket, merchandise: '', ...bankOnWire };
    await requireSuccess(app.call('request-refund', body));
    return {
      body: { token, refund_id: `${order}-R1` },
      outcome: () =>
        db.rows(
          `select status, (select count(*) from mails where concat(draft, body_text) like '%' || refunds.code || '%') as mails
           from refunds where code = $1`,
          [`${order}-R1`],
        ),
      once: [{ status: 'cancelled', mails: 2 }],
    };
  },

  async 'change-ticket'(shopper) {
    const { db, token } = shopper;
    const { order, ticket } = await buyTicket(shopper);
    return {
      body: { token, order_id: order, code: ticket, reassign: false, note: '', ...mila, full_name: 'Ada Lovelace' },
      outcome: () =>
        db.row(
          `select full_name, generation, name_changes,
             (select count(*) from ticket_changes where ticket_id = tickets.id) as changes
           from tickets where order_id = (select id from orders where code = $1)`,
          [order],
        ),
      once: { full_name: 'Ada Lovelace', generation: 2, name_changes: 1, changes: 1 },
    };
  },

  async 'set-travel-time'(shopper) {
    const { db, token } = shopper;
    const times = await db.rows<{ id: number }>(
      `select id from departures where is_active
         and item_id = (select id from shop_items where external_code = 'coach-amsterdam') order by id limit 2`,
    );
    const [from, to] = times.map(({ id }) => String(id));
    const { order, ticket } = await buyTicket(shopper, 'coach-amsterdam', { transport_time_id: from, age: null });
    return {
      body: { token, code: ticket, transport_time_id: to },
      outcome: () =>
        db.row(
          `select departure_id, generation from tickets where order_id = (select id from orders where code = $1)`,
          [order],
        ),
      once: { departure_id: Number(to), generation: 2 },
    };
  },

  async 'accept-terms-and-conditions'(shopper) {
    const { app, db, token } = shopper;
    const cart = await cartWith(shopper);
    const placed = await requireSuccess(
      app.call('checkout-cart', { token, cart: cart.code, ...checkout('bank_transfer', { acceptsTerms: false }) }),
    );
    const { code, checksum } = placed.body.order;
    return {
      body: { order: code, checksum },
      outcome: () =>
        db.row(
          `select terms_accepted_at is not null as accepted,
             (select count(*) from mails where concat(draft, body_text) like '%' || orders.code || '%') as mails
           from orders where code = $1`,
          [code],
        ),
      once: { accepted: true, mails: 2 },
    };
  },

  async 'remove-saved-card'(shopper) {
    const { app, db, token } = shopper;
    const cart = await cartWith(shopper);
    const placed = await requireSuccess(
      app.call('checkout-cart', { token, cart: cart.code, ...checkout('bank_transfer') }),
    );
    const { code } = placed.body.order;
    await db.run(
      `insert into charge_consents (order_id, text, agreed_at) select id, 'Agreed.', created_at from orders where code = $1`,
      [code],
    );
    return {
      body: { token, order: code },
      outcome: () =>
        db.row(
          `select count(*) filter (where ended_at is not null) as ended, count(*) as all
           from charge_consents where order_id = (select id from orders where code = $1)`,
          [code],
        ),
      once: { ended: 1, all: 1 },
    };
  },

  async 'update-settings'({ app, db }) {
    const { email } = nextPerson();
    const token = `${email} is logged in`;
    await db.run(
      `with made as (
         insert into customers (email, email_key, full_name, created_at, password_hash)
         select $1, $1, 'Fresh Customer', now(), password_hash from customers where email = 'mila@example.org'
         returning id
       )
       insert into login_tokens (token_hash, customer_id, created_at, last_used_at) select $2, id, $3, $3 from made`,
      [email, tokenHash(token), app.clock.now()],
    );
    const changed = { full_name: 'Changed Name', email };
    return {
      body: { token, old_password: PASSWORD, new_password: 'another-long-password', ...changed },
      outcome: () =>
        db.row(
          'select full_name, (select count(*) from mails where recipient = $1) as mails from customers where email = $1',
          [email],
        ),
      once: { full_name: 'Changed Name', mails: 1 },
    };
  },

  async 'reset-password'({ app, db }) {
    const { email, code } = nextPerson();
    await db.run(
      `with made as (
         insert into customers (email, email_key, full_name, created_at) values ($1, $1, 'Fresh Customer', now()) returning id
       )
       insert into single_use_links (token_hash, customer_id, purpose, created_at, expires_at)
       select $2, id, 'reset', $3, $3::timestamptz + interval '1 hour' from made`,
      [email, tokenHash(code), app.clock.now()],
    );
    return {
      body: { token: code, email, password: 'another-long-password' },
      outcome: () => db.row('select count(*) from mails where recipient = $1', [email]),
      once: { count: 1 },
    };
  },

  async 'confirm-email'({ app, db }) {
    const [{ email, code }, { email: newEmail }] = [nextPerson(), nextPerson()];
    await db.run(
      `with made as (
         insert into customers (email, email_key, full_name, created_at) values ($1, $1, 'Fresh Customer', now()) returning id
       )
       insert into single_use_links (token_hash, customer_id, purpose, payload, created_at, expires_at)
       select $2, id, 'email', jsonb_build_object('email', $4::text), $3, $3::timestamptz + interval '1 hour' from made`,
      [email, tokenHash(code), app.clock.now(), newEmail],
    );
    return {
      body: { link: code },
      outcome: () =>
        db.row(
          `select (select count(*) from mails where recipient = $1) as mails,
             (select count(*) from customers where email = $2) as customers`,
          [email, newEmail],
        ),
      once: { mails: 1, customers: 1 },
    };
  },

  async logout({ app, db }) {
    const token = `${nextPerson().code} is logged in`;
    await db.run(
      `insert into login_tokens (token_hash, customer_id, created_at, last_used_at)
       select $1, id, $2, $2 from customers where email = 'mila@example.org'`,
      [tokenHash(token), app.clock.now()],
    );
    return {
      body: { token },
      outcome: () => db.rows('select 1 from login_tokens where token_hash = $1', [tokenHash(token)]),
      once: [],
      // The token is no longer valid, which was the purpose.
      statusWhenRepeated: 401,
    };
  },

  async register({ db }) {
    const { email } = nextPerson();
    return {
      body: { full_name: 'Fresh Customer', email, from: '/' },
      outcome: () => db.rows('select kind from account_requests where email = $1', [email]),
      once: [{ kind: 'register' }],
    };
  },

  async 'request-password-reset'({ db }) {
    const { email } = nextPerson();
    return {
      body: { email },
      outcome: () => db.rows('select kind from account_requests where email = $1', [email]),
      once: [{ kind: 'reset' }],
    };
  },

  async 'email-tickets'({ db }) {
    const { email } = nextPerson();
    return {
      body: { email },
      outcome: () => db.rows('select 1 as one from ticket_requests where email = $1', [email]),
      once: [{ one: 1 }],
    };
  },
};

async function requireSuccess(call: ReturnType<ShopApp['call']>) {
  const answer = await call;
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

async function cartWith({ app }: Shopper, item = 'saturday', changes: object = {}) {
  const added = await requireSuccess(app.call('add-product-to-cart', { external_code: item, ...mila, ...changes }));
  return added.body.cart;
}

const linesOf = ({ db }: Shopper, cart: string) =>
  db.rows<{ kind: string; email: string | null }>(
    'select kind, email from cart_lines where cart_id = (select id from carts where code = $1) order by id',
    [cart],
  );

const checkout = (method: string, { acceptsTerms = true } = {}) => ({
  customer: { country: 'NL', address },
  order: { payment_method: method, ...(acceptsTerms && { accepted_ts_and_cs: true }) },
});

/** Buys one ticket by card. */
async function buyTicket(shopper: Shopper, item = 'sandlark-pass', changes: object = {}) {
  const { app, token } = shopper;
  const cart = await cartWith(shopper, item, changes);
  const { body } = await requireSuccess(
    app.call('checkout-cart', { token, cart: cart.code, ...checkout('credit_card') }),
  );
  await pressAt(app, body.payment.url, 'paid');
  const paid = await orderNow(app, token, body.order.code);
  return { order: paid.code, ticket: paid.tickets[0]!.code };
}
