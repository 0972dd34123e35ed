import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartProblem } from '#platform/config/start-problem.ts';
import { engineFolderOf, makeDataFolder } from './data-folder.ts';
import { type EngineAccount, findEngineAccount } from './engine-account.ts';
import { binariesAt, copyNpmBinaries, type EngineBinaries } from './engine-binaries.ts';
import { ENGINE_USER_NAME, openCluster, removeLeftovers } from './engine-cluster.ts';
import { freeFromDeadOwner, occupantOf, probeServer } from './engine-lock.ts';
import { type RunningServer, type ServerStart, startServer } from './engine-process.ts';
import { SHOP_SETTINGS } from './engine-settings.ts';

export interface EngineOptions {
  /** An absolute path. */
  dataDir: string;
  /** `DATABASE_URL`: a PostgreSQL server to use instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** `POSTGRES_BIN`: PostgreSQL programs to use instead of the npm package's. */
  postgresBin?: string | undefined;
  /** `ENGINE_USER`: the account for the server when root starts the shop. */
  account?: string | undefined;
  /** Whether to use the server that another process of this shop runs on the same folder, as the command line does. */
  shareRunning?: boolean;
  /** Added to the shop's server settings. */
  settings?: Record<string, string>;
  /** Prints a note for the operator. */
  print?: (line: string) => void;
}

export interface Engine {
  /** Stays the same when the server is restarted. */
  connection: pg.ClientConfig;
  /** The connection as a URL, for `DATABASE_URL` of another process. */
  url: string;
  /** Describes the server in one line without secrets. */
  describe: string;
  /** Whether a pooler such as PgBouncer is between the shop and the server. */
  isPooled: boolean;
  /** Stops an embedded server that this call started, but no other. */
  stop(): Promise<void>;
}

const DATABASE_NAME = 'foyer';

/** How long the server of a killed process may take to stop, in milliseconds, before the folder counts as taken. */
const WAIT_FOR_STOP_MS = 60_000;
/** A server that still accepts connections this long after our first attempt belongs to a live process. */
const OWNED_AFTER_MS = 2_000;

/** Opens the server at `databaseUrl`, or starts PostgreSQL on the files in the data folder. Throws `StartProblem`. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  if (options.databaseUrl) return await openServer(options.databaseUrl);
  return await openEmbedded(options);
}

const OLDEST_SERVER = 150_000;

async function openServer(databaseUrl: string): Promise<Engine> {
  const connection: pg.ClientConfig = { connectionString: databaseUrl };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{
      number: number;
      version: string;
      encoding: string;
      name: string;
      session: number;
    }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
              current_setting('server_encoding') as encoding, current_database() as name, pg_backend_pid() as session`,
    );
    const server = rows[0]!;
    if (server.number < OLDEST_SERVER) {
      throw new StartProblem(`DATABASE_URL: PostgreSQL ${server.version} is too old; version 15 or newer is required.`);
    }
    if (server.encoding !== 'UTF8') {
      throw new StartProblem(
        `DATABASE_URL: the database "${server.name}" has the encoding ${server.encoding}; UTF8 is required.`,
      );
    }
    // A pooler reports its own process number instead of the session's.
    const isPooled = (client as unknown as { processID: number }).processID !== server.session;
    return {
      connection,
      url: databaseUrl,
      isPooled,
      describe: `PostgreSQL ${server.version} at ${client.host}${isPooled ? ' through a pooler' : ''}, database "${server.name}"`,
      stop: async () => {},
    };
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`DATABASE_URL: the PostgreSQL server cannot be reached (${(error as Error).message}).`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function openEmbedded(options: EngineOptions): Promise<Engine> {
  if (process.platform === 'win32') {
    throw new StartProblem(
      'The embedded database does not run on Windows yet. Set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const engineFolder = engineFolderOf(options.dataDir);
  const account = findEngineAccount(engineFolder, options.account);
  makeDataFolder(options.dataDir, account);
  makeEngineFolder(engineFolder, account);
  removeLeftovers(engineFolder);
  const binaries = options.postgresBin
    ? binariesAt(options.postgresBin, account)
    : copyNpmBinaries(engineFolder, account);
  const cluster = openCluster(engineFolder, binaries, account);
  const start: ServerStart = {
    binaries,
    cluster,
    account,
    socketFolder: makeSocketFolder(engineFolder, account),
    settings: { ...SHOP_SETTINGS, ...options.settings },
  };
  const started = await startOrWait(start, options);
  const connection = await withOwnDatabase(started.socketFolder, started.port);
  const describe = `PostgreSQL ${binaries.version}, embedded, in ${cluster}`;
  const url = urlOf(connection);
  const isPooled = false;
  if (!started.server)
    return { connection, url, isPooled, describe: `${describe} (of the running shop)`, stop: async () => {} };
  removeOldCopies(engineFolder, binaries);
  return { connection, url, isPooled, describe, stop: keepRunning(start, started.server, options.print ?? (() => {})) };
}

export function urlOf({ host, port, user, database }: pg.ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) });
  return `postgresql:///${database}?${query}`;
}

interface Started {
  socketFolder: string;
  port: number;
  /** Undefined when another process runs the server. */
  server: RunningServer | undefined;
}

