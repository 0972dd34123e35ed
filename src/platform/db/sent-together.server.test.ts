import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DatabaseProxy, givenProxy } from '../../../test/faults/support/database-proxy.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type Db, openDb, type Tx } from './db.ts';

// Statements of one transaction that are sent together need only one wait, and behave the same otherwise.

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: Db;
let sent: string[] = [];

beforeAll(async () => {
  database = await givenDatabase();
  await database.db.run('create table counters (id int primary key, n bigint not null check (n < 100))');
  await database.db.run('insert into counters values (1, 0)');
  proxy = await givenProxy(database);
  // One connection, so that anything a transaction leaves behind affects the next one.
  db = openDb({ connection: { connectionString: proxy.url }, poolSize: 1 });
});
afterEach(async () => {
  proxy.rule = () => 'pass';
  await database.db.run('update counters set n = 0');
});
afterAll(async () => {
  await db.end();
  await proxy.close();
  await database.drop();
});

/** Records what is sent, and cuts the connection after the given statement. */
function watch(cutAfter: string | null = null): void {
  sent = [];
  proxy.rule = ({ text }, phase) => {
    if (phase === 'before') sent.push(text);
    return phase === 'after' && text === cutAfter ? 'cut' : 'pass';
  };
}

const add = (tx: Tx, by: number) => tx.run('update counters set n = n + $1 where id = 1', [by]);
const read = async (tx: Tx) => (await tx.row<{ n: number }>('select n from counters where id = 1'))!.n;
const READ_BY_NAME = 'with one as (select n from counters where id = 1) select n from one';
const CHANGE_BY_NAME = 'with one as (update counters set n = 5 where id = 1 returning n) select n from one';
const stored = () => database.db.row('select n from counters where id = 1');

test('each of the statements sent together sees the changes of those before it', async () => {
  const seen = await db.transaction(async (tx) => {
    const [, between, , after] = await Promise.all([add(tx, 1), read(tx), add(tx, 1), read(tx)]);
    return [between, after];
  });
  expect(seen).toEqual([1, 2]);
});

test('a statement sent together with one that waits for a lock sees the change that it waited for', async () => {
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: isRequested, resolve: requested } = Promise.withResolvers<void>();
  const first = database.db.transaction(async (tx) => {
    await add(tx, 7);
    locked();
    await isRequested;
  });
  await isLocked;
  watch();
  const second = db.transaction(async (tx) => {
    const both = Promise.all([tx.row('select n from counters where id = 1 for update'), read(tx)]);
    await expect.poll(() => sent).toContain('select n from counters where id = 1');
    requested();
    return await both;
  });
  expect((await second)[1]).toBe(7);
  await first;
});

test('if one of several statements sent together fails, its error is thrown and nothing is kept', async () => {
  const fresh = 'select n + 1000 as more from counters where id = $1';
  const failing = db.transaction((tx) => Promise.all([add(tx, 1), add(tx, 1_000), add(tx, 1), tx.row(fresh, [1])]));
  await expect(failing).rejects.toMatchObject({ code: '23514' });
  expect(await stored()).toEqual({ n: 0 });
  expect(await db.transaction((tx) => tx.row(fresh, [1]))).toEqual({ more: 1_000 });
});

test('a statement that fails within concurrent work has its own error, not that of later ones', async () => {
  const deep = async (tx: Tx, steps: number): Promise<number> =>
    steps > 0 ? await deep(tx, steps - 1) : add(tx, 1_000);
  // Without the proxy, which passes on answers one by one. It is chance whether they reach the driver together.
  for (let times = 0; times < 20; times += 1) {
    const failing = database.db.transaction(async (tx) => {
      await add(tx, 1);
      await Promise.all([deep(tx, 5), add(tx, 1), read(tx)]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
  }
});

test('after a failure was undone by rolling back to a savepoint, a later failure has its own error', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.run('savepoint before');
    await expect(add(tx, 1_000)).rejects.toMatchObject({ code: '23514' });
    await tx.run('rollback to savepoint before');
    await tx.row('select 1 / 0');
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

test('the first statement is sent with the begin if it reads, and waits if it writes', async () => {
  for (const [work, together] of [
    [read, ['begin', 'select n from counters where id = 1']],
    [(tx: Tx) => add(tx, 1), ['begin']],
    [(tx: Tx) => Promise.all([add(tx, 1), read(tx)]), ['begin']],
    [(tx: Tx) => tx.row(READ_BY_NAME), ['begin', READ_BY_NAME]],
    [(tx: Tx) => tx.row(CHANGE_BY_NAME), ['begin']],
  ] as const) {
    watch('begin');
    await expect(db.transaction(work as (tx: Tx) => Promise<unknown>)).rejects.toThrow();
    expect(sent).toEqual(together);
    expect(await stored()).toEqual({ n: 0 });
  }
});

test('nothing is executed that work sends after its transaction has failed', async () => {
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const failing = db.transaction(async (tx) => {
    late = add(tx, 1).then(async () => {
      await isOver;
      await add(tx, 1);
    });
    late.catch(() => {});
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  over();
  await expect(late).rejects.toThrow(/is over/);
  expect(await stored()).toEqual({ n: 0 });
});
