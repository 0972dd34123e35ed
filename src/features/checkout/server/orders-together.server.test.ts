import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { orderById, paymentsOf } from '#features/orders/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { limitsWith } from '#platform/http/limits.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import { createCheckout } from './checkout-cart.ts';
import { placeOrders } from './place-orders.ts';
import type { CheckoutRequest } from './plan-order.ts';

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const limits = limitsWith({ 'unpaid-orders': 2, 'unpaid-items': 100 });

let app: ShopApp;
let customers: number[];
beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(async () => {
  // Past the end of the cart whose hold one test ended early.
  await app.travel(16 * 60_000);
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  const added = await app.db.rows<{ id: number }>(
    `insert into customers (email, email_key, full_name, created_at)
     select address, address, 'Some Buyer', now()
     from generate_series(1, 6) as n, lateral (select n || '-' || gen_random_uuid() || '@example.org' as address) as made
     returning id`,
  );
  customers = added.map(({ id }) => id);
});

async function aCart(): Promise<string> {
  const holder = { full_name: 'Some Buyer', email: 'buyer@example.org', age: '25-34' };
  const { body } = await app.call('add-product-to-cart', { external_code: 'saturday', ...holder });
  return body.cart.code;
}

/** A request to check out a new cart by bank transfer. `buyer` is an index into `customers`. */
const request = async (buyer: number, changed: Partial<CheckoutRequest> = {}): Promise<CheckoutRequest> => ({
  cartCode: await aCart(),
  customerId: customers[buyer]!,
  country: 'NL',
  address,
  paymentMethod: 'bank_transfer',
  shippingName: '',
  shippingCountry: '',
  shippingAddress: {},
  acceptedTerms: true,
  voucherCode: null,
  origin: app.url,
  ...changed,
});

async function partsOf(more: { newCode?: () => string } = {}) {
  const shop = await loadShop(app.db);
  const { parts } = operatorOf(app);
  return { shop, placing: parts.placing, attempts: parts.attempts(shop), unpaid: limits, ...more };
}

/** Places all requests in one transaction. Returns the kind of each answer: `ok`, or why it was refused. */
async function together(requests: readonly CheckoutRequest[], more: { newCode?: () => string } = {}) {
  const parts = await partsOf(more);
  const placed = await app.db.stockTransaction((tx) => placeOrders(tx, parts, requests, app.clock.now()));
  if (!placed.ok) return { all: placed.error.kind, kinds: [], orders: [] };
  return {
    kinds: placed.value.map((one) => (one.ok ? 'ok' : one.error.kind)),
    orders: placed.value.flatMap((one) => (one.ok && one.value.written ? [one.value.written] : [])),
  };
}

const countOf = async (table: string, where = 'true') =>
  (await app.db.row<{ count: number }>(`select count(*) as count from ${table} where ${where}`))!.count;

test('orders placed together are answered separately, and a refused one leaves nothing behind', async () => {
  const free = { voucherCode: 'FULLHOUSE', paymentMethod: null };
  const requests = [
    await request(0),
    await request(1, { country: 'XX' }),
    await request(2, { cartCode: 'unknown' }),
    await request(3, { paymentMethod: 'credit_card' }),
    await request(4, free),
    await request(5),
  ];
  await app.db.run(`update customers set email = '' where id = $1`, [customers[5]]);
  const [orders, mails] = [await countOf('orders'), await countOf('mails')];
  const { kinds, orders: placed } = await together(requests);
  expect(kinds).toEqual(['ok', 'invalid_fields', 'unknown_cart', 'ok', 'ok', 'unknown_customer']);
  expect([(await countOf('orders')) - orders, (await countOf('mails')) - mails]).toEqual([3, 3]);
  expect(placed.map(({ order }) => order.paymentMethod)).toEqual(['bank_transfer', 'credit_card', 'voucher']);
  expect(placed.map(({ attempt }) => attempt?.reference ?? null)).toEqual([null, `${placed[1]!.order.code}-1-1`, null]);
  for (const { order, payments } of placed) {
    expect(await orderById(app.db, order.id)).toEqual(order);
    expect(await paymentsOf(app.db, [order.id])).toEqual(payments);
  }
  const repeated = await together([requests[0]!]);
  expect([repeated.kinds, repeated.orders]).toEqual([['ok'], []]);
});

test('the first of the orders placed together gets a voucher’s last use', async () => {
  await app.db.run(`update vouchers set uses_limit = uses + 1 where code = 'LARK20'`);
  const wanted = { voucherCode: 'LARK20' };
  const requests = [await request(0, { ...wanted, country: 'XX' }), await request(1, wanted), await request(2, wanted)];
  expect((await together(requests)).kinds).toEqual(['invalid_fields', 'ok', 'invalid_voucher']);
  expect(await countOf('vouchers', `code = 'LARK20' and uses = uses_limit`)).toBe(1);
});

test('carts of one account that are placed together all count as its unpaid orders', async () => {
  const requests = [await request(0), await request(0), await request(0), await request(1)];
  expect((await together(requests)).kinds).toEqual(['ok', 'ok', 'too_much_unpaid', 'ok']);
});

test('an order gets another code if its first is taken', async () => {
  const parts = await partsOf();
  const codes = ['one', 'one', 'two', 'one', 'three'].map((code) => `${parts.shop.private.orderPrefix}-${code}`);
  const drawn = codes.values();
  const newCode = () => drawn.next().value!;
  const { orders } = await together([await request(0), await request(1), await request(2)], { newCode });
  expect(orders.map(({ order }) => order.code).sort()).toEqual([codes[0], codes[2], codes[4]].sort());
});

test('if a cart’s hold ends early, the orders are placed one by one, and only that cart is refused', async () => {
  const requests = [await request(0), await request(1), await request(2)];
  await app.db.run(
    `update stock_units set held_until = $2
     where id = (select unit_id from cart_lines where cart_id = (select id from carts where code = $1))`,
    [requests[1]!.cartCode, app.clock.now()],
  );
  const orders = await countOf('orders');
  expect((await together(requests)).all).toBe('cart_expired');
  expect(await countOf('orders')).toBe(orders);

  const { parts } = operatorOf(app);
  let loaded = 0;
  const loadShopCounted = (db: Queryable) => {
    loaded += 1;
    return loadShop(db);
  };
  const { placing, attempts } = parts;
  const checkout = createCheckout({
    db: app.db,
    loadShop: loadShopCounted,
    placing,
    attempts,
    onGatewayError: () => {},
  });
  const answers = await Promise.all([await request(3), ...requests].map((one) => checkout(one, app.clock.now())));
  expect(answers.map((one) => (one.ok ? 'ok' : one.error.kind))).toEqual(['ok', 'ok', 'cart_expired', 'ok']);
  // The first request ran alone, then the others together, then each of them alone.
  expect(loaded).toBe(5);
});
