import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { givenEmptyDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await givenEmptyDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-migrations-'));
});

afterEach(async () => {
  await database.drop();
  fs.rmSync(folder, { recursive: true });
});

const write = (file: string, sql: string) => fs.writeFileSync(path.join(folder, file), sql);

test('migrations are applied once, in the order of their numbers', async () => {
  write('0002-fill.sql', 'insert into places values (7);');
  write('0001-places.sql', 'create table places (n int);');
  assert.deepEqual(await migrate(database.connection, { folder }), ['0001-places.sql', '0002-fill.sql']);
  assert.deepEqual(await migrate(database.connection, { folder }), []);
  write('0003-more.sql', 'insert into places values (8);');
  assert.deepEqual(await migrate(database.connection, { folder }), ['0003-more.sql']);
  assert.deepEqual(await database.db.rows('select n from places order by n'), [{ n: 7 }, { n: 8 }]);
});

test('when six processes migrate at the same time, each migration runs in only one of them', async () => {
  write('0001-places.sql', 'create table places (n int); select pg_sleep(0.2); insert into places values (1);');
  write('0002-fill.sql', 'insert into places values (2);');
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.connection, { folder })));
  assert.deepEqual(applied.flat().sort(), ['0001-places.sql', '0002-fill.sql']);
  assert.deepEqual(await database.db.row('select count(*) from places'), { count: 2 });
});

test('a migration that fails halfway leaves nothing; earlier ones stay, and a fixed one continues', async () => {
  write('0001-places.sql', 'create table places (n int);');
  write('0002-broken.sql', 'insert into places values (1);\ninsert into nowhere values (2);');
  await assert.rejects(
    migrate(database.connection, { folder }),
    /0002-broken\.sql, line 2: relation "nowhere" does not exist/,
  );
  assert.deepEqual(await database.db.row('select count(*) from places'), { count: 0 });
  write('0002-broken.sql', 'insert into places values (1);');
  assert.deepEqual(await migrate(database.connection, { folder }), ['0002-broken.sql']);
});

test('when a process is cut off inside a migration, the next one applies all of it', async () => {
  write('0001-places.sql', 'create table places (n int); insert into places values (1); select pg_sleep(30);');
  const cut = migrate(database.connection, { folder });
  cut.catch(() => {});
  await untilRunning('%pg_sleep(30)%');
  await database.db.run(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()",
  );
  await assert.rejects(cut);
  write('0001-places.sql', 'create table places (n int); insert into places values (1);');
  assert.deepEqual(await migrate(database.connection, { folder }), ['0001-places.sql']);
  assert.deepEqual(await database.db.row('select count(*) from places'), { count: 1 });
});

