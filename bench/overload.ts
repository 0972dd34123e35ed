// node bench/overload.ts [seconds]: checks that buyers with a cart can finish when more come than the shop can carry.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBenchServer } from './databases.ts';
import { prepare } from './fill/prepare.ts';
import { Buyers, nobodyYet, type Seen } from './overload/buyers.ts';
import { startShop } from './shop-process.ts';

const CUSTOMERS = 2_000;
/** This many concurrent buyers keep the shop busy without a noticeable queue, to measure its capacity. */
const BUYERS_AT_ONCE = 12;
const EVERYBODY = { MAX_NEW_REQUESTS: '100000', BUSY_AFTER_MS: '600000' };

const seconds = Number(process.argv[2] ?? 15);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-overload-'));
const server = await openBenchServer(process.env.DATABASE_URL);
try {
  const model = await server.newDatabase();
  await prepare(model, CUSTOMERS, folder);
  const capacity = await withBuyers({}, (buyers) => capacityOf(buyers));
  console.log(
    `\n${os.cpus().length} cores, ${server.describe}. Capacity: ${capacity.toFixed(0)} purchases a second.\n`,
  );
  console.log(
    '| buyers a second | refused early | come | bought /s | refused | 503 p99 ms | in checkout p50 ms | p99 ms | longest ms | whole purchase p99 ms | failures | memory MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const times of [0.5, 1, 2, 4]) await row(times, true);
  await row(2, false);
  await model.drop();

  async function row(times: number, isRefusedEarly: boolean): Promise<void> {
    await withBuyers(isRefusedEarly ? {} : EVERYBODY, async (buyers, pid) => {
      const seen = await comeAt(capacity * times, buyers);
      const cells = [
        `${times} × capacity`,
        isRefusedEarly ? 'yes' : 'no',
        seen.came,
        (seen.bought / seconds).toFixed(0),
        seen.refusals.length,
        at(seen.refusals, 0.99),
        at(seen.inCheckout, 0.5),
        at(seen.inCheckout, 0.99),
        at(seen.inCheckout, 1),
        at(seen.whole, 0.99),
        [...seen.failures].map(([what, count]) => `${count} ${what}`).join(', ') || '0',
        memoryOf(pid),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    });
  }

  async function withBuyers<T>(
    env: Record<string, string>,
    work: (buyers: Buyers, pid: number) => Promise<T>,
  ): Promise<T> {
    const database = await server.copyOf(model);
    const shop = await startShop(database.url, { ROLE: 'all', DATA_DIR: folder, ...env });
    const buyers = new Buyers(shop.origin, CUSTOMERS);
    try {
      await during(2, () => buyers.buy(nobodyYet(), () => false), 4);
      return await work(buyers, shop.pid);
    } finally {
      buyers.close();
      await shop.stop();
      await database.drop();
    }
  }
} finally {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Measures purchases per second when each buyer starts after the previous one has finished. */
async function capacityOf(buyers: Buyers): Promise<number> {
  const seen = nobodyYet();
  await during(seconds, () => buyers.buy(seen, () => false), BUYERS_AT_ONCE);
  if (seen.failures.size > 0) throw new Error(`Buyers failed: ${[...seen.failures].join(', ')}`);
  return seen.bought / seconds;
}

/** Sends buyers at a steady rate, whether or not earlier ones have finished. */
async function comeAt(perSecond: number, buyers: Buyers): Promise<Seen> {
  const seen = nobodyYet();
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1_000;
  const all: Promise<void>[] = [];
  while (elapsed() < seconds) {
    while (all.length < elapsed() * perSecond) all.push(buyers.buy(seen, () => elapsed() > seconds));
    await pause(5);
  }
  await Promise.all(all);
  return seen;
}

async function during(howLong: number, work: () => Promise<void>, atOnce: number): Promise<void> {
  const end = performance.now() + howLong * 1_000;
  const repeat = async () => {
    while (performance.now() < end) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
}

/** Returns a quantile of the answer times, in whole milliseconds. */
function at(times: readonly number[], part: number): string {
  if (times.length === 0) return '–';
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(0);
}

/** Returns the memory of the shop's process, which only Linux reports. */
function memoryOf(pid: number): string {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kilobytes) / 1_024).toFixed(0);
  } catch {
    return '–';
  }
}
