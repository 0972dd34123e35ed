import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../tools/shop-process.ts';
import type { TestDatabase } from './database.ts';

const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin'];
const program = FOLDERS.map((folder) => path.join(folder, 'pgbouncer')).find((file) => fs.existsSync(file));

/** The maximum number of attempts to connect to a new pooler, 50 ms apart. */
const ATTEMPTS = 1_000;

/** The installed version, such as `1.18.0`; undefined without PgBouncer (`apt-get install pgbouncer`). */
export const pgbouncerVersion: string | undefined =
  program && /PgBouncer (\S+)/.exec(execFileSync(program, ['--version']).toString())?.[1];

export interface Pooler {
  /** The database's address through the pooler, for `DATABASE_URL`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of a test's database, with few connections to the server. */
export async function givenPooler(
  { connection, name, url }: TestDatabase,
  { mode, size, settings = '' }: { mode: 'session' | 'transaction'; size: number; settings?: string },
): Promise<Pooler> {
  const folder = fs.mkdtempSync('/tmp/foyer-pooler-');
  const server = new pg.Client(connection.connectionString ? { connectionString: url } : connection);
  const port = await freePort();
  const { host, port: serverPort, user, password } = server;
  const secret = password ? ` password=${password}` : '';
  fs.writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${host} port=${serverPort} user=${user}${secret} dbname=${name}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 1000
${settings}
`,
  );
  // PgBouncer refuses to run as root, and the engine's socket is only open to the engine's account.
  const owner = host.startsWith('/') ? fs.statSync(host) : fs.statSync(folder);
  const asOther = process.getuid?.() === 0 ? { uid: owner.uid || 65_534, gid: owner.gid || 65_534 } : {};
  fs.chmodSync(folder, 0o755);
  const child = spawn(program!, [path.join(folder, 'pgbouncer.ini')], {
    ...asOther,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  const pooled = `postgresql://${user}@127.0.0.1:${port}/${name}`;
  const stop = async () => {
    await ended(child);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const client = new pg.Client({ connectionString: pooled });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return { url: pooled, stop };
    } catch (error) {
      if (child.exitCode !== null || tries === ATTEMPTS - 1)
        throw new Error(`PgBouncer does not work:\n${log}`, { cause: error });
      await pause(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error('unreachable');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
