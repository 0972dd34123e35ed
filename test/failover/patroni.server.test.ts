import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDb } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { expectNothingLost } from '../faults/support/nothing-lost.ts';
import { givenSale, type Sale } from '../faults/support/sale.ts';
import { rounds } from '../support/rounds.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { beginCrowd } from './support/crowd.ts';
import { givenPatroni, missingPrograms, type NodeName, type Patroni } from './support/patroni.ts';

// Two shop processes sell on the cluster of docs/high-availability.md while its primary is lost in four ways. This
// takes minutes, so it belongs to `npm run test:long`.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const isRun = rounds > 1 && missingPrograms.length === 0;
if (rounds > 1 && missingPrograms.length > 0) {
  console.warn(`NOT RUN: the shop on Patroni, because this machine has no ${missingPrograms.join(', ')}.`);
}

let patroni: Patroni;
let sale: Sale;
const shops: ShopProcess[] = [];
const bought: { order: string; total: number }[] = [];

beforeAll(async () => {
  if (!isRun) return;
  patroni = await givenPatroni();
  await migrate({ connectionString: patroni.url });
  const db = openDb({ connection: { connectionString: patroni.url } });
  sale = await givenSale(db, 20_000);
  await db.end();
  for (const _ of [1, 2]) shops.push(await startShop({ databaseUrl: patroni.url, env: { LOG_LEVEL: 'error' } }));
});
afterAll(async () => {
  if (!isRun) return;
  // These are the same processes as at the start: none has ended in between.
  expect(await Promise.all(shops.map((shop) => shop.stop()))).toEqual(shops.map(() => 0));
  await patroni.stop();
});

/** Loses the primary under load, and waits until both processes sell on its successor. */
async function losePrimary(what: string, how: (primary: NodeName) => unknown): Promise<NodeName> {
  const primary = await patroni.untilWhole();
  const crowd = beginCrowd(
    sale,
    shops.map(({ url }) => url),
    4,
  );
  await crowd.eachSells();
  await pause(1_000);
  const begun = performance.now();
  await how(primary);
  await patroni.untilReplaced(primary);
  const without = performance.now() - begun;
  const more = await crowd.eachSells();
  await crowd.end();
  bought.push(...crowd.bought);
  const db = openDb({ connection: { connectionString: patroni.url } });
  await expectNothingLost(db, sale, bought);
  await db.end();
  console.info(
    `${what}: a new primary after ${Math.round(without)} ms, both processes sell ${Math.round(more)} ms later; ` +
      `${crowd.bought.length} orders meanwhile, all there`,
  );
  expect(more).toBeLessThan(20_000);
  return primary;
}

test.runIf(isRun)(
  'a primary switched off under load loses nothing acknowledged, and both processes sell again',
  async () => {
    const lost = await losePrimary('switched off', (primary) => patroni.kill(primary));
    patroni.start(lost);
    await patroni.untilWhole();
  },
);

test.runIf(isRun)('a switchover under load loses nothing acknowledged, and both processes sell again', async () => {
  await losePrimary('switched over', () => patroni.switchOver());
});

test.runIf(isRun)('a primary that freezes and then continues no longer accepts writes', async () => {
  const lost = await losePrimary('standing still', (primary) => patroni.pause(primary));
  patroni.resume(lost);
  expect(await patroni.untilWhole()).not.toBe(lost);
  expect(await patroni.acceptsWrites(lost)).toBe(false);
});

test.runIf(isRun)('a primary that is cut off from etcd steps down before another one is chosen', async () => {
  const lost = await losePrimary('cut off', (primary) => patroni.cutOff(primary));
  expect(await patroni.acceptsWrites(lost)).toBe(false);
  patroni.reconnect(lost);
  await patroni.untilWhole();
});
