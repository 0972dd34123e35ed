import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import type { CallContract } from '#kernel/call.ts';
import { accountOf, orderNow, order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { routesOf } from './support/routes-of.ts';

// Every call and every download is asked for what belongs to Mila, by everybody who is not her. Nothing may be shown, nothing
// may change, and the answer must be the same, to the byte, as for what does not exist.

const DAY = 24 * 60 * 60_000;
const OWNER = { email: 'mila@example.org', name: 'Mila Okonkwo', password: 'dunes-at-dusk' };
const UNKNOWN = {
  order: 'SLK-AAAAAA',
  ticket: 'AAAAAAAAAAAAAAAAA',
  checksum: 'A'.repeat(22),
  email: 'nobody@example.org',
};

interface Belongings {
  cart: string;
  cartLine: string;
  goodsLine: string;
  paid: Order;
  plan: Order;
  openTerms: Order;
  refund: string;
  refunded: Order;
}

let app: ShopApp;
let mila: string;
let ada: string;
let adasOrder: Order;
let adasCart: string;
let seat: string;
let owned: Belongings;
/** Who is not Mila, by what they send as their token. */
let strangers: Record<'nobody' | 'forged' | 'expired' | 'logged out' | 'another customer', string | null>;

beforeAll(async () => {
  app = await givenShopApp();
  const expired = await app.login();
  await app.travel(31 * DAY);
  mila = await app.login();
  ada = await accountOf(app, 'ada@example.org', 'Ada Lovelace');
  const loggedOut = await app.login();
  await app.call('logout', { token: loggedOut });
  strangers = {
    nobody: null,
    forged: `${mila.slice(0, -4)}AAAA`,
    expired,
    'logged out': loggedOut,
    'another customer': ada,
  };
  adasOrder = await purchase(app, ada, ['sandlark-pass']);
  await app.db.run(`update tickets set email = 'ada@example.org' where code = $1`, [adasOrder.tickets[0]!.code]);
  const adas = await app.call('add-merchandise-to-cart', { token: ada, external_code: 'poster-a2' });
  adasCart = adas.body.cart.code;
  owned = await belongingsOf(mila);
  const coach = await app.call('get-shop-item', { external_code: 'coach-amsterdam' });
  seat = coach.body.item.travel_times.find((one: { remaining: number | null }) => one.remaining === null).id;
});
beforeEach(() => app.db.run('delete from rate_limits'));
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

async function belongingsOf(token: string): Promise<Belongings> {
  const paid = await purchase(app, token, ['coach-brussels', 'sandlark-pass', 'lark-tee-m']);
  const refunded = await purchase(app, token, ['sandlark-pass']);
  const asked = await app.call('request-refund', {
    token,
    order_id: refunded.id,
    tickets: refunded.tickets[0]!.code,
    ...bankOnWire,
  });
  const { order: unpaid } = await placeOrder(app, token, ['sandlark-pass-plan']);
  const openTerms = await purchase(app, token, ['saturday']);
  await app.db.run(
    'update orders set terms_version_id = null, terms_accepted_at = null, terms_accepted_via = null where code = $1',
    [openTerms.code],
  );
  const ticket = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: 'Held Secretly',
    email: 'held@example.org',
    age: '25-34',
  });
  const cart: string = ticket.body.cart.code;
  const poster = await app.call('add-merchandise-to-cart', { token, cart, external_code: 'poster-a2' });
  return {
    cart,
    cartLine: poster.body.cart.products[0].id,
    goodsLine: poster.body.cart.merchandise[0].id,
    paid,
    plan: await orderNow(app, token, unpaid.code),
    openTerms: await orderNow(app, token, openTerms.code),
    refund: asked.body.refund_id,
    refunded: await orderNow(app, token, refunded.code),
  };
}

/**
 * What a call is asked for. `login`: without one the answer is 401; with another customer's each `foreign` body is answered like the
 * `unknown` one. `checksum`: the same for everybody, Mila herself included. `cart`: the code is the key, until a customer has
 * used the cart; then another customer is told that there is none. `open`: it shows nothing of anybody; each pair of bodies
 * has one answer.
 */