async function untilRunning(pattern: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const row = await database.db.row(
      "select 1 from pg_stat_activity where query like $1 and state = 'active' and pid <> pg_backend_pid()",
      [pattern],
    );
    if (row) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no query like ${pattern} is running`);
}

test('a migration that needs a table in use lets the others pass and tries again until it is free', async () => {
  write('0001-places.sql', 'create table places (n int);');
  await migrate(database.connection, { folder });
  write('0002-more.sql', 'alter table places add column m int;');
  let release = () => {};
  const isHeld = new Promise<void>((held) => {
    database.db
      .transaction(async (tx) => {
        await tx.rows('select * from places');
        held();
        await new Promise<void>((resolve) => (release = resolve));
      })
      .catch(() => {});
  });
  await isHeld;
  const lines: string[] = [];
  const options = { folder, lockTimeoutMs: 50, print: (line: string) => lines.push(line) };
  await assert.rejects(
    migrate(database.connection, { ...options, attempts: 1 }),
    /0002-more\.sql.*lock timeout.*try again/,
  );
  const migrating = migrate(database.connection, options);
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  // Between two attempts the table is free for everybody.
  assert.deepEqual(await database.db.rows('select * from places'), []);
  release();
  assert.deepEqual(await migrating, ['0002-more.sql']);
  assert.match(lines[0]!, /^Migration 0002-more\.sql: canceling statement due to lock timeout; trying again/);
});

test('an applied migration that was changed is refused by name', async () => {
  write('0001-places.sql', 'create table places (n int);');
  await migrate(database.connection, { folder });
  write('0001-places.sql', 'create table places (n bigint);');
  await assert.rejects(
    migrate(database.connection, { folder }),
    /0001-places\.sql was changed after this database had applied it/,
  );
});

test('different line endings do not count as a change', async () => {
  write('0001-places.sql', 'create table places (\n  n int\n);\n');
  await migrate(database.connection, { folder });
  write('0001-places.sql', 'create table places (\r\n  n int\r\n);\r\n');
  assert.deepEqual(await migrate(database.connection, { folder }), []);
});

test('a database of a newer version is refused', async () => {
  write('0001-places.sql', 'create table places (n int);');
  write('0002-fill.sql', 'insert into places values (2);');
  await migrate(database.connection, { folder });
  fs.rmSync(path.join(folder, '0002-fill.sql'));
  await assert.rejects(migrate(database.connection, { folder }), /newer version of Foyer .*0002-fill\.sql/);
});

test('a wrong name, a number used twice and a migration that commits by itself are refused', async () => {
  write('first.sql', 'select 1;');
  await assert.rejects(migrate(database.connection, { folder }), /first\.sql must be named like/);
  fs.rmSync(path.join(folder, 'first.sql'));
  write('0001-one.sql', 'select 1;');
  write('0001-two.sql', 'select 1;');
  await assert.rejects(
    migrate(database.connection, { folder }),
    /Two migrations have the number 1: 0001-one\.sql, 0001-two\.sql/,
  );
  fs.rmSync(path.join(folder, '0001-two.sql'));
  write('0001-one.sql', 'create table a (n int);\ncommit;\n');
  await assert.rejects(migrate(database.connection, { folder }), /must leave begin and commit to the shop/);
});

test('a migration marked concurrently waits for nobody’s lock and makes nobody wait', async () => {
  write('0001-places.sql', 'create table places (n int, m int, constraint small check (n < 9) not valid);');
  await migrate(database.connection, { folder });
  await database.db.run('insert into places select 1, n from generate_series(1, 20000) n');
  const sql = `-- concurrently
create unique index concurrently places_by_m on places (m);
alter table places validate constraint small;
`;
  write('0002-index.sql', sql);
  let writes = 0;
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      await database.db.run('insert into places values (2, $1)', [-1 - writes]);
      writes += 1;
    }
  })();
  // The index that an interrupted build would leave behind.
  await database.db.run('create index places_by_m on places (n)');
  assert.deepEqual(await migrate(database.connection, { folder }), ['0002-index.sql']);
  isOver = true;
  await writing;
  assert.ok(writes > 0);
  assert.deepEqual(
    await database.db.rows(
      `select pg_get_indexdef(indexrelid) ~ 'UNIQUE INDEX places_by_m .* \\(m\\)$' as built, indisvalid as valid,
       (select convalidated from pg_constraint where conname = 'small') as validated
       from pg_index where indexrelid = 'places_by_m'::regclass`,
    ),
    [{ built: true, valid: true, validated: true }],
  );
  assert.deepEqual(await migrate(database.connection, { folder }), []);
});

test('a concurrent migration that fails has no record, and the next attempt builds all of it', async () => {
  write('0001-places.sql', 'create table places (n int);');
  await migrate(database.connection, { folder });
  await database.db.run('insert into places values (1), (1)');
  write('0002-index.sql', '-- concurrently\ncreate unique index concurrently places_by_n on places (n);\n');
  await assert.rejects(migrate(database.connection, { folder }), /0002-index\.sql.*could not create unique index/);
  await database.db.run('delete from places');
  assert.deepEqual(await migrate(database.connection, { folder }), ['0002-index.sql']);
  assert.deepEqual(
    await database.db.rows(`select indisvalid as valid from pg_index where indexrelid = 'places_by_n'::regclass`),
    [{ valid: true }],
  );
});

test('a migration marked concurrently with a statement that needs a transaction is refused', async () => {
  write('0001-places.sql', '-- concurrently\ncreate table places (n int);\n');
  await assert.rejects(
    migrate(database.connection, { folder }),
    /0001-places\.sql may only contain "create index concurrently"/,
  );
});
