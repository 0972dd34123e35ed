import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { databaseAt } from '../../../test/support/engine-for-all-tests.ts';
import { openDb } from './db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());

test('the pool says how long a statement has been waiting for a connection, until it is served', async () => {
  const db = openDb({ connection: database.connection, poolSize: 1 });
  await db.row('select 1');
  expect(db.longestWaitMs()).toBe(0);
  let finish = () => {};
  const held = db.transaction(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = db.row('select 1');
  await expect.poll(() => db.longestWaitMs()).toBeGreaterThan(20);
  finish();
  await Promise.all([held, second]);
  expect(db.longestWaitMs()).toBe(0);
  await db.end();
});

test('a caller that has given up no longer counts as waiting', async () => {
  const db = openDb({ connection: databaseAt(database.connection, 'nowhere_at_all') });
  await expect(db.row('select 1')).rejects.toThrow('nowhere_at_all');
  await expect(db.transaction(async () => {})).rejects.toThrow('nowhere_at_all');
  expect(db.longestWaitMs()).toBe(0);
  await db.end();
});
