import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/*
 * Locks are taken in one order everywhere: cart, order, voucher, items, departures, and last the counters of the invoices.
 * Whoever waits for an item must hold nothing that another one wants who has the item.
 */

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(() => app.close());

/** Fills a cart, does something, and checks the cart out with a voucher that covers it. */
async function coveredByVoucher(fullName: string, before: () => Promise<unknown> = async () => {}) {
  const added = await app.call('add-product-to-cart', {
    token,
    data: 'none',
    external_code: 'saturday',
    full_name: fullName,
    email: 'ada@example.org',
    age: '25-34',
  });
  await before();
  return await app.call('checkout-cart', {
    token,
    data: 'none',
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { accepted_ts_and_cs: true },
    voucher_code: 'FULLHOUSE',
  });
}

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const row = await app.db.row<{ count: number }>(
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (row!.count > 0) return;
  }
}

test('given an order that a voucher covers, while it waits for its items, then every other invoice can be written', async () => {
  // So that the counter of this year is there to be locked.
  expect((await coveredByVoucher('Ada Lovelace')).body.order.payment_status).toBe('paid');
  const { checkout } = await app.db.transaction(async (tx) => {
    const lockItem = () => tx.run("select 1 from shop_items where external_code = 'saturday' for no key update");
    const begun = { checkout: coveredByVoucher('Grace Hopper', lockItem) };
    await untilSomebodyWaits();
    await tx.run("set local lock_timeout = '500ms'");
    expect(await tx.rows('select last from invoice_counters for update')).toHaveLength(1);
    return begun;
  });
  expect((await checkout).body.order.payment_status).toBe('paid');
});
