import { afterEach, expect, test } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { add, makeCart, roundsUntilWrong } from './buying-together.ts';
import { givenTwoShops, type TwoShops } from './two-shops.ts';

const BUYERS = 8;
let two: TwoShops;
afterEach(() => two.close());

const db = () => two.shops[0].db;

/** Lets all buyers add the last unit of an item, or the last seat of a departure, at the same time. */
async function raceForLastOne(of: 'shop_items' | 'departures') {
  const isSeat = of === 'departures';
  const code = isSeat ? 'coach-amsterdam' : 'lark-lodge';
  const { id } = (await db().row<{ id: number }>(
    isSeat
      ? `select min(departures.id) as id from departures join shop_items item on item.id = item_id where external_code = $1`
      : 'select id from shop_items where external_code = $1',
    [code],
  ))!;
  // Only the seats must be limited.
  if (isSeat)
    await db().run(`update shop_items set capacity = null, capacity_wanted = null where external_code = $1`, [code]);
  await db().run(`update ${of} set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = $1`, [id]);
  const answers = await Promise.all(
    Array.from({ length: BUYERS }, (_, turn) =>
      add(two, turn, code, { transport_time_id: isSeat ? String(id) : null }),
    ),
  );
  const counters = await db().row<{ capacity: number; taken: number }>(
    `select capacity, sold + held as taken from ${of} where id = $1`,
    [id],
  );
  return { statuses: answers.map(({ status }) => status).sort(), ...counters! };
}

test.each(['shop_items', 'departures'] as const)(
  'of many who want the last unit of %s at two servers, one gets it and the others are refused',
  async (of) => {
    two = await givenTwoShops();
    for (let round = 0; round < 5 * rounds; round += 1) {
      const { statuses, capacity, taken } = await raceForLastOne(of);
      expect(statuses).toEqual([200, ...Array.from({ length: BUYERS - 1 }, () => 409)]);
      expect(taken).toBe(capacity);
    }
    expect(await two.findings()).toEqual([]);
  },
);

const items = {
  statement: /from shop_items where id = any\(\$1\) order by id/,
  words: /for no key update/,
  meet: true,
};
const seats = {
  statement: /from departures where id = any\(\$1\) order by id/,
  words: /for no key update/,
  meet: true,
};

test.each(['shop_items', 'departures'] as const)(
  'without locks and the check of %s, more are taken than there are',
  async (of) => {
    const drop = [`alter table ${of} drop constraint ${of}_never_oversold`];
    two = await givenTwoShops({ guards: of === 'shop_items' ? [items] : [{ ...items, meet: false }, seats], drop });
    const oversells = async () => {
      const { capacity, taken } = await raceForLastOne(of);
      return taken > capacity;
    };
    expect(await roundsUntilWrong(oversells)).not.toBeNull();
    expect(two.removals()).toBeGreaterThan(0);
  },
);

/** Adds the last unit that a cart may have of an item, from everywhere at once. Returns the cart's final count. */
async function raceForLastOfOrder(): Promise<number> {
  await db().run(`update shop_items set limit_per_order = 2 where external_code = 'saturday'`);
  const cart = await makeCart(two, 0);
  await Promise.all(Array.from({ length: BUYERS }, (_, turn) => add(two, turn, 'saturday', { cart })));
  return (await db().row<{ lines: number }>(
    'select count(*) as lines from cart_lines where cart_id = (select id from carts where code = $1)',
    [cart],
  ))!.lines;
}

test('the limit per order holds when one cart is filled at two servers', async () => {
  two = await givenTwoShops();
  for (let round = 0; round < 5 * rounds; round += 1) expect(await raceForLastOfOrder()).toBe(2);
  expect(await two.findings()).toEqual([]);
});

test('without the lock on the cart, it holds more than its limit', async () => {
  const guards = [
    {
      statement: /from carts where code = any\(\$1\) or former_code = any\(\$1\) order by id/,
      words: /for no key update/,
      meet: true,
    },
  ];
  two = await givenTwoShops({ guards });
  expect(await roundsUntilWrong(async () => (await raceForLastOfOrder()) > 2)).not.toBeNull();
  expect(two.removals()).toBeGreaterThan(0);
});
