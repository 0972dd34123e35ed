// node bench/overload.ts [seconds]: checks that buyers with a cart can finish when more buyers come than the shop can
// serve.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBenchServer } from './databases.ts';
import { prepare } from './fill/prepare.ts';
import { Buyers, emptyResults, type RunResults } from './overload/buyers.ts';
import { startShop } from './shop-process.ts';

const CUSTOMERS = 2_000;
/** With fewer buyers at once the shop would be idle during disk syncs, and the measured capacity too low. */
const BUYERS_AT_ONCE = 64;
/** Code that is not compiled yet takes twice as long, so its first seconds are not measured. */
const CAPACITY_WARM_UP_SECONDS = 5;
const EVERYBODY = { MAX_NEW_REQUESTS: '100000', BUSY_AFTER_MS: '600000' };

const seconds = Number(process.argv[2] ?? 15);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-overload-'));
const server = await openBenchServer(process.env.DATABASE_URL);
try {
  const model = await server.newDatabase();
  await prepare(model, CUSTOMERS, folder);
  const capacity = await withBuyers({}, (buyers) => capacityOf(buyers), CAPACITY_WARM_UP_SECONDS);
  console.log(
    `\n${os.cpus().length} cores, ${server.describe}. Capacity: ${capacity.toFixed(0)} purchases a second.\n`,
  );
  console.log(
    '| buyers | arrived | bought /s | refused | 503 p99 ms | in checkout p50 ms | p99 ms | longest ms | whole purchase p99 ms | failures | memory MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const times of [0.5, 1, 2, 4]) {
    await row(`${times} × capacity`, {}, (buyers) => sendBuyersAt(capacity * times, buyers));
  }
  await row('2 × capacity, nobody refused early', EVERYBODY, (buyers) => sendBuyersAt(capacity * 2, buyers));
  for (const many of [16, 64]) {
    await row(`${many} at once`, {}, (buyers) => atOnce(many, seconds, buyers));
    await row(`${many} at once, first second after a start`, {}, (buyers) => atOnce(many, 1, buyers), 1, 0);
  }
  await model.drop();

  async function row(
    name: string,
    env: Record<string, string>,
    send: (buyers: Buyers) => Promise<RunResults>,
    lasts = seconds,
    warmUpSeconds = 2,
  ): Promise<void> {
    await withBuyers(
      env,
      async (buyers, pid) => {
        const results = await send(buyers);
        const cells = [
          name,
          results.arrived,
          (results.bought / lasts).toFixed(0),
          results.refusals.length,
          quantileOf(results.refusals, 0.99),
          quantileOf(results.inCheckout, 0.5),
          quantileOf(results.inCheckout, 0.99),
          quantileOf(results.inCheckout, 1),
          quantileOf(results.whole, 0.99),
          [...results.failures].map(([what, count]) => `${count} ${what}`).join(', ') || '0',
          memoryOf(pid),
        ];
        console.log(`| ${cells.join(' | ')} |`);
      },
      warmUpSeconds,
    );
  }

  async function withBuyers<T>(
    env: Record<string, string>,
    work: (buyers: Buyers, pid: number) => Promise<T>,
    warmUpSeconds = 2,
  ): Promise<T> {
    const database = await server.copyOf(model);
    const shop = await startShop(database.url, { ROLE: 'all', DATA_DIR: folder, ...env });
    const buyers = new Buyers(shop.origin, CUSTOMERS);
    try {
      await repeatFor(warmUpSeconds, () => buyers.buy(emptyResults(), () => false), 4);
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

/** Keeps this many buyers in the shop: when one has finished, the next one starts. Purchases after the end do not count. */
async function atOnce(many: number, howLong: number, buyers: Buyers): Promise<RunResults> {
  const results = emptyResults();
  const buying = repeatFor(howLong, () => buyers.buy(results, () => false), many);
  await pause(howLong * 1_000);
  const { bought } = results;
  await buying;
  return { ...results, bought };
}

/** Measures purchases per second with `BUYERS_AT_ONCE` buyers in the shop all the time. */
async function capacityOf(buyers: Buyers): Promise<number> {
  const results = await atOnce(BUYERS_AT_ONCE, seconds, buyers);
  if (results.failures.size > 0) throw new Error(`Buyers failed: ${[...results.failures].join(', ')}`);
  return results.bought / seconds;
}

/** Sends buyers at a steady rate, whether or not earlier ones have finished. */
async function sendBuyersAt(perSecond: number, buyers: Buyers): Promise<RunResults> {
  const results = emptyResults();
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  const all: Promise<void>[] = [];
  while (elapsed() < seconds) {
    while (all.length < elapsed() * perSecond) all.push(buyers.buy(results, () => elapsed() > seconds));
    await pause(5);
  }
  await Promise.all(all);
  return results;
}

async function repeatFor(howLong: number, work: () => Promise<void>, atOnce: number): Promise<void> {
  const end = performance.now() + howLong * 1_000;
  const repeat = async () => {
    while (performance.now() < end) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
}

/** Returns a quantile of the answer times, in whole milliseconds. */
function quantileOf(times: readonly number[], part: number): string {
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
