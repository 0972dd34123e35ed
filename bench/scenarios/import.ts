import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, catalogueVersionOf } from '../bench.ts';
import { type Add, startAdders } from '../import/adders.ts';
import { writeLargeFolder } from '../import/folder.ts';
import { latenciesOf } from '../load/latencies.ts';
import { SECRET_KEY, startShop } from '../shop-process.ts';

const CLIENTS = 4;
/** Each client adds at most once in this time, so the four clients add at most 200 times a second. */
const EVERY_MS = 20;
/** How long adds still count for an import that has ended, while the shop reads the catalogue again. */
const AFTER_IMPORT_MS = 2_000;
const PROGRAM = path.resolve(import.meta.dirname, '../../src/apps/cli/main.ts');

/** Measures how long adds to carts wait while the command line imports a folder with many items. */
export async function importDuringSale(bench: Bench): Promise<void> {
  const items = bench.sizes.items.at(-1)!;
  const large = writeLargeFolder(items);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-data-'));
  const database = await bench.server.newDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  try {
    bench.say(await runImport(large.folder, env));
    await database.client.query('vacuum analyze');
    const shop = await startShop(database.url, { ROLE: 'web', DATA_DIR: dataDir });
    const version = await catalogueVersionOf(shop);
    const adders = startAdders(shop.origin, { codes: large.codes, clients: CLIENTS, everyMs: EVERY_MS, version });
    const measureDuring = async (what: string, work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      const seconds = (performance.now() - startedAt) / 1_000;
      await pause(Math.min(AFTER_IMPORT_MS, bench.sizes.seconds * 1_000));
      // Adds that are not answered yet count for the next measurement.
      const meanwhile = adders.adds.filter(({ endedAt }) => endedAt > startedAt);
      bench.importRows.push({ what, items, seconds, adds: meanwhile.length, ...latenciesOf(meanwhile.map(tookOf)) });
      const { p50, p99, max } = bench.importRows.at(-1)!;
      bench.say(
        `${what}: ${seconds.toFixed(1)} s, ${meanwhile.length} adds, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`,
      );
    };
    const measureImport = async (what: string, change: () => void | Promise<void>) => {
      await change();
      await measureDuring(what, async () => bench.say(await runImport(large.folder, env)));
    };
    const measureNoImport = () => measureDuring('no import', () => pause(bench.sizes.seconds * 1_000));
    try {
      await pause(bench.sizes.warmUpSeconds * 1_000);
      await measureNoImport();
      await measureImport('import with nothing changed', () => {});
      await measureImport('import with another page', () => large.changePage());
      await measureImport('import with 1 % of the prices changed', () => large.changePrices(Math.ceil(items / 100)));
      await measureImport('import with all prices changed', () => large.changePrices(items));
      await measureNoImport();
    } finally {
      await adders.stop();
      await shop.stop();
    }
    if (adders.failures.length > 0) throw new Error(`${adders.failures.length} adds failed: ${adders.failures[0]}`);
  } finally {
    await database.drop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    large.remove();
  }
}

const tookOf = ({ startedAt, endedAt }: Add): number => endedAt - startedAt;

/** Runs the command line's import. Resolves with its last line of output; throws if it fails. */
function runImport(folder: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, 'import', folder], {
      env: { ...process.env, SHOP_ENV: 'test', SECRET_KEY, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output.trim().split('\n').at(-1)!);
      else reject(new Error(`The import ended with ${code}: ${output.slice(-2_000)}`));
    });
  });
}
