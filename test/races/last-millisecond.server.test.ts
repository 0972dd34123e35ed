import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { releaseExpiredHolds } from '#features/stock/server/public.ts';
import { rounds } from '../support/rounds.ts';
import { checkout, makeCart, roundsUntilWrong } from './buying-together.ts';
import { givenTwoShops, setClocks, type TwoShops } from './two-shops.ts';

const LIFETIME_MS = 15 * 60_000;
let two: TwoShops;
afterEach(() => two.close());

interface End {
  readonly status: number;
  readonly isOrdered: boolean;
  /** Whether the unit of the cart still exists. */
  readonly isTaken: boolean;
}

/** In a cart's last millisecond, one server orders it while the other, for which it has expired, frees its units. */
async function raceInLastMillisecond(round: number): Promise<End> {
  const [{ db, clock }, other] = two.shops;
  const cart = await makeCart(two, 0);
  const unit = await db.row<{ id: number }>(
    'select unit_id as id from cart_lines where cart_id = (select id from carts where code = $1)',
    [cart],
  );
  const end = new Date(clock.now().getTime() + LIFETIME_MS);
  await setClocks(two, new Date(end.getTime() - 1));
  let isOver = false;
  const sweep = async () => {
    await pause((round * 7) % 30);
    do await releaseExpiredHolds(other.db).run(end);
    while (!isOver);
  };
  const order = async () => {
    const { status } = await checkout(two, 0, cart).finally(() => {
      isOver = true;
    });
    return status;
  };
  const [status] = await Promise.all([order(), sweep()]);
  const placed = await db.row('select from orders where cart_id = (select id from carts where code = $1)', [cart]);
  const taken = await db.row('select from stock_units where id = $1', [unit!.id]);
  return { status, isOrdered: placed !== undefined, isTaken: taken !== undefined };
}

test('in its last millisecond a cart is ordered or freed, never both', async () => {
  two = await givenTwoShops();
  const seen = new Set<number>();
  for (let round = 0; round < 10 * rounds; round += 1) {
    const { status, isOrdered, isTaken } = await raceInLastMillisecond(round);
    expect([isOrdered, isTaken]).toEqual([status === 200, status === 200]);
    seen.add(status);
  }
  expect([...seen].filter((status) => status !== 200 && status !== 410)).toEqual([]);
  // With the clock moved, the last cart expires at the first server too, whose clock was behind.
  await setClocks(two, new Date(two.shops[0].clock.now().getTime() + 1));
  expect(await two.findings()).toEqual([]);
});

test('without locks and the second check of the hold, ordered units are freed too', async () => {
  const guards = [
    { statement: /from shop_items\s+where id in \(select item_id/, words: /for no key update/ },
    { statement: /from shop_items where id = \$1/, words: /for no key update skip locked/ },
    { statement: /with expired as materialized/, words: /for update skip locked/ },
    {
      statement: /with expired as materialized/,
      words: /where id in \(select id from expired\) and status = 'held' and held_until <= \$2/,
      instead: 'where id in (select id from expired)',
    },
    // The sale is written but not committed, so others must still see the old hold.
    { statement: /set status = 'sold', held_until = null/, pauseMs: 40 },
  ];
  const drop = ['alter table order_lines drop constraint order_lines_unit_id_fkey'];
  two = await givenTwoShops({ guards, drop });
  // The counter of sold units must not stop the second loss.
  for (let sold = 0; sold < 3; sold += 1) await checkout(two, 0, await makeCart(two, 0));
  let round = 0;
  const goesWrong = async () => {
    round += 1;
    const { isOrdered, isTaken } = await raceInLastMillisecond(round);
    return isOrdered && !isTaken;
  };
  expect(await roundsUntilWrong(goesWrong)).not.toBeNull();
  expect(two.removals()).toBeGreaterThan(0);
});
