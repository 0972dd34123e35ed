import { afterEach, expect, test } from 'vitest';
import { rounds } from '../support/rounds.ts';
import { add, roundsUntilWrong } from './buying-together.ts';
import { givenTwoShops, NO_LIMITS, type TwoShops } from './two-shops.ts';

const MAX = 5;
const limits = { ...NO_LIMITS, 'held-items-account': MAX, 'held-items-network': MAX };
/** Different items, so that adding them shares no item's lock. */
const ITEMS = ['saturday', 'dune-camping', 'coach-brussels'];
const ADDS = 12;
const NETWORK = '203.0.113.20';

let two: TwoShops;
afterEach(() => two.close());

const holders = {
  account: { add: (turn: number) => add(two, turn, itemOf(turn)), where: 'c.customer_id is not null' },
  network: { add: addAsGuest, where: 'c.customer_id is null' },
} as const;
type Holder = keyof typeof holders;

const itemOf = (turn: number) => ITEMS[Math.floor(turn / 2) % ITEMS.length]!;

async function addAsGuest(turn: number): Promise<{ status: number }> {
  const { status } = await two.shops[turn % 2]!.fetch('/api/add-product-to-cart', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': NETWORK },
    body: JSON.stringify({
      external_code: itemOf(turn),
      full_name: 'Ada Lovelace',
      email: 'ada@example.org',
      age: itemOf(turn) === 'saturday' ? '25-34' : null,
      data: 'none',
    }),
  });
  return { status };
}

/** Adds items at both servers at once. Returns how many the account or network then holds, and the sorted statuses. */
async function addTogether(of: Holder) {
  const { db } = two.shops[0];
  await db.run('delete from cart_lines');
  const answers = await Promise.all(Array.from({ length: ADDS }, (_, turn) => holders[of].add(turn)));
  const { held } = (await db.row<{ held: number }>(
    `select count(*) as held from cart_lines l join carts c on c.id = l.cart_id where ${holders[of].where}`,
  ))!;
  return { held, statuses: answers.map(({ status }) => status).sort() };
}

test.each(['account', 'network'] as const)(
  'one %s that adds items at two servers at once never holds more than its limit',
  async (of) => {
    two = await givenTwoShops({ limits });
    for (let round = 0; round < 4 * rounds; round += 1) {
      const { held, statuses } = await addTogether(of);
      expect(held).toBe(MAX);
      expect(statuses).toEqual([...Array(MAX).fill(200), ...Array(ADDS - MAX).fill(409)]);
    }
  },
);

const lock = {
  statement: /pg_advisory_xact_lock\(key\)/,
  words: /pg_advisory_xact_lock\(key\)/,
  instead: 'key is null',
  meet: true,
};

test.each(['account', 'network'] as const)('without the lock, one %s holds more than its limit', async (of) => {
  two = await givenTwoShops({ limits, guards: [lock] });
  const exceedsLimit = async () => (await addTogether(of)).held > MAX;
  expect(await roundsUntilWrong(exceedsLimit)).not.toBeNull();
  expect(two.removals()).toBeGreaterThan(0);
});
