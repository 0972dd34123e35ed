import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../test/support/database.ts';
import { describeSchema } from './describe-schema.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());

test('the golden schema matches what the migrations create on the tests’ server', async () => {
  const golden = fs.readFileSync(path.resolve('db/schema.sql'), 'utf8');
  assert.equal(await describeSchema(database.db), golden);
});

test('every kind of change is detected', async () => {
  const { db } = database;
  const changes = [
    'create table zebras (id bigint generated always as identity primary key, name text not null)',
    'alter table zebras add column height integer default 3',
    'alter table zebras alter column name type text collate "C"',
    'alter table zebras alter column name drop not null',
    'alter table zebras add constraint tall check (height > 0)',
    'create unique index zebras_name on zebras (lower(name)) where height > 1',
    'create function neigh() returns trigger language plpgsql as $$ begin return new; end $$',
    'create trigger zebras_neigh before insert on zebras for each row execute function neigh()',
    'create view tall_zebras as select id from zebras where height > 2',
    'create sequence zebra_numbers',
    "create type stripe as enum ('black', 'white')",
  ];
  let before = await describeSchema(db);
  for (const change of changes) {
    await db.run(change);
    const after = await describeSchema(db);
    assert.notEqual(after, before, change);
    before = after;
  }
});