const DEFAULT_PORT = 5432;

/**
 * Starts the server, after waiting for a killed process's server to stop. Shares or refuses a live process's server.
 */
async function startOrWait(start: ServerStart, options: EngineOptions): Promise<Started> {
  const begun = Date.now();
  let hasReportedWaiting = false;
  for (;;) {
    // This comes before starting our own server, which would fail while a shop is running.
    const running = options.shareRunning ? occupantOf(start.cluster) : undefined;
    const answer = running ? await probeServer(running, ENGINE_USER_NAME) : 'no';
    if (running && answer === 'yes') return { ...running, server: undefined };
    if (typeof answer === 'object') {
      if (Date.now() - begun > OWNED_AFTER_MS) throw refusingProblem(start, answer.refusal);
      await pause(100);
      continue;
    }
    const outcome = await startServer(start);
    if (outcome.ready) return { socketFolder: start.socketFolder, port: DEFAULT_PORT, server: outcome.server };
    if (!isTaken(outcome.log)) throw startProblem(start, outcome.log);
    const occupant = occupantOf(start.cluster);
    const isServing = occupant !== undefined && (await probeServer(occupant, ENGINE_USER_NAME)) === 'yes';
    if (occupant && isServing && options.shareRunning) return { ...occupant, server: undefined };
    const waited = Date.now() - begun;
    if (occupant && waited > OWNED_AFTER_MS && !freeFromDeadOwner(start.cluster, occupant) && isServing)
      throw takenProblem(start);
    if (waited > WAIT_FOR_STOP_MS) throw takenProblem(start);
    if (!hasReportedWaiting && waited > OWNED_AFTER_MS) {
      hasReportedWaiting = true;
      options.print?.('Waiting for the database of an earlier run to stop.');
    }
    await pause(100);
  }
}

const isTaken = (log: string) => /lock file ".*" already exists|pre-existing shared memory block/.test(log);

const takenProblem = (start: ServerStart) =>
  new StartProblem(
    `The data folder is in use: another shop runs on ${start.cluster}. Stop it first, or give this one its own DATA_DIR ` +
      '(several processes can share one database when it is a PostgreSQL server, see DATABASE_URL).',
  );

/** The shop then keeps its connections but nobody gets a new one, for example because the disk is full. */
const refusingProblem = (start: ServerStart, refusal: string) =>
  new StartProblem(
    `The database of the shop that runs on ${start.cluster} is not accepting new connections. PostgreSQL says: ${refusal}`,
  );

const startProblem = (start: ServerStart, log: string) => {
  const reasons = log.split('\n').filter((line) => /FATAL|PANIC|HINT|DETAIL|No space|denied/.test(line));
  return new StartProblem(
    `The embedded database in ${start.cluster} did not start. PostgreSQL says: ${(reasons.length ? reasons.join('\n') : log) || 'nothing'}`,
  );
};

