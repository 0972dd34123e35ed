import pg from 'pg';
import { expect, test } from 'vitest';
import { dropDatabase, givenCopyOf, givenRestoredDatabase, type TestDatabase } from './database.ts';

const STATE = `insert into shop_state (version, day_zero, folder_hash, config, imported_at)
  values (1, '2027-07-22', 'hash', '{}', '2026-11-20T10:00:00Z')`;
const ATTEMPT = `insert into rate_limits (bucket, window_start, count) values ($1, 'epoch', 1)`;

const given = () =>
  givenRestoredDatabase('two rows', async ({ db }) => {
    await db.run(STATE);
    await db.run(ATTEMPT, ['first']);
  });
const bucketsIn = async ({ db }: TestDatabase) =>
  (await db.rows<{ bucket: string }>('select bucket from rate_limits order by bucket')).map(({ bucket }) => bucket);

test('after a test that changed rows and sequences, the next one finds the earlier content', async () => {
  const one = await given();
  await one.db.run('update rate_limits set bucket = $1', ['changed']);
  await one.db.run(ATTEMPT, ['second']);
  await one.db.run(`select nextval(pg_get_serial_sequence('orders', 'id'))`);
  const session = await one.db.row('select pg_backend_pid() as pid');
  await one.drop();
  const next = await given();
  expect(await bucketsIn(next)).toEqual(['first']);
  expect(await next.db.row(`select nextval(pg_get_serial_sequence('orders', 'id')) as id`)).toEqual({ id: 1 });
  expect(await next.db.row('select pg_backend_pid() as pid')).toEqual(session);
  // A process that has cached the last test's shop must read it again.
  expect(await next.db.row('select version from shop_state')).toEqual({ version: 2 });
  await next.drop();
});

test('a database that an earlier test used can be copied once its connections end', async () => {
  const one = await given();
  await one.drop();
  const original = await given();
  expect(original.name).toBe(one.name);
  await original.db.end();
  const copy = await givenCopyOf(original);
  expect(await bucketsIn(copy)).toEqual(['first']);
  await copy.drop();
  await dropDatabase(original);
});

test.each<[string, (database: TestDatabase) => Promise<unknown>]>([
  ['changed the schema', ({ db }) => db.run('alter table orders disable trigger user')],
  ['ended its connections', ({ db }) => db.end()],
  [
    'left a connection open',
    async ({ connection }) => {
      const client = new pg.Client(connection);
      client.on('error', () => {});
      await client.connect();
    },
  ],
])('after a test that %s, the next one gets another database', async (_what, change) => {
  const one = await given();
  await one.db.run(ATTEMPT, ['second']);
  await change(one);
  await one.drop();
  const next = await given();
  expect(next.name).not.toBe(one.name);
  expect(await bucketsIn(next)).toEqual(['first']);
  await next.drop();
});
