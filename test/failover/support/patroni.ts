import { type ChildProcess, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../tools/shop-process.ts';
import { newEngineFolder } from '../../support/engine-folder.ts';
import { installedPostgres, killGroup, makeOwnedFolder, spawnAsServer, until } from './installed-server.ts';

// Two PostgreSQL servers under Patroni, with etcd and HAProxy, from the files in deploy/high-availability that an
// operator copies. Each machine in those files is an address of 127.0.0.0/8 here.

const PROGRAMS = ['patroni', 'etcd', 'haproxy'];
const has = (program: string) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));
/** What this machine lacks for the test. */
export const missingPrograms = [
  ...PROGRAMS.filter((program) => !has(program)),
  ...(installedPostgres ? [] : ['postgres']),
];

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy/high-availability');
const SUPERUSER = 'postgres';

export type NodeName = 'db1' | 'db2';
const ADDRESSES: Record<NodeName, string> = { db1: '127.0.0.11', db2: '127.0.0.12' };
const other = (name: NodeName): NodeName => (name === 'db1' ? 'db2' : 'db1');

export interface Patroni {
  /** The address through HAProxy, for `DATABASE_URL`. */
  readonly url: string;
  /** Waits until one server is the primary and the other its synchronous standby. Returns the primary. */
  untilWhole(): Promise<NodeName>;
  /** Waits until `name` is no longer the primary and another one takes writes through HAProxy. */
  untilReplaced(name: NodeName): Promise<void>;
  /** Kills everything on that machine at once. */
  kill(name: NodeName): Promise<void>;
  start(name: NodeName): void;
  /** Freezes the machine, like a virtual one that is being migrated. */
  pause(name: NodeName): void;
  resume(name: NodeName): void;
  /** Cuts the machine off from etcd. */
  cutOff(name: NodeName): void;
  reconnect(name: NodeName): void;
  switchOver(): Promise<void>;
  /** True if the server itself, not HAProxy, accepts a write. */
  acceptsWrites(name: NodeName): Promise<boolean>;
  log(): string;
  stop(): Promise<void>;
}

