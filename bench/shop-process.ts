import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ShopProcess {
  /** Without a slash at the end. */
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

const PROJECT = path.resolve(import.meta.dirname, '..');
export const SECRET_KEY = 'a key for the bench that protects nothing at all';
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];

/**
 * Starts the real server as its own process on a database and waits until it answers. `env` is on top of a quiet test shop
 * without the demo's orders; `nodeArguments` come before the program, such as `--cpu-prof`.
 */
export async function startShop(
  databaseUrl: string,
  env: Record<string, string> = {},
  nodeArguments: readonly string[] = [],
): Promise<ShopProcess> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      ...nodeArguments,
      '--import',
      path.join(PROJECT, 'tools/set-up/stop-with-parent.mjs'),
      path.join(PROJECT, 'src/apps/server/main.ts'),
    ],
    {
      cwd: PROJECT,
      env: {
        ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
        SHOP_ENV: 'test',
        DEMO_ORDERS: '0',
        LOG_LEVEL: 'warn',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        SECRET_KEY,
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let log = '';
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    log = (log + text).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await isHealthy(origin)); tries += 1) {
    if (child.exitCode !== null || tries > 3_600) {
      child.kill('SIGKILL');
      throw new Error(`The shop did not start:\n${log}`);
    }
    await pause(50);
  }
  return {
    origin,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const isHealthy = (origin: string): Promise<boolean> =>
  fetch(`${origin}/health`).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status === 200;
    },
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
