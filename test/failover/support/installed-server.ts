import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { asAccount, findEngineAccount } from '#platform/db/engine-account.ts';
import { findPostgres } from '../../../tools/test/find-postgres.mjs';

/** The programs of an installed PostgreSQL; undefined if this machine has none. */
export const installedPostgres: { bin: string; major: number } | undefined = findPostgres();

export const USER = 'foyer';

const account = findEngineAccount('');

/** Makes a folder that belongs to the account of the servers. */
export function makeOwnedFolder(folder: string): string {
  fs.mkdirSync(folder, { mode: 0o700 });
  if (account) fs.chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Runs one of PostgreSQL's programs to its end. */
export function runProgram(program: string, ...words: string[]): void {
  execFileSync(path.join(installedPostgres!.bin, program), words, { ...asAccount(account), cwd: '/', stdio: 'pipe' });
}

/**
 * Starts a program as the account of the servers, in its own process group, so that `killGroup` reaches its children.
 */
export function spawnAsServer(program: string, words: readonly string[], log: (text: string) => void): ChildProcess {
  const child = spawn(program, words, {
    ...asAccount(account),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', log);
  return child;
}

/** Sends SIGKILL to a process and everything that it started. Resolves when it has ended. */
export async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid!, 'SIGKILL');
  await ended;
}

/** A PostgreSQL server from installed programs, at a port of 127.0.0.1. */
export interface InstalledServer {
  readonly port: number;
  urlOf(database: string): string;
  /** Runs one statement on its own connection. */
  run<Row>(text: string, database?: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Shuts down in an orderly way, which cuts connections. */
  stop(): Promise<void>;
  /** Stops as in a power cut. */
  kill(): Promise<void>;
}

/** The servers are small and do not sync to disk, because they live for one test. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '4',
  hot_standby: 'on',
};

export function installedServer(folder: string, port: number): InstalledServer {
  const urlOf = (database: string) => `postgresql://${USER}@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | undefined;
  let log = '';
  const run = async <Row>(text: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: urlOf(database) });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end().catch(() => {});
    }
  };
  return {
    port,
    urlOf,
    run,
    async start() {
      const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]);
      child = spawnAsServer(path.join(installedPostgres!.bin, 'postgres'), ['-D', folder, ...settings], (text) => {
        log += text;
      });
      await until(
        `a server at ${port} answers`,
        () => run('select 1'),
        () => log,
      );
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      const ended = new Promise((resolve) => child!.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    },
    async kill() {
      if (child) await killGroup(child);
    },
  };
}

/** Repeats `ask` while it throws or returns false, nothing or an empty list. Returns its first other result. */
export async function until<T>(what: string, ask: () => Promise<T>, log = () => '', withinMs = 60_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (let last: unknown; ; ) {
    try {
      const value = await ask();
      if (value && !(Array.isArray(value) && value.length === 0)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) throw new Error(`Not true within ${withinMs} ms: ${what}\n${log()}`, { cause: last });
    await pause(50);
  }
}
