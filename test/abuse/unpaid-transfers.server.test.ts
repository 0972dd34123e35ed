import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limitsWith } from '#platform/http/limits.ts';
import { order, pressAt } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

// A transfer keeps its items for days, so unpaid transfers may have only a share of each item.

const limits = limitsWith({ 'unpaid-orders': 0, 'unpaid-items': 1_000, 'unpaid-transfer-share': 50 });
const FULL =
  'Too many of these items are already waiting for a bank transfer. Please pay another way, or try again later.';
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;
beforeAll(async () => {
  app = await givenShopApp({ limits });
  token = await app.login();
});
afterAll(() => app.close());
beforeEach(async () => {
  // With this capacity, units are left when the share of unpaid transfers is reached.
  const capacity = '2 * (sold + held) + 10';
  await app.db.run(
    `update shop_items set capacity = ${capacity}, capacity_wanted = ${capacity} where external_code = 'poster-a2'`,
  );
  // Only orders of the web shop count, so orders of earlier tests no longer do.
  await app.db.run(`update orders set channel = 'phone' where channel = 'web'`);
});

async function makeCart(): Promise<string> {
  return (await app.call('add-merchandise-to-cart', { token, external_code: 'poster-a2' })).body.cart.code;
}

const checkout = (cart: string, method: 'bank_transfer' | 'credit_card') =>
  app.call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: method,
      shipping_name: 'Mila Okonkwo',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
    },
  });

const transfer = async () => checkout(await makeCart(), 'bank_transfer');

const placeUntilFull = async (): Promise<number> => {
  let placed = 0;
  while ((await transfer()).status === 200) placed += 1;
  return placed;
};

test('once unpaid transfers have their full share of an item, only cards are accepted', async () => {
  expect(await placeUntilFull()).toBe(5);
  const cart = await makeCart();
  const refused = await checkout(cart, 'bank_transfer');
  expect([refused.status, refused.body.errors]).toEqual([422, { payment_method: [FULL] }]);
  expect((await app.call('get-cart', { token, cart })).body.cart.merchandise).toHaveLength(1);
  expect((await checkout(cart, 'credit_card')).status).toBe(200);
});

test('a card order cannot be switched to a transfer when the limit leaves no room', async () => {
  await placeUntilFull();
  const byCard = await order(app, token, ['poster-a2']);
  const { code, checksum, payments } = byCard.order;
  const answer = await app.call('switch-to-bank-transfer', {
    order: code,
    checksum,
    reference: payments[0]!.reference,
  });
  expect([answer.status, answer.body.message]).toEqual([409, FULL]);
  await pressAt(app, byCard.url!, 'paid');
});

test('a transfer that was paid or has expired makes room for another', async () => {
  await placeUntilFull();
  await app.db.run(
    `update orders set pay_by = null, payment_status = 'paid', total_paid = total_price
     where id = (select id from orders where channel = 'web' and payment_method = 'bank_transfer' limit 1)`,
  );
  expect((await transfer()).status).toBe(200);
});

test('an unpaid transfer does not block another for an item with millions of units', async () => {
  await app.db.run(
    `update shop_items set capacity = 100000000, capacity_wanted = 100000000 where external_code = 'poster-a2'`,
  );
  expect([(await transfer()).status, (await transfer()).status]).toEqual([200, 200]);
});