type Expectation =
  | { kind: 'login'; foreign: () => object[]; unknown: () => object }
  | { kind: 'checksum'; foreign: () => object[]; unknown: () => object }
  | { kind: 'cart'; foreign: () => object[]; unknown: () => object }
  | { kind: 'open'; pairs: () => [known: object, unknown: object][] };

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const holder = { full_name: 'Noor Bakker', email: 'noor@example.org', age: '25-34' };
const checkout = {
  customer: { country: 'NL', address },
  order: {
    payment_method: 'bank_transfer',
    shipping_country: 'NL',
    shipping_address: address,
    accepted_ts_and_cs: true,
  },
};

/** Links that do not open: another order's, somebody else's, altered or empty checksums, and an order's without a checksum. */
const wrongLinks = (order: Order, more: object = {}) =>
  [
    adasOrder.checksum,
    owned.paid.checksum,
    `${order.checksum}x`,
    order.checksum.toLowerCase(),
    order.checksum.slice(1),
    UNKNOWN.checksum,
    '',
  ]
    .filter((checksum) => checksum !== order.checksum)
    .map((checksum) => ({ order: order.code, checksum, ...more }));

const expectations: Record<string, Expectation> = {
  'get-data': { kind: 'open', pairs: () => [] },
  'get-shop-item': { kind: 'open', pairs: () => [] },
  login: {
    kind: 'open',
    pairs: () => [
      [
        { email: OWNER.email, password: 'not-the-password' },
        { email: UNKNOWN.email, password: 'not-the-password' },
      ],
    ],
  },
  logout: { kind: 'open', pairs: () => [] },
  register: {
    kind: 'open',
    pairs: () => [
      [
        { full_name: 'Some Body', email: OWNER.email },
        { full_name: 'Some Body', email: UNKNOWN.email },
      ],
    ],
  },
  'login-with-link': { kind: 'open', pairs: () => [[{ link: mila }, { link: 'x'.repeat(43) }]] },
  'confirm-email': { kind: 'open', pairs: () => [[{ link: mila }, { link: 'x'.repeat(43) }]] },
  'request-password-reset': { kind: 'open', pairs: () => [[{ email: OWNER.email }, { email: UNKNOWN.email }]] },
  'reset-password': {
    kind: 'open',
    pairs: () => [
      [
        { token: 'x'.repeat(43), email: OWNER.email, password: 'a-good-password' },
        { token: 'x'.repeat(43), email: UNKNOWN.email, password: 'a-good-password' },
      ],
    ],
  },
  'email-tickets': { kind: 'open', pairs: () => [[{ email: OWNER.email }, { email: UNKNOWN.email }]] },
  'update-settings': {
    kind: 'login',
    foreign: () => [
      { old_password: OWNER.password, new_password: 'mine-from-now-on', full_name: 'X', email: OWNER.email },
    ],
    unknown: () => ({ old_password: 'wrong', new_password: 'mine-from-now-on', full_name: 'X', email: UNKNOWN.email }),
  },
  'get-cart': { kind: 'cart', foreign: () => [{ cart: owned.cart }], unknown: () => ({ cart: UNKNOWN.checksum }) },
  'extend-cart': { kind: 'cart', foreign: () => [{ cart: owned.cart }], unknown: () => ({ cart: UNKNOWN.checksum }) },
  'add-product-to-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, external_code: 'saturday', ...holder }],
    unknown: () => ({ cart: UNKNOWN.checksum, external_code: 'saturday', ...holder }),
  },
  'add-merchandise-to-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, external_code: 'poster-a2' }],
    unknown: () => ({ cart: UNKNOWN.checksum, external_code: 'poster-a2' }),
  },
  'update-product-in-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, cart_product_id: owned.cartLine, ...holder }],
    unknown: () => ({ cart: UNKNOWN.checksum, cart_product_id: owned.cartLine, ...holder }),
  },
  'remove-product-from-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, cart_product_id: owned.cartLine }],
    unknown: () => ({ cart: UNKNOWN.checksum, cart_product_id: owned.cartLine }),
  },
  'remove-merchandise-from-cart': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, cart_merchandise_id: owned.goodsLine }],
    unknown: () => ({ cart: UNKNOWN.checksum, cart_merchandise_id: owned.goodsLine }),
  },
  'calculate-invoice': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, country: 'NL' }],
    unknown: () => ({ cart: UNKNOWN.checksum, country: 'NL' }),
  },
  'validate-voucher': {
    kind: 'cart',
    foreign: () => [{ cart: owned.cart, code: 'LARK20' }],
    unknown: () => ({ cart: UNKNOWN.checksum, code: 'LARK20' }),
  },
  'checkout-cart': {
    kind: 'login',
    foreign: () => [{ cart: owned.cart, ...checkout }],
    unknown: () => ({ cart: UNKNOWN.checksum, ...checkout }),
  },
  'change-ticket': {
    kind: 'login',
    foreign: () => [
      { order_id: owned.paid.code, code: owned.paid.tickets[1]!.code, ...holder, reassign: true },
      // A ticket of somebody else in an own order, and an own one in somebody else's.
      { order_id: adasOrder.code, code: owned.paid.tickets[1]!.code, ...holder, reassign: true },
      { order_id: owned.paid.code, code: adasOrder.tickets[0]!.code, ...holder, reassign: true },
      { order_id: owned.paid.code, code: UNKNOWN.ticket, ...holder, reassign: true },
    ],
    unknown: () => ({ order_id: UNKNOWN.order, code: UNKNOWN.ticket, ...holder, reassign: true }),
  },
  'set-travel-time': {
    kind: 'login',
    foreign: () => owned.paid.tickets.map(({ code }) => ({ code, transport_time_id: seat })),
    unknown: () => ({ code: UNKNOWN.ticket, transport_time_id: seat }),
  },
  'request-refund': {
    kind: 'login',
    foreign: () => [
      { order_id: owned.paid.code, tickets: owned.paid.tickets[0]!.code, ...bankOnWire },
      { order_id: owned.paid.code, merchandise: owned.paid.merchandisePurchases[0]!.code, ...bankOnWire },
      { order_id: owned.plan.code, tickets: '', ...bankOnWire },
      { order_id: adasOrder.code, tickets: owned.paid.tickets[0]!.code, ...bankOnWire },
      { order_id: owned.paid.code, tickets: adasOrder.tickets[0]!.code, ...bankOnWire },
      { order_id: owned.paid.code, tickets: owned.paid.tickets[0]!.code },
    ],
    unknown: () => ({ order_id: UNKNOWN.order, tickets: UNKNOWN.ticket, ...bankOnWire }),
  },
  'cancel-refund': {
    kind: 'login',
    foreign: () => [{ refund_id: owned.refund }],
    unknown: () => ({ refund_id: `${UNKNOWN.order}-R1` }),
  },
  'get-terms-and-conditions-order': {
    kind: 'checksum',
    foreign: () => wrongLinks(owned.openTerms),
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.openTerms.checksum }),
  },
  'accept-terms-and-conditions': {
    kind: 'checksum',
    foreign: () => wrongLinks(owned.openTerms),
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.openTerms.checksum }),
  },
  'get-payment-plan-order-payment': {
    kind: 'checksum',
    foreign: () => [
      ...wrongLinks(owned.plan, { reference: owned.plan.payments[0]!.reference }),
      // The right link, and a payment of another order.
      { order: adasOrder.code, checksum: adasOrder.checksum, reference: owned.plan.payments[0]!.reference },
    ],
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.plan.checksum, reference: `${UNKNOWN.order}-1` }),
  },
  'pay-payment-plan-order-payment': {
    kind: 'checksum',
    foreign: () => [
      ...wrongLinks(owned.plan, { reference: owned.plan.payments[0]!.reference }),
      { order: adasOrder.code, checksum: adasOrder.checksum, reference: owned.plan.payments[0]!.reference },
    ],
    unknown: () => ({ order: UNKNOWN.order, checksum: owned.plan.checksum, reference: `${UNKNOWN.order}-1` }),
  },
};