/**
 * Restarts the server if it ends unexpectedly, such as for lack of memory. The returned function stops it for good.
 */
function keepRunning(start: ServerStart, first: RunningServer, print: (line: string) => void): () => Promise<void> {
  let current = first;
  let isStopping = false;
  const stopped = new AbortController();
  const watch = async () => {
    for (let delay = 200; ; delay = Math.min(delay * 2, 10_000)) {
      const log = await current.ended;
      if (isStopping) return;
      print(
        `The embedded database stopped unexpectedly and is being restarted. Its last output: ${log.split('\n').slice(-3).join(' / ')}`,
      );
      for (;;) {
        await pause(delay, undefined, { signal: stopped.signal });
        const outcome = await startServer(start);
        if (outcome.ready) {
          current = outcome.server;
          break;
        }
        print(`The embedded database did not start: ${outcome.log.split('\n').slice(-3).join(' / ')}`);
        delay = Math.min(delay * 2, 10_000);
      }
    }
  };
  const watching = watch().catch(() => {});
  return async () => {
    isStopping = true;
    stopped.abort();
    await current.stop();
    await watching;
    await current.stop();
  };
}

function makeEngineFolder(folder: string, account: EngineAccount | undefined): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (account) fs.chownSync(folder, account.uid, account.gid);
    fs.chmodSync(folder, 0o700);
  } catch (error) {
    throw new StartProblem(
      `${folder} belongs to another user (${(error as NodeJS.ErrnoException).code}). Start the shop as that user, or set DATA_DIR.`,
    );
  }
}

/** The strictest system limits a socket path to 103 bytes, of which `/.s.PGSQL.5432.lock` takes 19. */
const MAX_SOCKET_FOLDER_LENGTH = 84;

/**
 * Creates the private folder of the server's socket: next to its files, or in the temporary folder if that path is too
 * long.
 */
function makeSocketFolder(engineFolder: string, account: EngineAccount | undefined): string {
  const inside = path.join(engineFolder, 'run');
  const folder = Buffer.byteLength(inside) <= MAX_SOCKET_FOLDER_LENGTH ? inside : shortFolder(engineFolder, account);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(folder, account.uid, account.gid);
  return folder;
}

function shortFolder(engineFolder: string, account: EngineAccount | undefined): string {
  const name = `foyer-${crypto.createHash('sha256').update(fs.realpathSync(engineFolder)).digest('hex').slice(0, 12)}`;
  const folder = [os.tmpdir(), '/tmp']
    .map((parent) => path.join(parent, name))
    .find((candidate) => Buffer.byteLength(candidate) <= MAX_SOCKET_FOLDER_LENGTH)!;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The name is predictable. If somebody else created the folder first, we must not use it.
  const { uid, mode } = fs.lstatSync(folder);
  const owners = [process.getuid?.(), account?.uid];
  if (!fs.lstatSync(folder).isDirectory() || !owners.includes(uid) || (mode & 0o077) !== 0) {
    throw new StartProblem(`${folder} is not a private folder of this shop. Remove it, or choose a shorter DATA_DIR.`);
  }
  return folder;
}

async function withOwnDatabase(socketFolder: string, port: number): Promise<pg.ClientConfig> {
  const connection = { host: socketFolder, port, user: ENGINE_USER_NAME };
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } catch (error) {
    // Another process has just created it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return { ...connection, database: DATABASE_NAME };
}

/** Removes copies of earlier versions. Nothing runs them, because we hold the cluster's lock. */
function removeOldCopies(engineFolder: string, binaries: EngineBinaries): void {
  const inUse = path.basename(path.dirname(binaries.bin));
  for (const name of fs.readdirSync(engineFolder)) {
    if (name.startsWith('engine-') && name !== inUse && !name.includes('.new-')) {
      fs.rmSync(path.join(engineFolder, name), { recursive: true, force: true });
    }
  }
}
