import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CartShop, openCartShop } from '#features/cart/testing.ts';
import { givenItem } from '#features/stock/testing.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';

const NOW = new Date('2027-03-01T10:00:00Z');

let database: TestDatabase;
let shop: CartShop;

beforeAll(async () => {
  database = await givenDatabase();
  shop = await openCartShop(database.db, NOW);
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

async function createCart() {
  const pass = await givenItem(database.db, { name: 'Festival Pass', price: 18_900, fee: 950, taxBasisPoints: 900 });
  const tee = await givenItem(database.db, {
    kind: 'merchandise',
    name: 'Lark tee',
    price: 2_800,
    fee: 0,
    taxBasisPoints: 2_100,
  });
  const holder = { full_name: 'Ada Lovelace', email: 'ada@example.org' };
  const { cart } = (await shop.call('add-product-to-cart', { external_code: pass.externalCode, ...holder })).body;
  return (await shop.call('add-merchandise-to-cart', { cart: cart.code, external_code: tee.externalCode })).body.cart;
}

const invoiceOf = (cart: unknown, country: unknown) => shop.call('calculate-invoice', { cart, country });

test('an invoice shows every line including its fee, tax by rate, shipping and the total', async () => {
  const cart = await createCart();
  const { status, body } = await invoiceOf(cart.code, 'NL');
  expect(status).toBe(200);
  expect(body.invoice).toEqual({
    items: [
      {
        id: cart.products[0]!.id,
        name: 'Festival Pass',
        shop_item_type: 'tickets',
        full_name: 'Ada Lovelace',
        email: 'ada@example.org',
        travel_time: null,
        timezone: 'Europe/Amsterdam',
        product_type: 'ticket',
        event_id: null,
        event: null,
        type: 'ticket',
        price: 19_850,
      },
      {
        id: cart.merchandise[0]!.id,
        name: 'Lark tee',
        shop_item_type: 'merchandise',
        full_name: null,
        email: null,
        travel_time: null,
        timezone: 'Europe/Amsterdam',
        product_type: 'apparel',
        event_id: null,
        event: null,
        type: 'apparel',
        price: 2_800,
      },
    ],
    shipping: { name: 'Shipping to the Netherlands', type: 'parcel', price: 650 },
    total: 23_300,
    items_total_without_tax: { 9: 18_211, 21: 2_314 },
    tax: { 9: 1_639, 21: 486 },
  });
});

test.each(['', null, 'US', 'constructor'])(
  'to %j nothing is shipped, and the total has no shipping',
  async (country) => {
    const { body } = await invoiceOf((await createCart()).code, country);
    expect(body.invoice).toMatchObject({ shipping: null, total: 22_650 });
  },
);

test('tickets alone are not shipped', async () => {
  const cart = await createCart();
  await shop.call('remove-merchandise-from-cart', { cart: cart.code, cart_merchandise_id: cart.merchandise[0]!.id });
  expect((await invoiceOf(cart.code, 'NL')).body.invoice).toMatchObject({ shipping: null, total: 19_850 });
});

test('an empty cart costs nothing, and without a cart there is no invoice', async () => {
  const cart = await createCart();
  await shop.call('remove-merchandise-from-cart', { cart: cart.code, cart_merchandise_id: cart.merchandise[0]!.id });
  await shop.call('remove-product-from-cart', { cart: cart.code, cart_product_id: cart.products[0]!.id });
  expect((await invoiceOf(cart.code, 'NL')).body.invoice).toMatchObject({
    items: [],
    shipping: null,
    total: 0,
    tax: {},
  });
  expect((await invoiceOf('unknown', 'NL')).status).toBe(404);
  expect((await invoiceOf(cart.code, { code: 'NL' })).status).toBe(422);
});
