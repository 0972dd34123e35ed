import { describe, expect, test } from 'vitest';
import type { CartShop } from '#features/cart/testing.ts';
import { departureCounters, givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import {
  ada,
  addMerchandise,
  addProduct,
  at,
  database,
  expectAgreement,
  givenCartCalls,
  grace,
  shop,
  THURSDAY,
  token,
} from '../../../../test/support/cart-calls.ts';

givenCartCalls();

describe('changing a ticket in the cart', () => {
  async function addCoachToCart() {
    const coach = await givenItem(database.db, {
      name: 'Coach',
      type: 'transport',
      travelTimeType: 'selectable',
      capacity: 4,
    });
    const from = await givenDeparture(database.db, coach.id, THURSDAY, 2);
    const to = await givenDeparture(database.db, coach.id, new Date(THURSDAY.getTime() + 3_600_000), 1);
    const { cart } = (await addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(from) })).body;
    const change = (fields: object, line = cart.products[0]!.id) =>
      shop.call('update-product-in-cart', { cart: cart.code, cart_product_id: line, ...ada, ...fields });
    return { coach, from, to, cart, change };
  }

  test('the holder changes, but the cart’s end does not', async () => {
    const { from, cart, change } = await addCoachToCart();
    shop.setNow(at(5));
    const { status, body } = await change({ ...grace, transport_time_id: String(from) });
    expect(status).toBe(200);
    expect(body.cart).toMatchObject({ code: cart.code, expires_at: at(15).toISOString(), now: at(5).toISOString() });
    expect(body.cart.products[0]).toMatchObject({ ...grace, id: cart.products[0]!.id });
  });

  test('another travel time takes its seat and frees the old one', async () => {
    const { coach, from, to, change } = await addCoachToCart();
    const { body } = await change({ transport_time_id: String(to) });
    expect(body.cart.products[0]).toMatchObject({
      transport_time_id: String(to),
      travel_time: new Date(THURSDAY.getTime() + 3_600_000).toISOString(),
    });
    expect((await departureCounters(database.db, from)).held).toBe(0);
    expect((await departureCounters(database.db, to)).held).toBe(1);
    expect((await itemCounters(database.db, coach.id)).held).toBe(1);
    await expectAgreement();
  });

  test('a sold-out travel time is refused, and the holder does not change either', async () => {
    const { coach, to, cart, change } = await addCoachToCart();
    await addProduct(null, coach.externalCode, { ...grace, transport_time_id: String(to) });
    const { status, body } = await change({ ...grace, transport_time_id: String(to) });
    expect([status, body.message]).toEqual([409, 'Sorry, this travel time is sold out. Please choose another one.']);
    expect((await shop.call('get-cart', { cart: cart.code })).body.cart.products[0]).toMatchObject(ada);
    await expectAgreement();
  });

  test('a travel time that is unknown or of another item is refused at its field, and nothing changes', async () => {
    const { cart, change } = await addCoachToCart();
    const other = await givenItem(database.db, { travelTimeType: 'selectable' });
    const foreign = await givenDeparture(database.db, other.id, THURSDAY);
    for (const wrong of [String(foreign), '999999', '0', 'x']) {
      const { status, body } = await change({ ...grace, transport_time_id: wrong });
      expect([wrong, status, body.errors]).toEqual([
        wrong,
        422,
        { transport_time_id: ['Please choose your travel date and time.'] },
      ]);
    }
    expect((await shop.call('get-cart', { cart: cart.code })).body.cart.products).toEqual(cart.products);
    await expectAgreement();
  });

  test('a withdrawn travel time is refused as no longer available', async () => {
    const { to, change } = await addCoachToCart();
    await database.db.run('update departures set is_active = false where id = $1', [to]);
    const { status, body } = await change({ transport_time_id: String(to) });
    expect([status, body.message]).toEqual([
      409,
      'This travel time is no longer available. Please choose another one.',
    ]);
  });

  test('the rules for holders are the same as when adding, and a line does not conflict with itself', async () => {
    const { coach, from, cart, change } = await addCoachToCart();
    const time = { transport_time_id: String(from) };
    const { body } = await addProduct(cart.code, coach.externalCode, { ...grace, ...time });
    const other = body.cart.products[1]!.id;
    expect((await change({ ...ada, ...time })).status).toBe(200);
    expect((await change({ ...ada, ...time }, other)).body.errors).toEqual({
      full_name: ['A Coach ticket already exists for Ada Lovelace in your cart.'],
    });
    expect((await change({ full_name: '', ...time })).status).toBe(422);
    expect((await change({})).body.message).toBe('Please choose your travel date and time.');
  });

  test('a line of another cart, an unknown line and an invalid id are not found', async () => {
    const { cart, from } = await addCoachToCart();
    const pass = await givenItem(database.db);
    const foreign = (await addProduct(null, pass.externalCode)).body.cart;
    for (const line of [foreign.products[0]!.id, '4fd1cdb8-26b3-4bf4-9a1b-0d5f3c6a1a2b', "'", '']) {
      const { status } = await shop.call('update-product-in-cart', {
        cart: cart.code,
        cart_product_id: line,
        ...ada,
        transport_time_id: String(from),
      });
      expect(status).toBe(404);
    }
  });

  test('a withdrawn payment-plan item keeps the plan from when it was added', async () => {
    const steps = [{ amount: 5_000 }, { amount: 5_500, count: 1, units: 'months' as const }];
    const plan = await givenItem(database.db, { paymentPlan: steps });
    const { cart } = (await addProduct(null, plan.externalCode)).body;
    await database.db.run(`update shop_items set is_active = false, payment_plan = '[]' where id = $1`, [plan.id]);
    const { body } = await shop.call('get-cart', { cart: cart.code });
    expect(body.cart.products[0]!.payment_plan).toEqual(steps);
  });

  test('a withdrawn item can still have its holder changed', async () => {
    const { coach, from, change } = await addCoachToCart();
    await database.db.run('update shop_items set is_active = false where id = $1', [coach.id]);
    expect((await change({ ...grace, transport_time_id: String(from) })).status).toBe(200);
  });
});

