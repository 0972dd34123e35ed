import { afterEach, expect, test } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { aCart, checkout, roundsUntilWrong } from './buying-together.ts';
import { givenTwoShops, type TwoShops } from './two-shops.ts';

const BUYERS = 6;
let two: TwoShops;
afterEach(() => two.close());

/** Everybody checks out at once with a voucher of one use; the answers' statuses, sorted, and how many orders have its use. */
async function lastUse() {
  const { db } = two.shops[0];
  await db.run(`update vouchers set uses_limit = uses + 1 where code = 'LARK20'`);
  const before = (await uses()).taken;
  const carts = await Promise.all(Array.from({ length: BUYERS }, (_, turn) => aCart(two, turn)));
  const answers = await Promise.all(carts.map((cart, turn) => checkout(two, turn, cart, 'LARK20')));
  const { taken, limit } = await uses();
  return { statuses: answers.map(({ status }) => status).sort(), orders: taken - before, isOverused: taken > limit };
}
const uses = async () =>
  (await two.shops[0].db.row<{ taken: number; limit: number }>(
    `select count(used.order_id) as taken, max(voucher.uses_limit)::int as limit
     from vouchers voucher left join voucher_uses used on used.voucher_id = voucher.id and used.given_back_at is null
     where voucher.code = 'LARK20'`,
  ))!;

test('given one use of a voucher that is left, when many check out with it at two servers, then one order has it and the others are told', async () => {
  two = await givenTwoShops();
  for (let round = 0; round < 5 * rounds; round += 1) {
    const { statuses, orders } = await lastUse();
    expect([statuses, orders]).toEqual([[200, ...Array.from({ length: BUYERS - 1 }, () => 422)], 1]);
  }
  expect(await two.findings()).toEqual([]);
});

test('twin: without the lock of the voucher several orders have its last use', async () => {
  const guards = [{ statement: /from vouchers\b/, words: /for no key update/, meet: true }];
  two = await givenTwoShops({ guards });
  expect(await roundsUntilWrong(10, async () => (await lastUse()).isOverused)).not.toBeNull();
  expect(two.taken()).toBeGreaterThan(0);
});
