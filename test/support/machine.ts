import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tools/shop-process.ts';

/** A machine on which the shop was just installed and nothing was set up. */
export interface Machine {
  readonly url: string;
  /** Returns files below the installed program that were not there before the start. */
  writtenFiles(): string[];
  /** Sends SIGTERM, removes the machine, and resolves with the exit code. */
  stop(): Promise<number>;
}

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** What runs in production, without shop folders, tests and tools. */
const PROGRAM = ['package.json', 'src', 'db', 'dist'];

/**
 * Copies the program into an empty folder and starts it there with exactly these variables, without even PATH and HOME.
 * `PORT` is added unless it is given.
 */
export async function startOnNewMachine(variables: Readonly<Record<string, string>>): Promise<Machine> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-machine-'));
  const program = path.join(folder, 'program');
  const empty = path.join(folder, 'empty');
  fs.mkdirSync(empty);
  for (const name of PROGRAM) fs.cpSync(path.join(PROJECT, name), path.join(program, name), { recursive: true });
  fs.symlinkSync(path.join(PROJECT, 'node_modules'), path.join(program, 'node_modules'));
  const filesNow = () => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const installed = new Set(filesNow());

  const port = variables.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [path.join(program, 'src/apps/server/main.ts')], {
    cwd: empty,
    env: { ...variables, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const url = `http://localhost:${port}`;
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const deadline = performance.now() + 60_000;
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The shop did not start on a new machine:\n${log}`);
    }
    await pause(50);
  }
  return {
    url,
    writtenFiles: () => filesNow().filter((name) => !installed.has(name)),
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      fs.rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
