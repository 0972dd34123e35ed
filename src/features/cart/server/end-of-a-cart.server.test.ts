import { describe, expect, test } from 'vitest';
import { releaseExpiredHolds } from '#features/stock/server/public.ts';
import { givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import {
  ada,
  addMerchandise,
  addProduct,
  at,
  customers,
  database,
  expectAgreement,
  givenCartCalls,
  grace,
  NOW,
  shop,
  THURSDAY,
  token,
} from '../../../../test/support/cart-calls.ts';
import { expireCarts, forgetExpiredCarts, lockCartsForCheckout, markCartsOrdered } from './public.ts';

givenCartCalls();

describe('extending a cart', () => {
  test('holds it for another 15 minutes from now, at most ten times', async () => {
    const pass = await givenItem(database.db, { capacity: 2 });
    let { cart } = (await addProduct(null, pass.externalCode, ada, { token: token(0) })).body;
    for (let minute = 1; minute <= 10; minute += 1) {
      shop.setNow(at(minute));
      const answer = await shop.call('extend-cart', { cart: cart.code, token: token(0) });
      expect(answer.status).toBe(200);
      cart = answer.body.cart;
      expect(cart.expires_at).toBe(at(minute + 15).toISOString());
    }
    const { status, body } = await shop.call('extend-cart', { cart: cart.code });
    expect([status, body.message]).toEqual([409, 'A cart can be extended at most 10 times.']);
    await expectAgreement();
  });

  test('needs a login; a guest who then logs in keeps the cart', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    shop.setNow(at(5));
    const asGuest = await shop.call('extend-cart', { cart: cart.code });
    expect([asGuest.status, asGuest.body.message]).toEqual([409, 'Please log in to keep your cart for longer.']);
    const asCustomer = await shop.call('extend-cart', { cart: cart.code, token: token(0) });
    expect([asCustomer.status, asCustomer.body.cart.expires_at]).toEqual([200, at(20).toISOString()]);
    await expectAgreement(at(5));
  });

  test('is refused for an unknown cart and for an expired one', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    expect((await shop.call('extend-cart', { cart: 'unknown' })).status).toBe(404);
    expect((await shop.call('extend-cart', {})).status).toBe(404);
    shop.setNow(at(15));
    expect((await shop.call('extend-cart', { cart: cart.code })).status).toBe(410);
  });
});

describe('an expired cart', () => {
  test('is refused by every call, and its units go back on sale', async () => {
    const pass = await givenItem(database.db, { capacity: 1 });
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const line = cart.products[0]!.id;
    const everyCall = () =>
      Promise.all([
        shop.call('get-cart', { cart: cart.code }),
        addProduct(cart.code, pass.externalCode, grace),
        shop.call('update-product-in-cart', { cart: cart.code, cart_product_id: line, ...grace }),
        shop.call('remove-product-from-cart', { cart: cart.code, cart_product_id: line }),
        shop.call('extend-cart', { cart: cart.code }),
        shop.call('calculate-invoice', { cart: cart.code, country: 'NL' }),
        shop.call('validate-voucher', { cart: cart.code, code: 'LARK20' }),
      ]);
    shop.setNow(at(15, -1));
    expect((await shop.call('get-cart', { cart: cart.code })).status).toBe(200);
    shop.setNow(at(15));
    expect((await everyCall()).map((answer) => answer.status)).toEqual(Array.from({ length: 7 }, () => 410));
    expect(await expireCarts(database.db).run(at(15))).toBeGreaterThan(0);
    await releaseExpiredHolds(database.db).run(at(15));
    expect((await itemCounters(database.db, pass.id)).held).toBe(0);
    expect((await everyCall()).map((answer) => answer.status)).toEqual(Array.from({ length: 7 }, () => 410));
    await expectAgreement();
  });

  test('is deleted after a month; its code is then unknown', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const month = 30 * 24 * 60;
    await expireCarts(database.db).run(at(15));
    await forgetExpiredCarts(database.db).run(at(15 + month));
    expect((await shop.call('get-cart', { cart: cart.code })).status).toBe(410);
    await forgetExpiredCarts(database.db).run(at(16 + month));
    expect((await shop.call('get-cart', { cart: cart.code })).status).toBe(404);
  });
});

describe('the lock of a checkout', () => {
  test('returns the lines with units and frozen details, and is refused to another customer', async () => {
    const { db } = database;
    const [coach, tee] = [
      await givenItem(db, { type: 'transport', travelTimeType: 'selectable', name: 'Coach' }),
      await givenItem(db, { kind: 'merchandise', price: 2_800, fee: 0, taxBasisPoints: 2_100 }),
    ];
    const seat = await givenDeparture(db, coach.id, THURSDAY, 5);
    const { cart } = (await addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(seat) })).body;
    await addMerchandise(cart.code, tee.externalCode);
    const lock = async (customerId: number, code = cart.code) => {
      const locked = await db.stockTransaction((tx) => lockCartsForCheckout(tx, [{ code, customerId }], NOW));
      return locked.ok ? locked.value[0]! : locked;
    };

    const locked = await lock(customers[0]!);
    expect(locked).toMatchObject({
      ok: true,
      value: {
        code: cart.code,
        expiresAt: at(15),
        lines: [
          {
            itemId: coach.id,
            departureId: seat,
            unitId: expect.any(Number),
            fullName: 'Ada Lovelace',
            price: 10_000,
            fee: 500,
            taxBasisPoints: 900,
            frozen: { name: 'Coach', travelTime: THURSDAY.toISOString(), nameChangeLimit: 3, refundFee: 0 },
          },
          { itemId: tee.id, kind: 'merchandise', departureId: null, fullName: null, taxBasisPoints: 2_100 },
        ],
      },
    });
    expect(await lock(customers[1]!)).toEqual({ ok: false, error: { kind: 'unknown_cart' } });
    expect(await lock(customers[0]!, 'no-such-code')).toEqual({ ok: false, error: { kind: 'unknown_cart' } });

    const id = locked.ok ? locked.value.id : 0;
    await db.stockTransaction((tx) => markCartsOrdered(tx, [id]));
    expect(await lock(customers[0]!)).toEqual({ ok: false, error: { kind: 'cart_ordered', cartId: id } });
    const message = 'Your cart has already become an order.';
    expect((await shop.call('get-cart', { cart: cart.code, token: token(0) })).body).toEqual({
      message,
      errors: { order: [message] },
    });
  });

  test('is refused for two codes of the same cart', async () => {
    const { db } = database;
    const pass = await givenItem(db, {});
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const [customerId] = customers as [number];
    const lock = (...codes: string[]) =>
      db.stockTransaction((tx) =>
        lockCartsForCheckout(
          tx,
          codes.map((code) => ({ code, customerId })),
          NOW,
        ),
      );
    expect(await lock(cart.code)).toMatchObject({ ok: true, value: [{ ok: true }] });
    const renewed = await db.row<{ code: string }>('select code from carts where former_code = $1', [cart.code]);
    expect(await lock(cart.code, renewed!.code)).toEqual({ ok: false, error: { kind: 'same_cart' } });
  });
});
