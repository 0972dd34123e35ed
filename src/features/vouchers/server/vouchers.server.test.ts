import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CartShop, openCartShop } from '#features/cart/testing.ts';
import { givenItem } from '#features/stock/testing.ts';
import type { Tx } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { givenVoucher } from '../testing.ts';
import {
  miscountedVouchers,
  releaseVoucherUse,
  reserveVouchers,
  takeVoucherUseAgain,
  takeVoucherUses,
} from './public.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const moment = (ms: number) => new Date(NOW.getTime() + ms);

let database: TestDatabase;
let shop: CartShop;
let customerId: number;

beforeAll(async () => {
  database = await givenDatabase();
  shop = await openCartShop(database.db, NOW);
  const row = await database.db.row<{ id: number }>(
    `insert into customers (email, email_key, full_name, created_at)
     values ('a@example.org', 'a@example.org', 'A', now())
     returning id`,
  );
  customerId = row!.id;
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

let count = 0;

async function givenOrder(): Promise<number> {
  count += 1;
  const row = await database.db.row<{ id: number }>(
    `insert into orders (
       code, checksum, customer_id, channel, created_at, payment_method, payment_status, items_total, total_price,
       customer_name, customer_email, billing_country, billing_address
     )
     values ($1, $1, $2, 'web', $3, 'credit_card', 'pending', 0, 0, 'A', 'a@example.org', 'NL', '{}')
     returning id`,
    [`ORDER-${count}`, customerId, NOW],
  );
  return row!.id;
}

const usesOf = async (code: string) =>
  (await database.db.row<{ uses: number }>('select uses from vouchers where code = $1', [code]))!.uses;
/** Takes a use as a checkout does. Returns whether the order has it. */
const takeIn = async (tx: Tx, code: string, orderId: number): Promise<boolean> => {
  const wanted = await reserveVouchers(tx, [code]);
  const voucher = wanted.usable(code, NOW);
  return voucher !== null && (await takeVoucherUses(tx, [{ voucherId: voucher.id, orderId }], NOW));
};
const take = (code: string, orderId: number) => database.db.transaction((tx) => takeIn(tx, code, orderId));
const release = (orderId: number) => database.db.transaction((tx) => releaseVoucherUse(tx, orderId, NOW));
const takeAgain = (orderId: number) => database.db.transaction((tx) => takeVoucherUseAgain(tx, orderId, NOW));

describe('looking up a voucher', () => {
  async function aCart(paymentPlan: { amount: number }[] = []): Promise<string> {
    const pass = await givenItem(database.db, { paymentPlan });
    const holder = { full_name: 'Ada Lovelace', email: 'ada@example.org' };
    const { body } = await shop.call('add-product-to-cart', { external_code: pass.externalCode, ...holder });
    return body.cart.code;
  }
  const validate = async (code: unknown, cart?: string) =>
    shop.call('validate-voucher', { cart: cart ?? (await aCart()), code });

  test('returns its name and amount, regardless of case', async () => {
    await givenVoucher(database.db, { code: 'LARK20', amount: 2_000 });
    const { status, body } = await validate(' lark20');
    expect([status, body]).toEqual([
      200,
      { voucher: { code: 'LARK20', name: 'Voucher LARK20', discount_amount: 2_000 } },
    ]);
  });

  test.each([
    ['', 'Please enter a voucher code.'],
    ['   ', 'Please enter a voucher code.'],
    [null, 'Please enter a voucher code.'],
    ['NOTHING', 'Invalid or expired voucher code.'],
  ])('%j is refused', async (code, message) => {
    const { status, body } = await validate(code);
    expect([status, body]).toEqual([422, { message, errors: { code: [message] } }]);
  });

  test('vouchers that cannot be used receive the same answer as unknown ones', async () => {
    const unknown = await validate('UNKNOWN');
    await givenVoucher(database.db, { code: 'ENDED', validUntil: NOW });
    await givenVoucher(database.db, { code: 'EARLY', validFrom: moment(1) });
    await givenVoucher(database.db, { code: 'USEDUP', usesLimit: 1, uses: 1 });
    await givenVoucher(database.db, { code: 'OFF', isActive: false });
    for (const code of ['ENDED', 'EARLY', 'USEDUP', 'OFF']) {
      const { status, body } = await validate(code);
      expect([status, body]).toEqual([unknown.status, unknown.body]);
    }
    await database.db.run(`update vouchers set uses = 0 where code = 'USEDUP'`);
  });

  test('a cart with a payment plan cannot use a voucher', async () => {
    await givenVoucher(database.db, { code: 'ANY' });
    const { status, body } = await validate('ANY', await aCart([{ amount: 10_500 }]));
    expect([status, body.message]).toEqual([409, 'Vouchers cannot be used with a payment plan.']);
  });

  test('a code of the wrong type and an unknown cart are refused', async () => {
    expect((await validate(['ANY'])).status).toBe(422);
    expect((await validate('ANY', 'unknown')).status).toBe(404);
  });

  test('a cart has ten attempts, right or wrong', async () => {
    const cart = await aCart();
    await givenVoucher(database.db, { code: 'RIGHT' });
    for (let tries = 0; tries < 10; tries += 1)
      expect((await validate(tries % 2 ? 'RIGHT' : 'WRONG', cart)).status).not.toBe(429);
    const refused = await validate('RIGHT', cart);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('the uses of a voucher', () => {
  test('an order takes one use, and one voucher only', async () => {
    await givenVoucher(database.db, { code: 'ONCE', usesLimit: 1 });
    await givenVoucher(database.db, { code: 'SECOND' });
    const order = await givenOrder();
    expect(await take('once', order)).toBe(true);
    await expect(take('SECOND', order)).rejects.toThrow('voucher_uses');
    expect([await usesOf('ONCE'), await usesOf('SECOND')]).toEqual([1, 0]);
    expect(await take('ONCE', await givenOrder())).toBe(false);
  });

  test('orders that are placed together share the uses that are left, in order of arrival', async () => {
    await givenVoucher(database.db, { code: 'TWO', usesLimit: 2 });
    const orders = [await givenOrder(), await givenOrder(), await givenOrder()];
    await database.db.transaction(async (tx) => {
      const wanted = await reserveVouchers(tx, ['TWO', 'two']);
      const given = orders.map((orderId) => {
        const voucher = wanted.usable('Two', NOW);
        if (voucher) wanted.take(voucher);
        return voucher && { voucherId: voucher.id, orderId };
      });
      expect(given[2]).toBeNull();
      expect(
        await takeVoucherUses(
          tx,
          given.slice(0, 2).map((use) => use!),
          NOW,
        ),
      ).toBe(true);
    });
    expect(await usesOf('TWO')).toBe(2);
  });

  test('a use is given back once, and can be taken again for a late payment if one is left', async () => {
    await givenVoucher(database.db, { code: 'BACK', usesLimit: 1 });
    const [late, other] = [await givenOrder(), await givenOrder()];
    await take('BACK', late);
    await release(late);
    await release(late);
    expect(await usesOf('BACK')).toBe(0);
    expect(await takeAgain(late)).toBe(true);
    expect(await takeAgain(late)).toBe(true);
    expect(await usesOf('BACK')).toBe(1);

    await release(late);
    await take('BACK', other);
    expect(await takeAgain(late)).toBe(false);
    expect(await usesOf('BACK')).toBe(1);
  });

  test('a late payment takes the use of a voucher that has since ended', async () => {
    await givenVoucher(database.db, { code: 'LATE', validUntil: moment(1) });
    const order = await givenOrder();
    await take('LATE', order);
    await release(order);
    await database.db.run(`update vouchers set is_active = false, valid_until = $1 where code = 'LATE'`, [moment(-1)]);
    expect(await takeAgain(order)).toBe(true);
  });

  test('an order without a voucher has nothing to give back or to take again', async () => {
    const order = await givenOrder();
    await release(order);
    expect(await takeAgain(order)).toBe(true);
  });

  test('an unknown or ended voucher is refused', async () => {
    expect(await take('NEVER', await givenOrder())).toBe(false);
    await givenVoucher(database.db, { code: 'OVER', validUntil: NOW });
    expect(await take('OVER', await givenOrder())).toBe(false);
  });

  test('30 simultaneous orders share 3 uses', async () => {
    await givenVoucher(database.db, { code: 'THREE', usesLimit: 3 });
    const orders = await Promise.all(Array.from({ length: 30 }, givenOrder));
    const taken = await Promise.all(orders.map((order) => take('THREE', order)));
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(3);
    expect(await usesOf('THREE')).toBe(3);
  });

  test('a use that was reserved under the lock stays reserved until its order exists', async () => {
    await givenVoucher(database.db, { code: 'LOCKED', usesLimit: 1 });
    const [first, second] = [await givenOrder(), await givenOrder()];
    const place = (order: number) =>
      database.db.transaction(async (tx) => {
        const voucher = (await reserveVouchers(tx, ['LOCKED'])).usable('LOCKED', NOW);
        if (!voucher) return false;
        await tx.run('select pg_sleep(0.05)');
        return await takeVoucherUses(tx, [{ voucherId: voucher.id, orderId: order }], NOW);
      });
    expect((await Promise.all([place(first), place(second)])).sort()).toEqual([false, true]);
  });

  test('checkouts with an unlimited voucher do not wait for each other', async () => {
    await givenVoucher(database.db, { code: 'HOT', usesLimit: null });
    const [first, second] = [await givenOrder(), await givenOrder()];
    await database.db.transaction(async (tx) => {
      const { id } = (await reserveVouchers(tx, ['HOT'])).usable('HOT', NOW)!;
      expect(await take('HOT', second)).toBe(true);
      expect(await takeVoucherUses(tx, [{ voucherId: id, orderId: first }], NOW)).toBe(true);
    });
    expect(await usesOf('HOT')).toBe(2);
  });

  test('a reserved voucher that becomes limited meanwhile is refused if no use is left', async () => {
    await givenVoucher(database.db, { code: 'TURNED', usesLimit: null });
    const [first, second] = [await givenOrder(), await givenOrder()];
    await take('TURNED', second);
    await database.db.transaction(async (tx) => {
      const { id } = (await reserveVouchers(tx, ['TURNED'])).usable('TURNED', NOW)!;
      await database.db.run(`update vouchers set uses_limit = 1 where code = 'TURNED'`);
      expect(await takeVoucherUses(tx, [{ voucherId: id, orderId: first }], NOW)).toBe(false);
    });
    expect(await usesOf('TURNED')).toBe(1);
  });

  test('the recount finds a wrong counter', async () => {
    expect(await miscountedVouchers(database.db)).toEqual([]);
    await givenVoucher(database.db, { code: 'WRONG', uses: 4 });
    expect(await miscountedVouchers(database.db)).toEqual([{ code: 'WRONG', uses: 4, counted: 0 }]);
  });
});