/** Everything that a call could change, but for counted tries, the last use of logins, and what was asked for by email. */
const state = () =>
  app.db.row(
    `select ${[
      'carts',
      'cart_lines',
      'stock_units',
      'customers',
      'orders',
      'order_lines',
      'payments',
      'payment_attempts',
      'receipts',
      'ledger_entries',
      'tickets',
      'merchandise_purchases',
      'ticket_changes',
      'revoked_tickets',
      'refunds',
      'refund_lines',
      'invoices',
      'vouchers',
      'voucher_uses',
      'audit_log',
      'mails',
      'single_use_links',
    ]
      .map(
        (table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`,
      )
      .join(', ')}, (select count(*) from login_tokens) as login_tokens`,
  );

/** All that a caller sees of an answer; the moment it was given at is not about the thing. */
async function seen(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date').sort();
  return { status: response.status, headers, body: await response.text() };
}

/** `reset-password` has a token of its own, which comes with the body; then the login stands in the header. */
async function ask(name: string, token: string | null, body: object, asked: 'field' | 'header' = 'field') {
  const how = 'token' in body ? 'header' : asked;
  const response = await app.fetch(`/api/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(how === 'header' && token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(how === 'field' ? { ...body, token } : body),
  });
  return await seen(response);
}

/** What must stand in no answer to a stranger. */
const secrets = () => [
  OWNER.email,
  OWNER.name,
  'Held Secretly',
  'held@example.org',
  owned.paid.checksum,
  owned.plan.checksum,
  owned.openTerms.checksum,
  ...owned.paid.tickets.flatMap((ticket) => [ticket.code, ticket.full_name]),
  '4300',
];

