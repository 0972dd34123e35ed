import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { createCustomerWithPassword } from '#features/customers/server/public.ts';
import { sharedPasswords } from '#platform/secrets/passwords.ts';
import { freshLogins } from './fresh-logins.ts';
import { qrOf as printedQr, scan } from './scanner.ts';
import { givenShopApp, type ShopApp } from './shop-app.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
export const RECENTLY_EDITED = 'This ticket has been recently edited. Please wait 15 minutes before editing it again.';

export let app: ShopApp;
export let mila: string;
export let ada: string;

async function createAccount(email: string, fullName: string): Promise<string> {
  const password = 'a-long-password-of-mine';
  await createCustomerWithPassword(app.db, { email, fullName, password }, sharedPasswords(), app.clock.now());
  return (await app.call('login', { email, password })).body.remember_token;
}

export interface Bought {
  order: string;
  code: string;
}

export const holder = { full_name: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34' };

/** Buys one ticket. A voucher covers it, so no gateway is needed. */
export async function buyTicket(
  item = 'sandlark-pass',
  changes: Record<string, unknown> = {},
  token = mila,
): Promise<Bought> {
  const added = await app.call('add-product-to-cart', { token, external_code: item, ...holder, ...changes });
  expect(added.body.message).toBeUndefined();
  const placed = await app.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'voucher', accepted_ts_and_cs: true },
    voucher_code: 'FULLHOUSE',
  });
  expect(placed.body.message).toBeUndefined();
  expect(placed.body.order.payment_status).toBe('paid');
  await app.settle();
  return { order: placed.body.order.code, code: placed.body.order.tickets[0].code };
}

export async function change(
  { order, code }: Bought,
  body: Record<string, unknown> = {},
  token: string | null = mila,
): ReturnType<ShopApp['call']> {
  await freshLogins(app);
  return await app.call('change-ticket', {
    token,
    order_id: order,
    code,
    ...holder,
    reassign: false,
    note: '',
    ...body,
  });
}

export const ordersOf = async (token: string) => (await app.call('get-data', { token })).body.data.orders;

export async function ticketOf({ order }: Bought, token = mila) {
  const found = (await ordersOf(token)).find((one: { code: string }) => one.code === order);
  return found?.tickets[0];
}

export const rowOf = ({ order }: Bought) =>
  app.db.row<{ id: number; code: string; generation: number; name_changes: number; full_name: string; email: string }>(
    `select t.id, t.code, t.generation, t.name_changes, t.full_name, t.email
     from tickets t join orders o on o.id = t.order_id where o.code = $1`,
    [order],
  );

export const download = (email: string, code: string) =>
  app.fetch(`/download-ticket/${encodeURIComponent(email)}/${code}`);

export const qrOf = (code: string) => printedQr(app, code);
export const verdict = (text: string) => scan(app, text);

export const mailsSince = async (count: number) =>
  (await app.mails()).slice(count).map((mail) => [mail.kind, mail.recipient]);

/** Returns the id of the coach's departure on Friday, or of the one on Thursday at this time: `Friday` or `09:30`. */
export async function departure(part: string): Promise<string> {
  const { body } = await app.call('get-shop-item', { external_code: 'coach-amsterdam' });
  const day = part === 'Friday' ? 'Fri' : 'Thu';
  const found = body.item.travel_times.find((time: { travel_time: string }) => {
    const text = new Date(time.travel_time).toLocaleString('en-GB', {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Amsterdam',
    });
    return text.startsWith(day) && (part === 'Friday' || text.includes(part));
  });
  return found.id;
}

export const move = ({ code }: Pick<Bought, 'code'>, transport_time_id: string | null, token: string | null = mila) =>
  app.call('set-travel-time', { token, code, transport_time_id });

/**
 * Opens a shop whose customers change their tickets. Called once, at the top of a test file; fills the variables above.
 */
export function givenTicketShop(): void {
  beforeAll(async () => {
    app = await givenShopApp();
    mila = await app.login();
    ada = await createAccount('ada@example.org', 'Ada Lovelace');
    // These tests buy more coach tickets than the demo has. The seats of each departure stay.
    await app.db.run(
      `update shop_items set capacity = capacity + 100, capacity_wanted = capacity_wanted + 100
       where external_code = 'coach-amsterdam'`,
    );
  });
  beforeEach(() => app.db.run('delete from rate_limits'));
  afterAll(async () => {
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    await app.close();
  });
}
