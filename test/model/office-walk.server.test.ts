import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { rounds, seed } from '../support/rounds.ts';
import type { OfficeStep } from './office-step.ts';
import { officeSteps } from './office-steps.ts';
import { givenOfficeWorlds, type OfficeWorld, type OfficeWorlds } from './office-world.ts';
import { outsideSteps } from './outside-steps.ts';
import { randomFrom } from './seeded-random.ts';
import { Picks } from './step.ts';

// Two members of staff work in the office at random, while customers buy, pay and want their money back, banks dispute
// and time passes. Some steps happen at the same time, and some between a preview and its confirmation. The outcome of
// a step cannot be predicted, but none may fail, a confirmed step does what its preview showed, and in the end
// everything adds up. LONG_ROUNDS multiplies the walks. SEED repeats a run, and WALK one walk of it, with the doctor
// after every step.

const WALKS = rounds > 1 ? 2 * rounds : 1;
const LENGTH = rounds > 1 ? 60 : 40;
const only = process.env.WALK === undefined ? null : Number(process.env.WALK);

let worlds: OfficeWorlds;
beforeAll(async () => {
  worlds = await givenOfficeWorlds();
});
afterAll(() => worlds.close());

const steps = { ...officeSteps, ...outsideSteps };
const weighted = Object.entries(steps).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));

test(`whatever staff and customers do, the doctor finds nothing (seed ${seed})`, {
  timeout: 120_000 + rounds * 60_000,
}, async () => {
  const count = new Map<string, number>();
  for (let walk = 0; walk < WALKS; walk += 1) {
    if (only !== null && walk !== only) continue;
    const world = await worlds.next();
    const trail: string[] = [];
    try {
      await takeWalk(world, picksOf(`office ${seed} ${walk}`), trail);
    } catch (error) {
      throw new Error(`SEED=${seed} WALK=${walk} after\n${trail.join('\n')}`, { cause: error });
    } finally {
      await world.close();
    }
    for (const what of trail) count.set(what, (count.get(what) ?? 0) + 1);
  }
  const taken = [...count.values()].reduce((sum, times) => sum + times, 0);
  console.log(`${WALKS} office walks, ${taken} steps, seed ${seed}`);
  if (rounds > 1) for (const [what, times] of [...count].sort()) console.log(`${times} ${what}`);
  expect(count.size).toBeGreaterThan(15);
});

function picksOf(text: string): Picks {
  const random = randomFrom(text);
  return new Picks(Array.from({ length: 5_003 }, () => Math.floor(random() * 1_000_000)));
}

async function takeWalk(world: OfficeWorld, picks: Picks, trail: string[]): Promise<void> {
  const take = async (first: string) => {
    const at = trail.push('') - 1;
    for (const name of [first, ...Array.from({ length: 5 }, () => picks.of(weighted)!), 'buy']) {
      trail[at] = `${name} …`;
      const came = await (steps[name]!.step as OfficeStep)(world, picks);
      trail[at] = `${name}: ${came}`;
      if (came !== null) return;
    }
  };
  for (let count = 0; count < 3; count += 1) await take('buy');
  for (let count = 0; count < LENGTH; count += 1) {
    await world.stayIn();
    const [one, two] = [picks.of(weighted)!, picks.of(weighted)!];
    if (picks.oneIn(5)) await Promise.all([take(one), take(two)]);
    else await take(one);
    await world.app.settle();
    if (only !== null) await addsUp(world);
  }
  // Within three days the shop recovers everything that was lost during the walk.
  for (let day = 0; day < 3; day += 1) await world.pass(24 * 3_600_000);
  await addsUp(world);
}

async function addsUp({ app, bank }: OfficeWorld): Promise<void> {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  const row = await app.db.row<{ bank: number; booked: number; provider: number }>(
    `select
       coalesce(sum(amount) filter (where account = 'bank'), 0)::bigint as bank,
       coalesce(sum(amount) filter (where account = 'gateway:sandbox'), 0)::bigint as booked,
       (select coalesce(sum(amount), 0) from sandbox_payments where transaction is not null)::bigint
         - (select coalesce(sum(amount), 0) from sandbox_refunds where status <> 'failed')::bigint
         - (select coalesce(sum(amount), 0) from sandbox_disputes where state in ('money_taken', 'lost'))::bigint
         as provider
     from ledger_entries`,
  );
  expect(row).toEqual({ bank, booked: row!.provider, provider: row!.provider });
}