describe('every call', () => {
  const entries = Object.entries(expectations);
  const of = (kind: Expectation['kind']) => entries.filter(([, { kind: one }]) => one === kind);

  test('has an expectation here, of the kind that its contract names', () => {
    const contracts: readonly CallContract[] = app.server.calls.contracts;
    expect(Object.keys(expectations).sort()).toEqual(contracts.map(({ name }) => name).sort());
    for (const { name, needs } of contracts) {
      const { kind } = expectations[name]!;
      expect([name, needs]).toEqual([name, kind === 'login' || kind === 'checksum' ? kind : 'nobody']);
    }
  });

  test.each(of('login').map(([name]) => name))(
    '%s: without a login it answers 401, whatever is asked for',
    async (name) => {
      const { foreign, unknown } = expectations[name] as Extract<Expectation, { kind: 'login' }>;
      const before = await state();
      const answers = new Set<string>();
      for (const [who, token] of Object.entries(strangers)) {
        if (who === 'another customer') continue;
        for (const how of ['field', 'header'] as const) {
          for (const body of [...foreign(), unknown()]) answers.add(JSON.stringify(await ask(name, token, body, how)));
        }
      }
      expect(answers.size).toBe(1);
      expect(JSON.parse([...answers][0]!)).toMatchObject({ status: 401 });
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('login').map(([name]) => name))(
    '%s: to another customer what is somebody else’s does not exist',
    async (name) => {
      const { foreign, unknown } = expectations[name] as Extract<Expectation, { kind: 'login' }>;
      const before = await state();
      const wanted = await ask(name, ada, unknown());
      expect([404, 422]).toContain(wanted.status);
      for (const how of ['field', 'header'] as const) {
        for (const body of foreign()) expect(await ask(name, ada, body, how), JSON.stringify(body)).toEqual(wanted);
      }
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('checksum').map(([name]) => name))(
    '%s: a link that is not the order’s opens nothing, not even to whom it belongs',
    async (name) => {
      const { foreign, unknown } = expectations[name] as Extract<Expectation, { kind: 'checksum' }>;
      const before = await state();
      const wanted = await ask(name, null, unknown());
      expect(wanted.status).toBe(404);
      for (const token of [...Object.values(strangers), mila]) {
        for (const body of foreign()) expect(await ask(name, token, body), JSON.stringify(body)).toEqual(wanted);
      }
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('cart').map(([name]) => name))(
    '%s: to another customer a cart that somebody has used does not exist',
    async (name) => {
      const { foreign, unknown } = expectations[name] as Extract<Expectation, { kind: 'cart' }>;
      const before = await state();
      const wanted = await ask(name, ada, unknown());
      expect(wanted.status).toBe(404);
      for (const body of foreign()) expect(await ask(name, ada, body), JSON.stringify(body)).toEqual(wanted);
      expect(await state()).toEqual(before);
    },
  );

  test.each(['update-product-in-cart', 'remove-product-from-cart', 'remove-merchandise-from-cart'])(
    '%s: a line of another cart does not exist in the own one',
    async (name) => {
      const line = (id: string) => ({ cart: adasCart, cart_product_id: id, cart_merchandise_id: id, ...holder });
      const before = await state();
      const wanted = await ask(name, ada, line('00000000-0000-4000-8000-000000000000'));
      expect(wanted.status).toBe(404);
      for (const id of [owned.cartLine, owned.goodsLine]) expect(await ask(name, ada, line(id))).toEqual(wanted);
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('open').map(([name]) => name))(
    '%s: the answer does not tell whether somebody is known',
    async (name) => {
      const { pairs } = expectations[name] as Extract<Expectation, { kind: 'open' }>;
      for (const [known, unknown] of pairs()) {
        for (const token of Object.values(strangers)) {
          await app.db.run('delete from rate_limits');
          const answers = await Promise.all([known, unknown].map((body) => ask(name, token, body)));
          expect(answers[0]).toEqual(answers[1]);
        }
      }
    },
  );

  test('shows a stranger nothing of the owner', async () => {
    const found: string[] = [];
    let looked = 0;
    for (const [name, expectation] of entries) {
      const bodies = expectation.kind === 'open' ? expectation.pairs().flat() : expectation.foreign();
      for (const token of expectation.kind === 'cart' ? [ada] : Object.values(strangers)) {
        await app.db.run('delete from rate_limits');
        for (const body of bodies.length > 0 ? bodies : [{}]) {
          const { body: text } = await ask(name, name === 'logout' ? null : token, body);
          looked += 1;
          for (const secret of secrets()) if (text.includes(secret)) found.push(`${name}: ${secret}`);
        }
      }
    }
    expect(found).toEqual([]);
    expect(looked).toBeGreaterThan(100);
  });
});

describe('a login that is none', () => {
  test.each(['nobody', 'forged', 'expired', 'logged out'] as const)(
    '%s: sees the shop as a visitor does',
    async (who) => {
      const { data } = JSON.parse((await ask('get-data', strangers[who], {})).body);
      expect(data).toMatchObject({ customer: null, orders: [], refunds: [], existing_tickets: [] });
    },
  );

  test('given the right link of an order, then the answer carries what the caller may see, never the owner’s account', async () => {
    const { openTerms, plan } = owned;
    const links = {
      'accept-terms-and-conditions': { order: openTerms.code, checksum: openTerms.checksum },
      'pay-payment-plan-order-payment': {
        order: plan.code,
        checksum: plan.checksum,
        reference: plan.payments[0]!.reference,
      },
    };
    for (const [name, link] of Object.entries(links)) {
      for (const [who, token] of Object.entries(strangers)) {
        // Each try to pay counts as one.
        await app.db.run('update payments set attempts = 0');
        const { status, body } = await ask(name, token, link);
        expect([name, who, status]).toEqual([name, who, 200]);
        const { data } = JSON.parse(body);
        expect(data.customer?.email ?? null).toBe(who === 'another customer' ? 'ada@example.org' : null);
        expect(data.orders.map((order: Order) => order.code)).toEqual(
          who === 'another customer' ? [adasOrder.code] : [],
        );
        expect(data.refunds).toEqual([]);
      }
    }
  });
});

/** Every page that is served to a GET, and what is behind it. */
const pages: Record<
  string,
  'the same for everybody' | 'development only' | (() => { foreign: string[]; unknown: string })
> = {
  '/api/openapi.json': 'the same for everybody',
  '/health': 'the same for everybody',
  '/tickets/keys.json': 'the same for everybody',
  '/tickets/revoked.json': 'the same for everybody',
  '/dev/mailbox': 'development only',
  '/dev/mailbox.json': 'development only',
  '/dev/mailbox/:id': 'development only',
  '/dev/mailbox/:id/html': 'development only',
  '/dev/mailbox/:id/attachments/:index': 'development only',
  '/download-ticket/:email/:code': () => {
    const of = (email: string, code: string) => `/download-ticket/${encodeURIComponent(email)}/${code}`;
    const [ticket] = owned.paid.tickets;
    return {
      foreign: [
        of('ada@example.org', ticket!.code),
        of(UNKNOWN.email, ticket!.code),
        of(ticket!.email, adasOrder.tickets[0]!.code),
        of(ticket!.email, UNKNOWN.ticket),
        of(ticket!.email, owned.paid.code),
        of('%', ticket!.code),
        // Not to be had now: it is in a refund.
        of(owned.refunded.tickets[0]!.email, owned.refunded.tickets[0]!.code),
      ],
      unknown: of(UNKNOWN.email, UNKNOWN.ticket),
    };
  },
  '/download-invoice/:order/:checksum': () => ({
    foreign: [
      ...wrongLinks(owned.paid).flatMap(({ checksum }) =>
        checksum ? [`/download-invoice/${owned.paid.code}/${checksum}`] : [],
      ),
      `/download-invoice/${owned.paid.code}/${adasOrder.checksum}`,
      `/download-invoice/${adasOrder.code}/${owned.paid.checksum}`,
      // No invoice yet.
      `/download-invoice/${owned.plan.code}/${owned.plan.checksum}`,
    ],
    unknown: `/download-invoice/${UNKNOWN.order}/${UNKNOWN.checksum}`,
  }),
  '/download-calendar/:order/:checksum': () => ({
    foreign: [
      ...wrongLinks(owned.paid).flatMap(({ checksum }) =>
        checksum ? [`/download-calendar/${owned.paid.code}/${checksum}`] : [],
      ),
      `/download-calendar/${owned.paid.code}/${adasOrder.checksum}`,
      `/download-calendar/${adasOrder.code}/${owned.paid.checksum}`,
    ],
    unknown: `/download-calendar/${UNKNOWN.order}/${UNKNOWN.checksum}`,
  }),
  '/payments/return/:token': () => ({
    foreign: [`/payments/return/${owned.plan.payments[0]!.reference}-1`, `/payments/return/${owned.plan.checksum}`],
    unknown: `/payments/return/${UNKNOWN.checksum}`,
  }),
  '/sandbox-gateway/pay/:id': () => ({
    foreign: [`/sandbox-gateway/pay/${owned.plan.payments[0]!.reference}-1`],
    unknown: `/sandbox-gateway/pay/${UNKNOWN.checksum}`,
  }),
};

/** What is posted to beside the calls: paths that open nothing. */
const posts: Record<string, () => string[]> = {
  '/dev/clock': () => [],
  '/payments/callback/:gateway': () => ['/payments/callback/sandbox', '/payments/callback/other'],
  '/payments/return/:token': () => [`/payments/return/${owned.plan.checksum}`],
  '/sandbox-gateway/pay': () => ['/sandbox-gateway/pay'],
  '/sandbox-gateway/pay/:id': () => [`/sandbox-gateway/pay/${owned.plan.payments[0]!.reference}-1`],
};

test('given a page, a download or a call that is new, then the lists above lack it', () => {
  const grown = Fastify();
  for (const method of ['GET', 'POST'] as const) {
    const before = routesOf(grown, method);
    grown.route({ method, url: `/new-${method.toLowerCase()}/:order/:checksum`, handler: async () => 'secret' });
    grown.route({ method, url: `/new-${method.toLowerCase()}`, handler: async () => 'secret' });
    expect([method, ...routesOf(grown, method).filter((route) => !before.includes(route))]).toEqual([
      method,
      `/new-${method.toLowerCase()}`,
      `/new-${method.toLowerCase()}/:order/:checksum`,
    ]);
  }
});

describe('every page that is fetched', () => {
  test('has an expectation here, and so has everything that is posted to', () => {
    expect(routesOf(app.server.app, 'GET')).toEqual(Object.keys(pages).sort());
    expect(routesOf(app.server.app, 'POST')).toEqual(
      [...Object.keys(expectations).map((name) => `/api/${name}`), ...Object.keys(posts)].sort(),
    );
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(routesOf(app.server.app, method)).toEqual([]);
  });

  const guarded = Object.entries(pages).filter(([, page]) => typeof page === 'function');

  test.each(guarded.map(([path]) => path))(
    '%s: what is not the caller’s is answered like what does not exist',
    async (path) => {
      const { foreign, unknown } = (pages[path] as Extract<(typeof pages)[string], () => unknown>)();
      const before = await state();
      const wanted = await seen(await app.fetch(unknown));
      expect(wanted.status).toBe(404);
      for (const address of foreign) {
        for (const token of [null, ada, strangers.forged]) {
          const headers = token ? { authorization: `Bearer ${token}` } : {};
          const answer = await seen(await app.fetch(address, { headers }));
          expect(answer, address).toEqual(wanted);
          for (const secret of secrets()) expect(answer.body).not.toContain(secret);
        }
      }
      expect(await state()).toEqual(before);
    },
  );

  test.each(Object.keys(posts).filter((path) => path !== '/dev/clock'))(
    '%s: who posts what nobody has signed learns and changes nothing',
    async (path) => {
      const before = await state();
      for (const address of posts[path]!()) {
        for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
          const body = type === 'application/json' ? '{"status":"paid"}' : 'outcome=paid';
          const answer = await seen(
            await app.fetch(address, { method: 'POST', headers: { 'content-type': type }, body }),
          );
          expect([address, answer.status >= 400 && answer.status < 500]).toEqual([address, true]);
          for (const secret of secrets()) expect(answer.body).not.toContain(secret);
        }
      }
      expect(await state()).toEqual(before);
    },
  );

  test('given production, then what helps development is not there', async () => {
    for (const path of Object.keys(pages).filter((one) => pages[one] === 'development only')) {
      expect(path.startsWith('/dev/')).toBe(true);
    }
    const live = await givenShopApp({ shopEnv: 'production', timeMachine: false });
    try {
      for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/1', '/dev/mailbox/1/html']) {
        expect([path, (await live.fetch(path)).status]).toEqual([path, 404]);
      }
      expect((await live.fetch('/dev/clock', { method: 'POST' })).status).toBe(404);
    } finally {
      await live.close();
    }
  });
});

describe('the owner, who changes things, so at the end', () => {
  const owners = Object.entries(expectations).filter(([, { kind }]) => kind === 'login' || kind === 'cart');

  test('downloads what is hers', async () => {
    const { paid } = owned;
    const ticket = paid.tickets[1]!;
    for (const path of [
      `/download-ticket/${encodeURIComponent(ticket.email)}/${ticket.code}`,
      `/download-invoice/${paid.code}/${paid.checksum}`,
    ]) {
      const answer = await app.fetch(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'application/pdf']);
    }
  });

  test.each(owners.map(([name]) => name))('%s: is answered otherwise than a stranger', async (name) => {
    const { foreign } = expectations[name] as Extract<Expectation, { kind: 'login' | 'cart' }>;
    expect([401, 404]).not.toContain((await ask(name, mila, foreign()[0]!)).status);
  });
});
