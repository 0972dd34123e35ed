import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDb } from '#platform/db/db.ts';
import { urlOf } from '#platform/db/engine.ts';
import { databaseAt } from './engine-for-all-tests.ts';

export interface TestDatabase {
  name: string;
  db: Db;
  /** For code that needs its own client, such as a second process. */
  connection: pg.ClientConfig;
  /** The address for `DATABASE_URL`. */
  url: string;
  /** Closes `db` and removes the database. Call it in `afterAll`. */
  drop(): Promise<void>;
}

let count = 0;

/** Makes a database with all migrations and no rows for this test file alone, in a few hundredths of a second. */
export async function givenDatabase(): Promise<TestDatabase> {
  return await databaseFrom(inject('engine').templateName);
}

/** Copies a database without connections (`await original.db.end()`), in a tenth of a second. */
export const givenCopyOf = (original: Pick<TestDatabase, 'name'>): Promise<TestDatabase> => databaseFrom(original.name);

/** Databases without connections, by the key of their content. */
const filled = new Map<string, Promise<string>>();

/**
 * Makes a database filled by `fill`, which runs once for each `key`. Later ones are copies, made in a tenth of a
 * second.
 */
export async function givenFilledDatabase(
  key: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const original = filled.get(key) ?? fillOriginal(fill);
  filled.set(key, original);
  return await databaseFrom(await original);
}

async function fillOriginal(fill: (database: TestDatabase) => Promise<void>): Promise<string> {
  const { templateName } = inject('engine');
  const original = await databaseFrom(templateName, `${templateName}_${process.pid}_${filled.size}`);
  await fill(original);
  await original.db.end();
  return original.name;
}

/** Removes a database whose connections have ended. */
export const dropDatabase = ({ name }: Pick<TestDatabase, 'name'>): Promise<void> =>
  onServer(inject('engine').connection, `drop database if exists ${name} with (force)`);

/** Makes a database without tables, for tests of migrations. */
export async function givenEmptyDatabase(): Promise<TestDatabase> {
  return await databaseFrom('template0');
}

function newName(): string {
  count += 1;
  return `foyer_test_${process.pid}_${Date.now().toString(36)}_${count}`;
}

async function databaseFrom(template: string, name = newName()): Promise<TestDatabase> {
  const { connection: server } = inject('engine');
  // Without syncing to disk, copying files takes half as long as logging their pages.
  await onServer(server, `create database ${name} template ${template} strategy file_copy encoding 'UTF8'`);
  const connection = databaseAt(server, name);
  const db = openDb({ connection });
  return {
    name,
    db,
    connection,
    url: connection.connectionString ?? urlOf(connection),
    async drop() {
      await db.end();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
