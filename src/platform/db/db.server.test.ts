import assert from 'node:assert/strict';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { targetOf } from '../../../test/faults/support/database-proxy.ts';
import { errorMessage } from '../../../test/faults/support/postgres-messages.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { openDb, PLANNED_ONCE, type Tx } from './db.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await givenDatabase();
  await database.db.run('create table counters (id int primary key, n bigint not null)');
  await database.db.run('insert into counters values (1, 0), (2, 0)');
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => database.drop());

test('a transaction that throws leaves nothing behind', async () => {
  const { db } = database;
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.run('update counters set n = 99 where id = 1');
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  assert.deepEqual(await db.row('select n from counters where id = 1'), { n: 0 });
});

test('of two transactions that lock rows in opposite order, both succeed, one at its second attempt', async () => {
  const { db } = database;
  const both = (first: number, second: number) =>
    db.stockTransaction(async (tx) => {
      await tx.run('update counters set n = n + 1 where id = $1', [first]);
      await tx.run('select pg_sleep(0.3)');
      await tx.run('update counters set n = n + 1 where id = $1', [second]);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  assert.deepEqual(await db.rows('select n from counters order by id'), [{ n: 2 }, { n: 2 }]);
});

test('a transaction that always deadlocks is tried four times, with growing pauses', async () => {
  const begun: number[] = [];
  await assert.rejects(
    database.db.transaction(async () => {
      begun.push(performance.now());
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    }),
    /deadlock/,
  );
  const pauses = begun.slice(1).map((moment, index) => moment - begun[index]!);
  assert.equal(pauses.length, 3);
  // Timers may fire a millisecond early.
  for (const [index, least] of [5, 10, 20].entries()) assert.ok(pauses[index]! > least - 1.5, String(pauses));
});

test('a ping is answered immediately even if all connections are taken', async () => {
  const db = openDb({ connection: database.connection, poolSize: 1, stockPoolSize: 1 });
  const { promise: isAnswered, resolve: release } = Promise.withResolvers<void>();
  const taken = [db.transaction(() => isAnswered), db.stockTransaction(() => isAnswered)];
  await Promise.all([db.ping(), db.ping()]);
  release();
  await Promise.all(taken);
  await db.end();
});

test('a ping of an unreachable server soon fails', async () => {
  const db = openDb({ connection: { host: '127.0.0.1', port: 1, user: 'nobody', database: 'nowhere' } });
  await assert.rejects(db.ping());
  await db.end();
});

test('a bigint that a number cannot hold is an error, never a rounded value', async () => {
  await assert.rejects(database.db.row('select 9007199254740993 as n'), /out of range/);
});

test('once the pools have ended, the server has closed all connections', async () => {
  const sockets = () => process.getActiveResourcesInfo().filter((name) => /TCPSocket|Pipe/.test(name)).length;
  const before = sockets();
  const db = openDb({ connection: database.connection });
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => db.row('select pg_sleep(0.05)')));
  expect(sockets()).toBeGreaterThan(before);
  await db.end();
  expect(sockets()).toBeLessThanOrEqual(before);
});

test('the address of a test database opens the same database for another process', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select count(*) from counters');
  await client.end();
  assert.deepEqual(rows, [{ count: 2 }]);
});

test('a connection that breaks while its transaction is silent ends no process and no later work', async () => {
  const errors: Error[] = [];
  const db = openDb({ connection: database.connection, poolSize: 1, onError: (error) => errors.push(error) });
  const broken = db.transaction(async (tx) => {
    const row = await tx.row<{ pid: number }>('select pg_backend_pid() as pid');
    await database.db.run('select pg_terminate_backend($1)', [row!.pid]);
    // An error without a listener would end the process during this pause.
    await pause(100);
    await tx.run('select 1');
  });
  await assert.rejects(broken);
  assert.ok(errors.length > 0);
  assert.deepEqual(await db.transaction((tx) => tx.row('select 1 as one')), { one: 1 });
  await db.end();
});

test('only a transaction that is explicitly not synced can lose its commit in a power cut', async () => {
  const setting = async (tx: Tx) =>
    (await tx.row<{ value: string }>(`select current_setting('synchronous_commit') as value`))!.value;
  const usual = await database.db.stockTransaction(setting);
  assert.equal(await database.db.stockTransaction(setting, { isSynced: false }), 'off');
  for (let turn = 0; turn < 5; turn += 1) assert.equal(await database.db.stockTransaction(setting), usual);
});

test('a repeated statement is parsed once per connection; at most a thousand stay prepared', async () => {
  await database.db.transaction(async (tx) => {
    for (const value of [1, 2, 3]) await tx.row('select $1::int as often', [value]);
    const kept = await tx.rows<{ statement: string }>('select statement from pg_prepared_statements');
    assert.equal(kept.filter(({ statement }) => statement === 'select $1::int as often').length, 1);
    for (let text = 0; text < 1_100; text += 1) await tx.row(`select $1::int as text_${text}`, [text]);
    const many = await tx.row<{ count: number }>('select count(*) as count from pg_prepared_statements');
    assert.ok(many!.count <= 1_000);
  });
});

