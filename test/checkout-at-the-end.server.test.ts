import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { releaseExpiredHolds } from '#features/stock/server/public.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(async () => {
  await app.travel(MINUTE);
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

let carts = 0;
async function makeCart(): Promise<string> {
  carts += 1;
  const { body } = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: `Ada ${'n'.repeat(carts)}`,
    email: 'ada@example.org',
    age: '25-34',
  });
  return body.cart.code;
}

const checkout = (cart: string) =>
  app.call('checkout-cart', {
    token,
    data: 'none',
    cart,
    customer: { country: 'NL', address },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });

test('a checkout whose holds a faster clock has freed answers that the cart has expired', async () => {
  const cart = await makeCart();
  await releaseExpiredHolds(app.db).run(new Date(app.clock.now().getTime() + 16 * MINUTE));
  const { status, body } = await checkout(cart);
  expect([status, body]).toEqual([410, { message: 'Your cart has expired.' }]);
  expect(await app.db.rows('select code from orders')).toEqual([]);
});

test('in a cart’s last millisecond, a unit is ordered or freed, never both or neither', async () => {
  for (let round = 0; round < 25; round += 1) {
    const before = await app.db.row<{ sold: number; held: number }>(
      "select sold, held from shop_items where external_code = 'saturday'",
    );
    const cart = await makeCart();
    const end = app.clock.now().getTime() + 15 * MINUTE;
    await app.clock.travelTo(new Date(end - 1));
    const [answer] = await Promise.all([
      checkout(cart),
      ...Array.from({ length: 3 }, () => releaseExpiredHolds(app.db).run(new Date(end))),
    ]);
    await releaseExpiredHolds(app.db).run(new Date(end));
    const after = await app.db.row<{ sold: number; held: number }>(
      "select sold, held from shop_items where external_code = 'saturday'",
    );
    const isOrdered = answer!.status === 200;
    expect([200, 410]).toContain(answer!.status);
    expect(after).toEqual({ sold: before!.sold + (isOrdered ? 1 : 0), held: before!.held });
  }
});
