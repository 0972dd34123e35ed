import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { asAccount, type EngineAccount } from './engine-account.ts';
import type { EngineBinaries } from './engine-binaries.ts';

/** Marks our servers in the process list. */
export const GUARD_NAME = 'foyer-engine-guard';
export const CLUSTER_NAME = 'foyer';

/**
 * A shell that starts the server and reads a pipe from us. The pipe closes when we end, even after kill -9, and the
 * shell then shuts the server down cleanly. When the server ends, the shell ends too, so that we notice.
 */
const GUARD = `
exec 3<&0
trap : TERM INT HUP
"$@" </dev/null 3<&- & server=$!
(cat <&3; kill -INT $server) >/dev/null 2>&1 & watcher=$!
exec 3<&- </dev/null
while :; do
  wait $server; code=$?
  kill -0 $server 2>/dev/null || break
done
kill $watcher 2>/dev/null
exit $code
`;

export interface ServerStart {
  binaries: EngineBinaries;
  cluster: string;
  socketFolder: string;
  account: EngineAccount | undefined;
  settings: Record<string, string>;
}

export type ServerOutcome = { ready: true; server: RunningServer } | { ready: false; log: string };

export interface RunningServer {
  /** Resolves once the server has ended for any reason, with the last lines of its log. */
  ended: Promise<string>;
  /** Shuts down cleanly, rolling back open transactions, and resolves once the server has ended. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL and waits until it accepts connections, which after a crash includes recovery, or gives up. */
export async function startServer(start: ServerStart): Promise<ServerOutcome> {
  const settings = Object.entries({
    listen_addresses: '',
    unix_socket_directories: start.socketFolder,
    unix_socket_permissions: '0700',
    cluster_name: CLUSTER_NAME,
    ...start.settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = path.join(start.binaries.bin, 'postgres');
  const child = spawn('/bin/sh', ['-c', GUARD, GUARD_NAME, program, '-D', start.cluster, ...settings], {
    ...asAccount(start.account),
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // The server gets its own session, so that Ctrl-C in the terminal reaches only us and it outlives our last
    // queries.
    detached: true,
  });
  return await outcomeOf(child);
}

function outcomeOf(child: ChildProcess): Promise<ServerOutcome> {
  const lines: string[] = [];
  let rest = '';
  const log = () => [...lines, rest].join('\n').trim();
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => child.stdin?.destroy());
    child.once('close', () => resolve(log()));
    child.once('error', (error) => resolve(error.message));
  });
  child.stdin?.on('error', () => {});
  const stop = async () => {
    child.stdin?.end();
    await ended;
  };
  return new Promise((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      lines.splice(0, lines.length - 100);
      if (parts.some((line) => line.includes('database system is ready to accept connections'))) {
        resolve({ ready: true, server: { ended, stop } });
      }
    });
    ended.then((text) => resolve({ ready: false, log: text }));
  });
}
