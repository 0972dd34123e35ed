import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface StartedShop {
  readonly port: number;
  readonly pid: number;
  /** All output so far. */
  log(): string;
  /** Sends SIGTERM; resolves with the exit code when the shop has ended. */
  stop(): Promise<number>;
  /** Sends SIGKILL; resolves when the shop has ended. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** The shop's variables. Without PORT it listens on a free one. */
  readonly env: Readonly<Record<string, string>>;
  /** Arguments before the program, such as `--cpu-prof`. */
  readonly nodeArguments?: readonly string[];
  /** How long it may take to start, in milliseconds. */
  readonly withinMs: number;
  /** The folder of the program, such as another version's; this one by default. */
  readonly program?: string;
}

const PROJECT = path.resolve(import.meta.dirname, '..');
/** The shop inherits only these, so that variables in the developer's shell do not configure it. */
const INHERITED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_COMPILE_CACHE'];

/**
 * As `npm start` sets them. After the start the heap is shrunk, and V8 then hardly grows its young generation
 * again. With 4 MB instead of 1 it collects a quarter as often, which costs 5 MB.
 */
const PRODUCTION_ARGUMENTS = ['--min-semi-space-size=4'];
const PRODUCTION_VARIABLES = { MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Starts the real server as its own process, for tests and measurements, and waits until `GET /health` answers 200.
 * Throws with the shop's log if it does not. The shop ends with the process that started it.
 */
export async function startShopProcess(options: StartOptions): Promise<StartedShop> {
  const { env, nodeArguments = [], withinMs, program = PROJECT } = options;
  const port = Number(env.PORT) || (await freePort());
  const child = spawn(
    process.execPath,
    [
      ...PRODUCTION_ARGUMENTS,
      ...nodeArguments,
      '--import',
      path.join(PROJECT, 'tools/stop-with-parent.ts'),
      path.join(program, 'src/apps/server/main.ts'),
    ],
    {
      cwd: program,
      env: {
        ...PRODUCTION_VARIABLES,
        ...Object.fromEntries(INHERITED_VARIABLES.map((name) => [name, process.env[name]])),
        ...env,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const shop: StartedShop = {
    port,
    pid: child.pid!,
    log: () => log,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
  await untilHealthy(shop, child, withinMs);
  return shop;
}

async function untilHealthy(shop: StartedShop, child: ChildProcess, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The shop ended while it started (${child.exitCode ?? child.signalCode}):\n${shop.log()}`);
    }
    const isHealthy = await fetch(`http://127.0.0.1:${shop.port}/health`).then(
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

/**
 * These ports are outside the range from which a system assigns free ones. A shop listens on its port seconds after it
 * was chosen, and the system could meanwhile assign it to another test's server.
 */
const PORTS = { from: 20_000, count: 12_000 };

/** Returns a port that was free just now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
