import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds, seed, timeForRuns } from '../support/rounds.ts';
import { MoneyModel } from './money-model.ts';
import { moneyWalk, moneyWalks } from './money-walk.ts';
import { givenMoneyWorlds, type MoneyWorld, type MoneyWorlds } from './money-world.ts';
import type { Count } from './walk.ts';
import { spoil } from './world.ts';

// Cards, their owners' banks, the provider and the operator move money at random: payments now, later and with lost
// answers, refunds to cards that fail at once or weeks later, disputes and fraud warnings, payouts that fail or do not
// add up, charges of saved cards, a provider that is down. At the end every euro must be where the shop's books say.
// LONG_ROUNDS multiplies the walks, SEED repeats one.

const LENGTH = rounds > 1 ? 80 : 40;

let worlds: MoneyWorlds;
beforeAll(async () => {
  worlds = await givenMoneyWorlds();
});
afterAll(() => worlds.close());

test(`however money moves, the shop's books say where it is (seed ${seed})`, {
  timeout: rounds * 60_000 + 60_000,
}, async () => {
  const count: Count = new Map();
  let walked = 0;
  const mayBegin = timeForRuns(rounds * 20_000);
  const property = fc.asyncProperty(moneyWalks(LENGTH), async (commands) => {
    if (!mayBegin()) return;
    await inNewWorld((world) => moneyWalk(world, commands, count));
    walked += 1;
  });
  const numRuns = 3 * rounds;
  await fc.assert(property, { numRuns, seed });
  const done = [...count.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${walked} money walks, ${done} steps of ${count.size} kinds, seed ${seed}`);
  if (rounds > 1)
    console.log(
      [...count]
        .sort()
        .map(([what, times]) => `${times} ${what}`)
        .join('\n'),
    );
  if (walked === numRuns) expect(count.size).toBeGreaterThan(12);
});

async function inNewWorld(work: (world: MoneyWorld) => Promise<void>): Promise<void> {
  const world = await worlds.next((now) => new MoneyModel(now));
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

/** Faults put into the shop. A walk must find each of them. */
const faults = {
  'a refund is requested under a new key each time': {
    table: 'refund_movements',
    when: 'before update of tries',
    body: `new.key := new.key || 'x'; return new;`,
  },
  'a disputed ticket is admitted': {
    table: 'tickets',
    when: 'before update of pending',
    body: 'new.pending := false; return new;',
  },
  'a returned refund stays done': {
    table: 'refund_movements',
    when: 'before update of status',
    body: `if old.status = 'done' then return null; end if; return new;`,
  },
  'a payout that failed stays booked': {
    table: 'payouts',
    when: 'before update of is_booked',
    body: 'new.is_booked := old.is_booked or new.is_booked; return new;',
  },
  'a removed card is still charged': {
    table: 'saved_methods',
    when: 'before update of ended_at',
    body: 'new.ended_at := null; return new;',
  },
} as const;

test.skipIf(rounds === 1).each(Object.entries(faults))(
  'a walk finds that %s',
  async (_name, fault) => {
    const property = fc.asyncProperty(moneyWalks(LENGTH), (commands) =>
      inNewWorld(async (world) => {
        await spoil(world, fault);
        await moneyWalk(world, commands, new Map());
      }),
    );
    const { failed } = await fc.check(property, { numRuns: 40, seed: 16, endOnFailure: true });
    expect(failed).toBe(true);
  },
  400_000,
);
