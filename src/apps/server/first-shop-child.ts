import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { StartProblem } from '#platform/config/start-problem.ts';

const PROGRAM = fileURLToPath(new URL('./first-shop-process.ts', import.meta.url));

export interface FirstShopJob {
  readonly config: Config;
  readonly engine: { readonly connection: pg.ClientConfig; readonly isPooled: boolean };
  readonly now: Date;
}

/** `failure` says why the shop could not be loaded. */
export type FirstShopResult = { readonly failure?: string };

/**
 * By default glibc uses an arena for each encoding thread, which takes twice the memory, and does not return the memory
 * of freed pictures to the system. The thresholds are in bytes.
 */
const FRUGAL_ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Loads the first shop in a child process. Drawing its pictures takes hundreds of megabytes, which the allocator would
 * keep for as long as the shop runs. Throws a `StartProblem` when the child fails or is killed.
 */
export async function loadFirstShopInChild({ config, engine, now }: FirstShopJob): Promise<void> {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    // Omits this process's own options, such as a debugger's port. V8's young generation stays small: three times
    // 16 MB would hold nothing but garbage from reading the folder.
    execArgv: ['--max-semi-space-size=2'],
    env: { ...process.env, ...FRUGAL_ALLOCATOR },
  });
  const job: FirstShopJob = { config, engine: { connection: engine.connection, isPooled: engine.isPooled }, now };
  const { failure } = await new Promise<FirstShopResult>((resolve) => {
    child.once('message', (message) => resolve(message as FirstShopResult));
    child.once('error', ({ message }) => resolve({ failure: message }));
    child.once('exit', (code, signal) =>
      resolve({
        failure: `The process that loads the shop ended with ${signal ?? `code ${code}`}. Nothing was left half done: start the shop again.`,
      }),
    );
    child.send(job, (error) => error && resolve({ failure: error.message }));
  });
  if (child.connected) child.disconnect();
  if (failure !== undefined) throw new StartProblem(failure);
}
