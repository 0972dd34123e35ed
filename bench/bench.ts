import type { BenchDatabase, BenchServer } from './databases.ts';
import type { Visit } from './load/visitors.ts';
import { cpuSecondsOf, memoryOf, resetPeakMemory } from './process-usage.ts';
import type { ImportRow, OfficeRow, Row, WithOffice } from './report.ts';
import { runGenerator } from './run-load.ts';
import { type ShopProcess, startShop } from './shop-process.ts';

/** How long and how much to measure: the quick form takes minutes, the full one at least half an hour. */
export interface Sizes {
  seconds: number;
  warmUpSeconds: number;
  /** Numbers of concurrent clients for purchases and carts. */
  clients: readonly number[];
  /** The number of orders in the shop at each step of the growth. */
  orders: readonly number[];
  /** How many times each number of orders is measured, in turn. */
  rounds: number;
  /** The number of items on sale at each step. */
  items: readonly number[];
}

export interface Bench {
  server: BenchServer;
  /** A shop with the demo, customers who are logged in, and stock that does not run out. No process runs on it. */
  prepared: BenchDatabase;
  customers: number;
  /** The number of the next customer to buy. */
  nextToken: number;
  sizes: Sizes;
  rows: Row[];
  officeRows: OfficeRow[];
  importRows: ImportRow[];
  /** Purchases with and without people in the office. */
  withOffice: WithOffice | null;
  say(line: string): void;
}

/** Runs work on a shop that uses a copy of the prepared database. */
export async function withShop<T>(
  bench: Bench,
  env: Record<string, string>,
  work: (shop: ShopProcess, database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const database = await bench.server.copyOf(bench.prepared);
  try {
    const shop = await startShop(database.url, env);
    try {
      return await work(shop, database);
    } finally {
      await shop.stop();
    }
  } finally {
    await database.drop();
  }
}

export interface Measurement {
  work: string;
  visit: Visit;
  clients: number;
  /** Limits of this machine, measured right after the work; the row shows each with its ratio. */
  limits?: { what: string; measure(): Promise<number> }[];
  /** Measures this many slots of this many seconds instead of the usual time; the row has the work done in each. */
  slots?: { count: number; seconds: number; onBegin(): void };
}

/** Measures work on a shop and the limits of the same machine, and adds a row to the table. */
export async function measure(bench: Bench, shop: ShopProcess, wanted: Measurement): Promise<Row> {
  const { work, visit, clients, slots } = wanted;
  const { warmUpSeconds } = bench.sizes;
  const seconds = slots ? slots.count * slots.seconds : bench.sizes.seconds;
  let [atBegin, atEnd] = [cpuOf(bench, shop), cpuOf(bench, shop)];
  resetPeakMemory(shop.pid);
  const result = await runGenerator(
    'load/generator.ts',
    { origin: shop.origin, visit, clients, seconds, warmUpSeconds, slotSeconds: slots?.seconds },
    {
      onBegin() {
        atBegin = cpuOf(bench, shop);
        slots?.onBegin();
      },
      onEnd: () => (atEnd = cpuOf(bench, shop)),
    },
  );
  const limits: Row['limits'] = [];
  for (const { what, measure: limit } of wanted.limits ?? []) limits.push({ what, perSecond: await limit() });
  const row: Row = {
    work,
    clients,
    ...result,
    ...cpuPerOperation(atBegin, atEnd, result.done),
    memory: memoryOf(shop.pid),
    limits,
  };
  bench.rows.push(row);
  const ratios = limits.map(({ what, perSecond }) => `${(row.perSecond / perSecond).toFixed(2)} of ${what}`).join(', ');
  bench.say(
    `${work}, ${clients}: ${row.perSecond.toFixed(1)}/s, p50 ${row.p50.toFixed(1)} ms, p99 ${row.p99.toFixed(1)} ms, ` +
      `CPU ${row.serverCpuMs!.toFixed(2)} + ${row.databaseCpuMs!.toFixed(2)} ms${ratios && `, ${ratios}`}` +
      (row.refused > 0 ? `, refused ${row.refused}` : '') +
      (row.failed > 0 ? `, FAILED ${row.failed}: ${row.failures.join(' | ')}` : ''),
  );
  return row;
}

/** CPU seconds that the shop's process and all of PostgreSQL have used; NaN if the machine does not report them. */
export interface CpuUsed {
  server: number;
  database: number;
}

export const cpuOf = ({ server }: Bench, shop: ShopProcess): CpuUsed => ({
  server: cpuSecondsOf(shop.pid) ?? Number.NaN,
  database: (server.pid && cpuSecondsOf(server.pid, true)) || Number.NaN,
});

/** Returns the CPU milliseconds per operation, for the operations done between two samples. */
export const cpuPerOperation = (before: CpuUsed, after: CpuUsed, operations: number) => ({
  serverCpuMs: ((after.server - before.server) * 1_000) / operations,
  databaseCpuMs: ((after.database - before.database) * 1_000) / operations,
});

/** Requests a customer's data as the shop's own pages do after their first request. */
export const ownBundle = (token: string, catalogueVersion: string) =>
  ({
    kind: 'request',
    method: 'POST',
    path: '/api/get-data',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: JSON.stringify({ token, catalogue_version: catalogueVersion, catalogue: 'changes', orders: 'newest' }),
  }) as const;

/** Returns the version of the catalogue that the first page gives a browser. */
export async function catalogueVersionOf(shop: ShopProcess): Promise<string> {
  const answer = await fetch(`${shop.origin}/api/get-data`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await answer.json()) as { data: { catalogue_version: string } }).data.catalogue_version;
}
