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

/** Reads the cluster's lock file; undefined if there is none. */
export function occupantOf(cluster: string): Occupant | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(lockFile(cluster), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), socketFolder: lines[4] ?? '' };
}

/** `no`: no server answers, or it is starting or stopping. `refusal`: why the server accepts no connections. */
export type Answering = 'yes' | 'no' | { readonly refusal: string };

const STARTING_OR_STOPPING = /^57P0/;

export async function probeServer(occupant: Occupant, user: string): Promise<Answering> {
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
    const isRefusal = error instanceof pg.DatabaseError && !STARTING_OR_STOPPING.test(error.code ?? '');
    return isRefusal ? { refusal: error.message } : 'no';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Frees the cluster from an owner that is not a live shop. Stops a server of ours whose guard was killed together with
 * the application, or deletes a lock file whose process number now belongs to another program, as after a container
 * restart. Returns whether it freed the cluster, so that another start may succeed.
 */
export function freeFromDeadOwner(cluster: string, occupant: Occupant): boolean {
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
    // The second field is the program's name in brackets, which may contain spaces; the parent is two fields later.
    return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined;
}
