import { afterEach, expect, test } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { checkout, makeCart, newMovement, placeOrder, reportPaid, roundsUntilWrong } from './buying-together.ts';
import { givenTwoShops, setClocks, type TwoShops } from './two-shops.ts';

const BUYERS = 6;
/** Matches statements that lock a voucher; a checkout first reads it without a lock. */
const LOCKED = /from vouchers\b[\s\S]*for no key update/;

let two: TwoShops;
afterEach(() => two.close());

/**
 * Lets several buyers check out at once with a voucher that has one use left. Returns the sorted statuses, how many
 * orders got it, and whether it was used too often.
 */
async function raceForLastUse() {
  const { db } = two.shops[0];
  await db.run(`update vouchers set uses_limit = uses + 1 where code = 'LARK20'`);
  const before = (await uses()).taken;
  const carts = await Promise.all(Array.from({ length: BUYERS }, (_, turn) => makeCart(two, turn)));
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

test('of many who check out at two servers, one gets the voucher’s last use', async () => {
  two = await givenTwoShops();
  for (let round = 0; round < 5 * rounds; round += 1) {
    const { statuses, orders } = await raceForLastUse();
    expect([statuses, orders]).toEqual([[200, ...Array.from({ length: BUYERS - 1 }, () => 422)], 1]);
  }
  expect(await two.findings()).toEqual([]);
});

test('without the lock on the voucher, several orders get its last use', async () => {
  const guards = [{ statement: LOCKED, words: /for no key update/, meet: true }];
  two = await givenTwoShops({ guards });
  expect(await roundsUntilWrong(async () => (await raceForLastUse()).isOverused)).not.toBeNull();
  expect(two.removals()).toBeGreaterThan(0);
});

const MINUTE = 60_000;

/** Reports late money for an order that had returned its use, while another customer checks out with the last one. */
async function raceLateMoney(): Promise<boolean> {
  const [{ db, clock }, other] = two.shops;
  await db.run(`update vouchers set uses_limit = null where code = 'LARK20'`);
  const late = await placeOrder(two, 'saturday', 'LARK20');
  await setClocks(two, new Date(clock.now().getTime() + 45 * MINUTE));
  await two.shops[0].settle();
  await db.run(`update vouchers set uses_limit = uses + 1 where code = 'LARK20'`);
  const cart = await makeCart(two, 0);
  const [status] = await Promise.all([reportPaid(other, late, newMovement()), checkout(two, 0, cart, 'LARK20')]);
  expect(status).toBe(200);
  const { taken, limit } = await uses();
  return taken === limit;
}

test('late money or another customer gets the last use of a voucher, never both', async () => {
  // Each reader of the voucher waits until another one has read it too, which only the lock prevents.
  for (const guards of [[], [{ statement: LOCKED, meet: true }]]) {
    two = await givenTwoShops({ guards });
    for (let round = 0; round < (guards.length > 0 ? 1 : 3 * rounds); round += 1)
      expect(await raceLateMoney()).toBe(true);
    expect(await two.findings()).toEqual([]);
    if (guards.length === 0) await two.close();
  }
});

test('without the lock on the voucher, both late money and another customer get its last use', async () => {
  const guards = [{ statement: LOCKED, words: /for no key update/, meet: true }];
  two = await givenTwoShops({ guards });
  expect(await roundsUntilWrong(async () => !(await raceLateMoney()))).not.toBeNull();
  expect(two.removals()).toBeGreaterThan(0);
});
