import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { accountOf, orderNow, order as placeOrder, purchase } from '../../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../support/shop-app.ts';

const DAY = 24 * 60 * 60_000;
export const OWNER = { email: 'mila@example.org', name: 'Mila Okonkwo', password: 'dunes-at-dusk' };
export const UNKNOWN = {
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

export let app: ShopApp;
export let mila: string;
export let ada: string;
export let adasOrder: Order;
export let adasCart: string;
export let seat: string;
export let owned: Belongings;
/** Callers other than Mila, with their tokens. */
export let strangers: Record<'nobody' | 'forged' | 'expired' | 'logged out' | 'another customer', string | null>;

async function belongingsOf(token: string): Promise<Belongings> {
  const paid = await purchase(app, token, ['coach-brussels', 'sandlark-pass', 'lark-tee-m']);
  const refunded = await purchase(app, token, ['sandlark-pass']);
  const requested = await app.call('request-refund', {
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
    refund: requested.body.refund_id,
    refunded: await orderNow(app, token, refunded.code),
  };
}

/** Fingerprints everything that a call could change, except counters, the last use of logins, and requested emails. */
export const state = () =>
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

/** Returns what a caller sees of an answer, without its time. */
export async function seen(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date').sort();
  const body = (await response.text()).replace(/"checked_at":"[^"]*",?/, '');
  return { status: response.status, headers, body };
}

/** Makes a call. `reset-password` has its own token in the body, so the login is then sent in the header. */
export async function ask(name: string, token: string | null, body: object, place: 'field' | 'header' = 'field') {
  const how = 'token' in body ? 'header' : place;
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

/** Returns values that no answer to a stranger may contain. */
export const secrets = () => [
  OWNER.email,
  OWNER.name,
  'Held Secretly',
  'held@example.org',
  owned.paid.checksum,
  owned.plan.checksum,
  owned.openTerms.checksum,
  owned.paid.invoice_checksum,
  owned.plan.payment_checksum,
  owned.openTerms.terms_checksum,
  ...owned.paid.tickets.flatMap((ticket) => [ticket.code, ticket.full_name]),
  '4300',
];

/** Makes a shop with Mila's belongings and other callers' logins. Call it once, at the top of a test file. */
export function givenStrangers(): void {
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
}
