import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { givenEmptyDatabase } from './database.ts';

export interface ShopOptions {
  /** Variables on top of the usual ones (a test shop with the time machine on a free port). */
  env?: Record<string, string>;
  /**
   * The database, as `DATABASE_URL`; a new empty one when absent. With `DATA_DIR` in `env` the shop opens its own embedded
   * engine instead. Give two shops the same address to have two processes of one shop.
   */
  databaseUrl?: string;
  /** How long the shop may take until it answers (default a minute: the first start imports the demo shop). */
  startWithinMs?: number;
}

export interface ShopProcess {
  /** Origin without a slash at the end. */
  url: string;
  port: number;
  pid: number;
  /** Everything it has printed so far. */
  log(): string;
  /** SIGTERM; resolves with the exit code when it has ended. Removes the database if this call made it. */
  stop(): Promise<number>;
  /** SIGKILL; resolves when it has ended. The database stays, for a next start. */
  kill(): Promise<void>;
}

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** As the starter sets it: tests start the same sources again and again. */
export const COMPILE_CACHE = path.join(PROJECT, '.cache/compiled');
/** Our own variables must not reach a test through the developer's shell. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];

/** Starts the real server as its own process and waits until `GET /health` answers 200. Throws with its log when it does not. */
export async function startShop(options: ShopOptions = {}): Promise<ShopProcess> {
  const ownDatabase = options.databaseUrl || options.env?.DATA_DIR ? undefined : await givenEmptyDatabase();
  const databaseUrl = options.databaseUrl ?? ownDatabase?.url;
  const port = Number(options.env?.PORT) || (await freePort());
  const child = spawn(
    process.execPath,
    [
      '--import',
      path.join(PROJECT, 'tools/set-up/stop-with-parent.mjs'),
      path.join(PROJECT, 'src/apps/server/main.ts'),
    ],
    {
      cwd: PROJECT,
      env: {
        ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        SHOP_ENV: 'test',
        TIME_MACHINE: '1',
        // A machine that runs several tests at once is slow, not overloaded.
        BUSY_AFTER_MS: '60000',
        MAX_NEW_REQUESTS: '100000',
        // What many buy in a shop is bought in a test by one account.
        LIMITS: 'cart-add-account=1000000/15, unpaid-orders=0, unpaid-items=1000000',
        PORT: String(port),
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        SECRET_KEY: 'a key for tests that protects nothing at all',
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const shop: ShopProcess = {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid!,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      await ownDatabase?.drop();
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
  await untilHealthy(shop, child, options.startWithinMs ?? 60_000);
  return shop;
}

async function untilHealthy(shop: ShopProcess, child: ChildProcess, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The shop ended at its start (${child.exitCode ?? child.signalCode}):\n${shop.log()}`);
    }
    const isHealthy = await fetch(`${shop.url}/health`).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status === 200;
      },
      () => false,
    );
    if (isHealthy) return;
    if (performance.now() > deadline) {
      await shop.kill();
      throw new Error(`The shop did not answer GET /health with 200 within ${withinMs / 1000} s:\n${shop.log()}`);
    }
    await pause(50);
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
