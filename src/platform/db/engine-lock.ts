import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { CLUSTER_NAME, GUARD_NAME } from './engine-process.ts';

export interface Occupant {
  pid: number;
  socketFolder: string;
  port: number;
}

/** The server that the cluster's lock file names, or undefined without a lock file. */
export function occupantOf(cluster: string): Occupant | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(lockFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), socketFolder: lines[4] ?? '' };
}

/** `yes`: the server accepts connections. `no`: none answers, or it is starting or stopping. Otherwise the reason it refuses them. */
export type Answering = 'yes' | 'no' | { readonly refusal: string };

/** Error codes of a server that is starting or stopping. */
const COMES_OR_GOES = /^57P0/;

export async function answers(occupant: Occupant, user: string): Promise<Answering> {
  if (!occupant.socketFolder) return 'no';
  const client = new pg.Client({
    host: occupant.socketFolder,
    port: occupant.port,
    user,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'yes';
  } catch (error) {
    const isSaid = error instanceof pg.DatabaseError && !COMES_OR_GOES.test(error.code ?? '');
    return isSaid ? { refusal: error.message } : 'no';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Removes an owner of the cluster that is not one. Either a server of ours whose guard was killed together with the application, so that
 * nothing is left to stop it; or a lock file whose process number now belongs to another program, as after a container restart. Returns
 * whether it removed something, so that starting again may succeed.
 */
export function evictGhost(cluster: string, occupant: Occupant): boolean {
  const command = commandOf(occupant.pid);
  if (command === undefined) return false;
  if (!command.includes('postgres')) {
    fs.rmSync(lockFile(cluster), { force: true });
    return true;
  }
  if (!command.includes(`cluster_name=${CLUSTER_NAME}`) || !command.includes(cluster)) return false;
  const parent = parentOf(occupant.pid);
  if (parent === undefined || commandOf(parent)?.includes(GUARD_NAME)) return false;
  process.kill(occupant.pid, 'SIGINT');
  return true;
}

const lockFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

function commandOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}

function parentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return Number(ps(pid, 'ppid=')) || undefined;
  try {
    // The second field is the program's name in brackets and may hold spaces; the parent is the second after it.
    return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined;
}