describe('removing from the cart', () => {
  test('returns the unit immediately and keeps the end; removing the last one leaves an empty cart', async () => {
    const [pass, tee] = [
      await givenItem(database.db, { capacity: 2 }),
      await givenItem(database.db, { kind: 'merchandise', capacity: 2 }),
    ];
    const first = (await addProduct(null, pass.externalCode)).body.cart;
    const both = (await addMerchandise(first.code, tee.externalCode)).body.cart;
    shop.setNow(at(5));
    const one = await shop.call('remove-product-from-cart', {
      cart: first.code,
      cart_product_id: both.products[0]!.id,
    });
    expect(one.body.cart).toMatchObject({ products: [], expires_at: at(15).toISOString() });
    expect((await itemCounters(database.db, pass.id)).held).toBe(0);
    const none = await shop.call('remove-merchandise-from-cart', {
      cart: first.code,
      cart_merchandise_id: both.merchandise[0]!.id,
    });
    expect(none.body.cart).toMatchObject({ products: [], merchandise: [], total_price: 0 });
    expect((await itemCounters(database.db, tee.id)).held).toBe(0);
    await expectAgreement();
  });

  test('removes nothing if the line is missing, of the other kind or in another cart', async () => {
    const tee = await givenItem(database.db, { kind: 'merchandise', capacity: 2 });
    const [mine, theirs] = [
      (await addMerchandise(null, tee.externalCode)).body.cart,
      (await addMerchandise(null, tee.externalCode)).body.cart,
    ];
    const line = theirs.merchandise[0]!.id;
    const attempts = [
      await shop.call('remove-product-from-cart', { cart: theirs.code, cart_product_id: line }),
      await shop.call('remove-merchandise-from-cart', { cart: mine.code, cart_merchandise_id: line }),
      await shop.call('remove-merchandise-from-cart', { cart: null, cart_merchandise_id: line }),
    ];
    expect(attempts.map((attempt) => attempt.status)).toEqual([404, 404, 404]);
    expect((await itemCounters(database.db, tee.id)).held).toBe(2);
  });

  test('gives the same answer when repeated with its request key', async () => {
    const pass = await givenItem(database.db, { capacity: 2 });
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const removal = { cart: cart.code, cart_product_id: cart.products[0]!.id, request_key: 'remove-once' };
    const first = await shop.call('remove-product-from-cart', removal);
    expect(await shop.call('remove-product-from-cart', removal)).toMatchObject({ status: 200, body: first.body });
  });
});

