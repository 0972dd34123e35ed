import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDb } from '#platform/db/db.ts';
import { urlOf } from '#platform/db/engine.ts';
import { databaseAt } from './engine-for-all-tests.ts';

export interface TestDatabase {
  name: string;
  db: Db;
  /** For whatever needs a client of its own, such as a second process. */
  connection: pg.ClientConfig;
  /** The same as a URL, as `DATABASE_URL` wants it. */
  url: string;
  /** Closes `db` and removes the database. Belongs into `afterAll`. */
  drop(): Promise<void>;
}

let count = 0;

/** A new database with all migrations and no rows, of this test file alone. Takes a few hundredths of a second. */
export async function givenDatabase(): Promise<TestDatabase> {
  return await databaseFrom(inject('engine').templateName);
}

/** A copy of a database to which nobody is connected any more (`await original.db.end()`), in a tenth of a second. */
export const givenCopyOf = (original: Pick<TestDatabase, 'name'>): Promise<TestDatabase> => databaseFrom(original.name);

/** Removes a database whose connections were ended. */
export const dropDatabase = ({ name }: Pick<TestDatabase, 'name'>): Promise<void> =>
  onServer(inject('engine').connection, `drop database if exists ${name} with (force)`);

/** A new database without anything in it, for tests of what makes the tables. */
export async function givenEmptyDatabase(): Promise<TestDatabase> {
  return await databaseFrom('template0');
}

async function databaseFrom(template: string): Promise<TestDatabase> {
  const { connection: server } = inject('engine');
  count += 1;
  const name = `foyer_test_${process.pid}_${Date.now().toString(36)}_${count}`;
  await onServer(server, `create database ${name} template ${template} encoding 'UTF8'`);
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
