import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';

let app: ShopApp;
beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(() => app.close());

test('an item on sale is found by its external code even if it is out of stock', async () => {
  const { status, body } = await app.call('get-shop-item', { external_code: 'sunday' });
  expect(status).toBe(200);
  expect(body.item).toMatchObject({ external_code: 'sunday', price: 6_400, fee: 400, in_stock: false, stock_level: 0 });
});

test('an unknown code gets 404, and a code of the wrong type 422', async () => {
  expect(await app.call('get-shop-item', { external_code: 'nothing' })).toMatchObject({ status: 404 });
  expect(await app.call('get-shop-item', { external_code: '' })).toMatchObject({ status: 404 });
  expect(await app.call('get-shop-item', { external_code: 7 })).toMatchObject({ status: 422 });
});