describe('the owner of a cart', () => {
  test('once a customer has used it, no other customer can; its code still opens it after logout', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const line = cart.products[0]!.id;
    const owned = await shop.call('get-cart', { cart: cart.code, token: token(0) });
    expect(owned.status).toBe(200);
    const others = await Promise.all([
      shop.call('get-cart', { cart: cart.code, token: token(1) }),
      addProduct(cart.code, pass.externalCode, grace, { token: token(1) }),
      shop.call('update-product-in-cart', { cart: cart.code, cart_product_id: line, ...grace, token: token(1) }),
      shop.call('remove-product-from-cart', { cart: cart.code, cart_product_id: line, token: token(1) }),
      shop.call('extend-cart', { cart: cart.code, token: token(1) }),
      shop.call('calculate-invoice', { cart: cart.code, country: '', token: token(1) }),
      shop.call('validate-voucher', { cart: cart.code, code: 'LARK20', token: token(1) }),
    ]);
    const unknown = await shop.call('get-cart', { cart: 'unknown', token: token(1) });
    for (const other of others) expect([other.status, other.body]).toEqual([404, unknown.body]);
    expect((await shop.call('get-cart', { cart: owned.body.cart.code })).status).toBe(200);
    expect((await shop.call('get-cart', { cart: owned.body.cart.code, token: token(0) })).status).toBe(200);
    expect((await shop.call('get-cart', { cart: owned.body.cart.code, token: token(1) })).status).toBe(404);
  });

  test.each<[string, (cart: string, line: string, item: string) => ReturnType<CartShop['call']>]>([
    ['read', (cart) => shop.call('get-cart', { cart, token: token(0) })],
    ['added to', (cart, _line, item) => addProduct(cart, item, grace, { token: token(0) })],
    [
      'changed',
      (cart, line) => shop.call('update-product-in-cart', { cart, cart_product_id: line, ...ada, token: token(0) }),
    ],
    [
      'emptied',
      (cart, line) => shop.call('remove-product-from-cart', { cart, cart_product_id: line, token: token(0) }),
    ],
    ['extended', (cart) => shop.call('extend-cart', { cart, token: token(0) })],
  ])('a guest’s cart that a customer has %s has a new code, and the old one no longer works', async (_, use) => {
    const pass = await givenItem(database.db, { capacity: 5 });
    const planted = (await addProduct(null, pass.externalCode)).body.cart;
    const line = planted.products[0]!.id;
    const taken = await use(planted.code, line, pass.externalCode);
    expect(taken.status).toBe(200);
    const { cart } = taken.body;
    expect(cart.code).not.toBe(planted.code);

    const before = (await shop.call('get-cart', { cart: cart.code, token: token(0) })).body;
    const old = planted.code;
    const attempts = await Promise.all([
      shop.call('get-cart', { cart: old }),
      addProduct(old, pass.externalCode, grace),
      shop.call('update-product-in-cart', { cart: old, cart_product_id: line, ...grace }),
      shop.call('remove-product-from-cart', { cart: old, cart_product_id: line }),
      shop.call('extend-cart', { cart: old }),
      shop.call('calculate-invoice', { cart: old, country: '' }),
      shop.call('validate-voucher', { cart: old, code: 'LARK20' }),
    ]);
    const unknown = await shop.call('get-cart', { cart: 'unknown' });
    for (const one of attempts) expect([one.status, one.body]).toEqual([404, unknown.body]);
    expect((await shop.call('get-cart', { cart: cart.code })).body).toEqual(before);
  });

  test('two tabs of the owner, one with the former code, can change the cart at the same time', async () => {
    const pass = await givenItem(database.db, { capacity: 5 });
    const mug = await givenItem(database.db, { kind: 'merchandise', capacity: 9, limitPerOrder: 2 });
    const old = (await addProduct(null, pass.externalCode)).body.cart.code;
    const current = (await shop.call('get-cart', { cart: old, token: token(0) })).body.cart.code;
    const adds = await Promise.all(
      [old, current, old, current].map((cart) => addMerchandise(cart, mug.externalCode, { token: token(0) })),
    );
    expect(adds.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    const { cart } = (await shop.call('get-cart', { cart: old, token: token(0) })).body;
    expect([cart.code, cart.merchandise.length, cart.products.length]).toEqual([current, 2, 1]);
    await expectAgreement();
  });

  test('a guest’s repeated request does not open the cart once a customer has taken it over', async () => {
    const mug = await givenItem(database.db, { kind: 'merchandise', capacity: 9 });
    const add = (cart: string | null) =>
      addMerchandise(cart, mug.externalCode, { request_key: 'known-to-the-guest-who-added-first' });
    const planted = (await add(null)).body.cart.code;
    const { cart } = (await shop.call('get-cart', { cart: planted, token: token(0) })).body;
    await database.db.run('update request_results set status = -1, answer = null');
    const repeated = await add(null);
    expect([repeated.status, JSON.stringify(repeated.body)]).toEqual([404, expect.not.stringContaining(cart.code)]);
    expect((await shop.call('get-cart', { cart: cart.code, token: token(0) })).body.cart.merchandise).toHaveLength(1);
  });

  test('a customer who adds an item owns the cart immediately', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode, ada, { token: token(0) })).body;
    expect((await shop.call('get-cart', { cart: cart.code, token: token(1) })).status).toBe(404);
    const anonymous = (await addProduct(null, pass.externalCode)).body.cart;
    await addProduct(anonymous.code, pass.externalCode, grace, { token: token(1) });
    expect((await shop.call('get-cart', { cart: anonymous.code, token: token(0) })).status).toBe(404);
  });
});
