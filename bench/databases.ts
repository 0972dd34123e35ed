import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEngine, urlOf } from '#platform/db/engine.ts';
import { canEnter, findEngineAccount } from '#platform/db/engine-account.ts';
import { migrate } from '#platform/db/migrate.ts';
import { commandOf, parentOf } from './process-usage.ts';

export interface BenchDatabase {
  name: string;
  url: string;
  /** One connection without time limits, to fill and inspect tables. */
  client: pg.Client;
  drop(): Promise<void>;
}

export interface BenchServer {
  describe: string;
  /** The server's main process, if it runs on this machine and is visible. */
  pid: number | undefined;
  /** Makes a new database with all migrations and no rows. */
  newDatabase(): Promise<BenchDatabase>;
  /** Copies a database that no shop runs on. The original gets a new `client`. */
  copyOf(original: BenchDatabase): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL with the shop's settings in a temporary folder, or uses the server at `databaseUrl`.
 */
export async function openBenchServer(databaseUrl: string | undefined): Promise<BenchServer> {
  const folder = fs.mkdtempSync(path.join(temporaryParent(), `foyer-bench-${process.pid}-`));
  // The limits that run next to the shop need a connection for each of their clients.
  const engine = await openEngine({ dataDir: folder, databaseUrl, settings: { max_connections: '120' } });
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  const administer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(engine.connection);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  let count = 0;
  const nextName = () => `foyer_bench_${process.pid}_${++count}`;
  const create = (name: string, template: string) =>
    administer((client) => client.query(`create database ${name} template ${template} encoding 'UTF8'`));
  const opened = async (name: string): Promise<BenchDatabase> => {
    const connection = databaseAt(engine.connection, name);
    const client = new pg.Client(connection);
    // Dropping the database or stopping the server sends an error to every connection.
    client.on('error', () => {});
    await client.connect();
    const database: BenchDatabase = {
      name,
      url: connection.connectionString ?? urlOf(connection),
      client,
      async drop() {
        await database.client.end();
        await administer((administrator) => administrator.query(`drop database ${name} with (force)`));
      },
    };
    return database;
  };
  return {
    describe: engine.describe.replace(folder, '<folder>'),
    pid: await administer(serverProcessOf),
    async newDatabase() {
      const name = nextName();
      await create(name, 'template0');
      await migrate(databaseAt(engine.connection, name));
      return await opened(name);
    },
    async copyOf(original) {
      const name = nextName();
      // PostgreSQL copies only a database without connections, so the bench disconnects and reconnects immediately.
      await original.client.end();
      await create(name, original.name);
      original.client = new pg.Client(databaseAt(engine.connection, original.name));
      // As above: stopping the server after a failure must not hide the failure.
      original.client.on('error', () => {});
      await original.client.connect();
      return await opened(name);
    },
    async stop() {
      await engine.stop();
      remove();
    },
  };
}

function databaseAt(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Returns the main process of the PostgreSQL server, if it runs on this machine. */
async function serverProcessOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = rows[0]!;
  return commandOf(pid) === 'postgres' ? parentOf(pid) : undefined;
}

/** Returns the folder for temporary files if the engine's account can reach it, else /tmp. */
function temporaryParent(): string {
  return canEnter(findEngineAccount(''), os.tmpdir()) ? os.tmpdir() : '/tmp';
}
