import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(() => app.close());

test('even a refused checkout makes the guest’s cart the customer’s, under a new code', async () => {
  const added = await app.call('add-product-to-cart', {
    external_code: 'saturday',
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
    age: '25-34',
  });
  const former = added.body.cart.code;
  const refused = await app.call('checkout-cart', {
    token,
    cart: former,
    customer: { country: 'NL', address: {} },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  expect(refused.status).toBe(422);
  expect((await app.call('get-cart', { cart: former })).status).toBe(404);
  const own = await app.call('get-cart', { token, cart: former });
  expect([own.status, own.body.cart.products.length]).toEqual([200, 1]);
  expect(own.body.cart.code).not.toBe(former);
});
