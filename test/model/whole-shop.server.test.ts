import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds, seed, timeForRuns } from '../support/rounds.ts';
import { type Count, walk, walks } from './walk.ts';
import { givenWorlds, spoil, type World, type Worlds } from './world.ts';

// Customers, the gateway, the operator and the clock act at random, and a small model predicts after every step the
// state of each order, payment, item, refund and unit of stock. LONG_ROUNDS multiplies the walks, SEED repeats one.

const LENGTH = rounds > 1 ? 120 : 60;

let worlds: Worlds;
beforeAll(async () => {
  worlds = await givenWorlds();
});
afterAll(() => worlds.close());

test(`whatever anybody does, the shop is in the state that the model predicts (seed ${seed})`, {
  timeout: rounds * 60_000 + 60_000,
}, async () => {
  const count: Count = new Map();
  let walked = 0;
  const mayBegin = timeForRuns(rounds * 10_000);
  const property = fc.asyncProperty(walks(LENGTH), async (commands) => {
    if (!mayBegin()) return;
    await inNewWorld((world) => walk(world, commands, count));
    walked += 1;
  });
  const numRuns = 10 * rounds;
  await fc.assert(property, { numRuns, seed });
  const done = [...count.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${walked} walks, ${done} steps, seed ${seed}`);
  if (rounds > 1)
    console.log(
      [...count]
        .sort()
        .map(([what, times]) => `${times} ${what}`)
        .join('\n'),
    );
  // A run with few effects would prove little.
  if (walked === numRuns) expect(count.size).toBeGreaterThan(25);
});

async function inNewWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await worlds.next();
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

/** Faults put into the shop: triggers that drop or falsify writes unnoticed. A walk must find each of them. */
const faults = {
  'a code that was replaced is not revoked': {
    table: 'revoked_tickets',
    when: 'before insert',
    body: 'return null;',
  },
  'a new holder keeps the old code': {
    table: 'tickets',
    when: 'before update of code',
    body: 'new.code := old.code; return new;',
  },
  'money counts twice': {
    table: 'payments',
    when: 'before update of paid_amount',
    body: 'new.paid_amount := old.paid_amount + 2 * (new.paid_amount - old.paid_amount); return new;',
  },
  'an abandoned order keeps its units': {
    table: 'order_lines',
    when: 'before update of unit_id',
    body: 'new.unit_id := coalesce(new.unit_id, old.unit_id); return new;',
  },
  'a requested refund leaves its tickets in use': {
    table: 'tickets',
    when: 'before update of status',
    body: `if new.status = 'refund' then new.status := 'active'; end if; return new;`,
  },
} as const;

test.each(Object.entries(faults))(
  'a walk finds that %s',
  async (_name, fault) => {
    const property = fc.asyncProperty(walks(LENGTH), (commands) =>
      inNewWorld(async (world) => {
        await spoil(world, fault);
        await walk(world, commands, new Map());
      }),
    );
    const { failed } = await fc.check(property, { numRuns: 60, seed: 16, endOnFailure: true });
    expect(failed).toBe(true);
  },
  120_000,
);
