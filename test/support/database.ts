import crypto from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, type OfficeDb, openDb } from '#platform/db/db.ts';
import { urlOf } from '#platform/db/engine.ts';
import { databaseAt } from './engine-for-all-tests.ts';
import { type RememberedContent, rememberContent, restoreContent } from './remembered-content.ts';

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

/** Names of databases without connections, by the key of their content. */
const filled = new Map<string, Promise<string>>();

/**
 * Makes a database filled by `fill`, which one of the workers runs once for each `key`. All others are copies, made in
 * a tenth of a second.
 */
export async function givenFilledDatabase(
  key: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  return await databaseFrom(await originalOf(key, fill));
}

function originalOf(key: string, fill: (database: TestDatabase) => Promise<void>): Promise<string> {
  const original = filled.get(key) ?? findOrFill(key, fill);
  filled.set(key, original);
  return original;
}

/** A database that no test is using, restored to the content of `key`, with the connections of the last test. */
interface Restored {
  readonly key: string;
  readonly name: string;
  readonly db: Db;
  readonly connection: pg.ClientConfig;
  readonly restorer: pg.Client;
  readonly content: RememberedContent;
}

const MAX_RESTORED = 2;
const restored: Restored[] = [];
const remembered = new Map<string, RememberedContent>();

/**
 * Like `givenFilledDatabase`, but `drop` restores the database for the next test that wants the same content. Its
 * connections stay open, with most statements planned already. A new database takes three times as long, mostly to
 * connect and plan again. If it cannot be restored, for example because a test changed the schema, it is dropped.
 */
export async function givenRestoredDatabase(
  key: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const index = restored.findIndex((one) => one.key === key);
  const [again] = index === -1 ? [] : restored.splice(index, 1);
  if (again) return restorable(again, again);
  // The end of the run drops databases whose names begin like this.
  const name = `${inject('engine').templateName}_${newName()}`;
  const { db, connection } = await databaseFrom(await originalOf(key, fill), name);
  const content = remembered.get(key) ?? (await rememberContent(connection));
  remembered.set(key, content);
  return restorable({ key, name, db, connection, content });
}

function restorable(database: Omit<Restored, 'restorer'>, { restorer }: Partial<Restored> = {}): TestDatabase {
  const { name, db, connection } = database;
  let isDropped = false;
  return {
    name,
    db: asNew(db, restorer),
    connection,
    url: connection.connectionString ?? urlOf(connection),
    async drop() {
      if (isDropped) return;
      isDropped = true;
      const next = await restore(database, restorer).catch(() => null);
      if (next) restored.push(next);
      else await dropFor(database, restorer);
      for (const oldest of restored.splice(0, restored.length - MAX_RESTORED)) await dropFor(oldest, oldest.restorer);
    },
  };
}

async function restore(database: Omit<Restored, 'restorer'>, earlier?: pg.Client): Promise<Restored | null> {
  const restorer = earlier ?? new pg.Client(database.connection);
  if (!earlier) {
    restorer.on('error', () => {});
    await restorer.connect();
  }
  const content = await restoreContent(restorer, database.name, database.content).catch(() => null);
  // The query fails if a test has ended the connections.
  if (content && (await database.db.row('select 1').catch(() => null))) return { ...database, restorer, content };
  if (!earlier) await restorer.end().catch(() => {});
  return null;
}

async function dropFor({ name, db }: Pick<Restored, 'name' | 'db'>, restorer?: pg.Client): Promise<void> {
  await restorer?.end().catch(() => {});
  await db.end().catch(() => {});
  await dropDatabase({ name });
}

/**
 * Returns the same connections as a new object, so that nothing cached for the last test's object is found. `end`
 * closes the restorer's connection too, because a database can be copied only while nobody is connected.
 */
function asNew(db: Db, restorer?: pg.Client): Db {
  const end = async () => {
    await restorer?.end();
    await db.end();
  };
  const office: OfficeDb = { ...db.forOffice(), forOffice: () => office, end };
  return { ...db, forOffice: () => office, end };
}

/** Returns the database that another worker has filled, or fills it. A worker waits while another one is filling it. */
async function findOrFill(key: string, fill: (database: TestDatabase) => Promise<void>): Promise<string> {
  const { connection, templateName } = inject('engine');
  const name = `${templateName}_${crypto.hash('sha256', key).slice(0, 16)}`;
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const original = await databaseFrom(templateName, `${templateName}_${newName()}`);
    await fill(original);
    await original.db.end();
    // It gets its name last, so that nobody finds one whose filling has failed.
    await client.query(`alter database ${original.name} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
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
  // The name distinguishes these connections from those of other processes on the same database.
  const db = openDb({ connection: { ...connection, application_name: name } });
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