export async function givenPatroni(): Promise<Patroni> {
  const folder = newEngineFolder();
  const [port, restPort, etcdPort, etcdPeerPort, haproxyPort] = await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  );
  let log = '';
  const note = (who: string) => (text: string) => {
    log += text.replace(/^(?=.)/gm, `${who} `);
  };
  const client = `http://127.0.0.13:${etcdPort}`;
  const peer = `http://127.0.0.13:${etcdPeerPort}`;
  const etcd = spawnAsServer(
    programAt('etcd'),
    [
      ...['--name', 'etcd1', '--data-dir', path.join(makeOwnedFolder(path.join(folder, 'etcd')), 'data')],
      ...['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer],
      ...['--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd1=${peer}`, '--logger', 'zap'],
    ],
    () => {},
  );
  await until('etcd answers', async () => (await fetch(`${client}/health`)).ok);

  const gates = { db1: await givenGate('127.0.0.13', etcdPort!), db2: await givenGate('127.0.0.13', etcdPort!) };
  const configOf = (name: NodeName) => {
    const home = path.join(folder, name);
    const file = path.join(makeOwnedFolder(home), 'patroni.yml');
    const text = fs
      .readFileSync(path.join(DEPLOY, 'patroni.yml'), 'utf8')
      .replace(/hosts: 10\..*/, `hosts: 127.0.0.1:${gates[name].port}\n  use_proxies: true`)
      .replaceAll('db1', name)
      .replaceAll('10.0.0.11', ADDRESSES[name])
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll(':5432', `:${port}`)
      .replaceAll(':8008', `:${restPort}`)
      .replaceAll('/var/lib/postgresql', home)
      .replace(/bin_dir: .*/, `bin_dir: ${installedPostgres!.bin}`)
      // Little memory is left while other tests run, and the tests may not use the machine's watchdog.
      .replace(
        'max_connections: 200',
        'max_connections: 60\n        shared_buffers: 32MB\n        unix_socket_directories: ""',
      )
      .replace('- local all postgres peer\n    ', '')
      .replace('mode: automatic', 'mode: off');
    fs.writeFileSync(file, text);
    fs.chmodSync(file, 0o644);
    return file;
  };
  const configs = { db1: configOf('db1'), db2: configOf('db2') };
  const machines: Partial<Record<NodeName, ChildProcess>> = {};
  const postmasterOf = (name: NodeName) => {
    try {
      return Number(fs.readFileSync(path.join(folder, name, 'foyer/postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  };
  /** Finds Patroni, PostgreSQL and everything that they started. */
  const processesOf = (name: NodeName) =>
    [...new Set([machines[name]?.pid ?? 0, postmasterOf(name)])].flatMap(withChildren);
  const start = (name: NodeName) => {
    machines[name] = spawnAsServer(programAt('patroni'), [configs[name]], note(name));
  };

  const haproxyFile = path.join(folder, 'haproxy.cfg');
  fs.writeFileSync(
    haproxyFile,
    fs
      .readFileSync(path.join(DEPLOY, 'haproxy.cfg'), 'utf8')
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${haproxyPort}`)
      .replaceAll('10.0.0.', '127.0.0.')
      .replaceAll(':5432', `:${port}`)
      .replaceAll('port 8008', `port ${restPort}`),
  );
  const haproxy = spawnAsServer(programAt('haproxy'), ['-db', '-f', haproxyFile], note('haproxy'));

  const ask = async (name: NodeName, what: string) =>
    await fetch(`http://${ADDRESSES[name]}:${restPort}/${what}`, {
      signal: AbortSignal.timeout(2_000),
    });
  const isPrimary = async (name: NodeName) => {
    const response = await ask(name, 'primary').catch(() => null);
    await response?.arrayBuffer();
    return response?.status === 200;
  };
  const through = (host: string, at: number, database: string) =>
    `postgresql://${SUPERUSER}:CHANGE-ME-superuser@${host}:${at}/${database}`;
  const patroni: Patroni = {
    url: through('127.0.0.1', haproxyPort!, 'foyer'),
    async untilWhole() {
      let primary: NodeName | undefined;
      await until(
        'one primary with a synchronous standby',
        async () => {
          for (const name of ['db1', 'db2'] as const) if (await isPrimary(name)) primary = name;
          if (!primary) return false;
          const response = await ask(other(primary), 'synchronous');
          await response.arrayBuffer();
          return response.status === 200;
        },
        () => log.slice(-4_000),
        180_000,
      );
      return primary!;
    },
    async untilReplaced(name) {
      await until(
        `${other(name)} is the primary`,
        async () => {
          if (!(await isPrimary(other(name)))) return false;
          return (
            (await statement(through('127.0.0.1', haproxyPort!, 'postgres'), 'show transaction_read_only')) === 'off'
          );
        },
        () => log.slice(-4_000),
        120_000,
      );
    },
    async kill(name) {
      for (const pid of processesOf(name)) signal(pid, 'SIGKILL');
      if (machines[name]) await killGroup(machines[name]);
      // PostgreSQL's children notice the death of their parent.
      await until('the server is gone', async () => {
        const answer = await statement(through(ADDRESSES[name], port!, 'postgres'), 'select 1').catch(() => null);
        return answer === null;
      });
    },
    start,
    pause: (name) => {
      for (const pid of processesOf(name)) signal(pid, 'SIGSTOP');
    },
    resume: (name) => {
      for (const pid of processesOf(name)) signal(pid, 'SIGCONT');
    },
    cutOff: (name) => gates[name].shut(),
    reconnect: (name) => gates[name].open(),
    async switchOver() {
      const leader = await patroni.untilWhole();
      const response = await fetch(`http://${ADDRESSES[leader]}:${restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader, candidate: other(leader) }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    acceptsWrites: async (name) =>
      (await statement(through(ADDRESSES[name], port!, 'foyer'), 'show transaction_read_only').catch(() => 'on')) ===
      'off',
    log: () => log,
    async stop() {
      for (const name of ['db1', 'db2'] as const) {
        patroni.resume(name);
        await patroni.kill(name);
      }
      await Promise.all([killGroup(haproxy), killGroup(etcd)]);
      for (const gate of Object.values(gates)) await gate.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
  start('db1');
  await until(
    'the first server is the primary',
    () => isPrimary('db1'),
    () => log,
    120_000,
  );
  start('db2');
  const primary = await patroni.untilWhole();
  await statement(through(ADDRESSES[primary], port!, 'postgres'), 'create database foyer');
  return patroni;
}

function programAt(name: string): string {
  return execFileSync('/bin/sh', ['-c', `command -v ${name}`])
    .toString()
    .trim();
}

/** Returns a process with its children and theirs. */
function withChildren(pid: number): number[] {
  if (!pid) return [];
  let children: number[] = [];
  try {
    children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);
  } catch {
    // The process has ended.
  }
  return [pid, ...children.flatMap(withChildren)];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}

/** Returns the first column of the first row. */
async function statement(connectionString: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(text);
    return rows[0] && Object.values(rows[0])[0];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes a path to a server that can be blocked: then nothing passes, and neither side is notified. */
async function givenGate(host: string, to: number) {
  let isShut = false;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(to, host);
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (chunk) => {
        if (!isShut) into.write(chunk);
      });
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    shut() {
      isShut = true;
    },
    open() {
      // A connection that lost bytes cannot be continued.
      for (const socket of sockets) socket.destroy();
      isShut = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
