import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BenchDatabase } from '../databases.ts';

export interface PgbenchRun {
  readonly clients: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/**
 * Returns how many times per second pgbench runs a script; undefined if it is not installed or the script fails. pgbench
 * has no warm-up: it runs and counts for both times together.
 */
export async function transactionsByPgbench(
  { url }: Pick<BenchDatabase, 'url'>,
  sql: string,
  { clients, seconds, warmUpSeconds }: PgbenchRun,
): Promise<number | undefined> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-pgbench-'));
  try {
    const script = path.join(folder, 'script.sql');
    await writeFile(script, sql);
    const time = String(Math.ceil(seconds + warmUpSeconds));
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', time, '-f', script, url];
    const output = await outputOf('pgbench', options);
    return output === undefined ? undefined : Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function outputOf(program: string, options: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', () => resolve(undefined));
    child.once('close', (code) => resolve(code === 0 ? output : undefined));
  });
}