test('once a server has refused a write as read-only, none of its connections is used again', async () => {
  const name = database.connection.database ?? new URL(database.url).pathname.slice(1);
  await database.db.run(`alter database ${name} set default_transaction_read_only = on`);
  const db = openDb({ connection: database.connection });
  const mode = () =>
    db.row<{ mode: string }>(`select current_setting('transaction_read_only') as mode, pg_sleep(0.02)`);
  const open = () => Promise.all(Array.from({ length: 6 }, mode));
  expect((await open()).map((row) => row!.mode)).toEqual(Array(6).fill('on'));
  // The server's successor: new connections may write.
  await database.db.run(`alter database ${name} reset default_transaction_read_only`);
  await assert.rejects(db.run('update counters set n = n where id = 1'), { code: '25006' });
  for (let turn = 0; turn < 6; turn += 1) await db.run('update counters set n = n where id = 1');
  expect((await open()).map((row) => row!.mode)).toEqual(Array(6).fill('off'));
  await db.end();
});

test('after a read-only server has refused a transaction’s write, the next uses a new connection', async () => {
  const name = database.connection.database ?? new URL(database.url).pathname.slice(1);
  await database.db.run(`alter database ${name} set default_transaction_read_only = on`);
  const db = openDb({ connection: database.connection });
  const write = (tx: Tx) => tx.run('update counters set n = n where id = 1');
  await Promise.all([1, 2, 3].map(() => db.stockTransaction((tx) => tx.row('select pg_sleep(0.02)'))));
  await database.db.run(`alter database ${name} reset default_transaction_read_only`);
  await assert.rejects(db.stockTransaction(write), { code: '25006' });
  for (let turn = 0; turn < 3; turn += 1) expect(await db.stockTransaction(write)).toBe(1);
  await db.end();
});

test('the process survives a server that answers and disconnects at once while others wait for it', async () => {
  const last = errorMessage({ code: '57P01', message: 'terminating connection due to administrator command' });
  const proxy = await givenProxyThatAdds(last);
  const db = openDb({ connection: { connectionString: proxy.url }, poolSize: 1 });
  await db.row('select 1');
  proxy.addToNextAnswer();
  const answers = await Promise.allSettled([db.row('select 1 as one'), db.transaction((tx) => tx.row('select 2'))]);
  expect(answers[0]).toEqual({ status: 'fulfilled', value: { one: 1 } });
  expect(await db.row('select 3 as three')).toEqual({ three: 3 });
  await db.end();
  await proxy.close();
});

/** The proxy forwards everything. On request it appends `bytes` to the next answer, so that both arrive together. */
async function givenProxyThatAdds(bytes: Buffer) {
  const { to, urlAt } = targetOf(database.url);
  let isWanted = false;
  const server = net.createServer((client) => {
    const upstream = net.connect(to);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      client.write(isWanted ? Buffer.concat([chunk, bytes]) : chunk);
      isWanted = false;
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: urlAt((server.address() as net.AddressInfo).port),
    addToNextAnswer() {
      isWanted = true;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('the shop’s connections plan a statement once, but not the office’s or a pooler’s', async () => {
  const mode = async (db: { row: Tx['row'] }) => (await db.row<{ plan_cache_mode: string }>('show plan_cache_mode'))!;
  const direct = openDb({ connection: database.connection });
  const pooled = openDb({ connection: database.connection, isPooled: true });
  try {
    const once = { plan_cache_mode: 'force_generic_plan' };
    assert.deepEqual(await mode(direct), once);
    assert.deepEqual(await direct.stockTransaction(mode), once);
    assert.deepEqual(await mode(direct.forOffice()), { plan_cache_mode: 'auto' });
    const forList = { plan_cache_mode: 'force_custom_plan' };
    assert.deepEqual(await direct.forOffice().read(mode), forList);
    assert.deepEqual(await direct.forOffice().read(mode, PLANNED_ONCE), once);
    assert.deepEqual(await direct.forOffice().transaction(mode, { isForList: true }), forList);
    assert.deepEqual(await mode(pooled), { plan_cache_mode: 'auto' });
  } finally {
    await direct.end();
    await pooled.end();
  }
});

test('the shop’s connections also use the operator’s options, which win over its own setting', async () => {
  const settings = async (options: string) => {
    const url = new URL(database.url);
    if (options !== '') url.searchParams.set('options', options);
    const { databaseUrl } = readConfig({ DATABASE_URL: url.href }, undefined, { createsMissing: false });
    const db = openDb({ connection: { connectionString: databaseUrl! } });
    try {
      return await db.stockTransaction((tx) =>
        tx.row("select current_setting('plan_cache_mode') as plans, current_setting('work_mem') as memory"),
      );
    } finally {
      await db.end();
    }
  };
  const ours = 'force_generic_plan';
  assert.deepEqual(await settings('-c work_mem=5MB'), { plans: ours, memory: '5MB' });
  assert.deepEqual(await settings('-c plan_cache_mode=auto -c work_mem=6MB'), { plans: 'auto', memory: '6MB' });
  vi.stubEnv('PGOPTIONS', '-c work_mem=7MB');
  assert.deepEqual(await settings(''), { plans: ours, memory: '7MB' });
  assert.deepEqual(await settings('-c work_mem=5MB'), { plans: ours, memory: '5MB' });
});
