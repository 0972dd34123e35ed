import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate } from '#platform/db/migrate.ts';
import {
  backup,
  clientFor,
  clients,
  folder,
  givenBackupShop,
  givenRows,
  refusalOf,
  renewTarget,
  restore,
  source,
  sumsOf,
  target,
  whole,
} from '../../../test/support/backup-shop.ts';
import { givenEmptyDatabase } from '../../../test/support/database.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { FILES_TABLE_NAME, madeByMigrations, shopTables } from './shop-tables.ts';

givenBackupShop();

test('every table and function of a shop is found in its migrations, so that none is left out', async () => {
  const made = madeByMigrations(MIGRATIONS_FOLDER);
  const { tables, foreignTables } = await shopTables(await clientFor(source), made.tables);
  expect(foreignTables).toEqual([]);
  expect(new Set([...tables.map(({ name }) => name), FILES_TABLE_NAME])).toEqual(made.tables);
  const functions = await source.db.rows<{ name: string }>(
    'select proname as name from pg_proc where pronamespace = current_schema()::regnamespace',
  );
  expect(new Set(functions.map(({ name }) => name))).toEqual(made.functions);
  // The schema has nothing else that a backup would leave out.
  const others = await source.db.rows(
    `select relname, relkind from pg_class c
     where relnamespace = current_schema()::regnamespace and relkind not in ('r', 'i')
       and not (relkind = 'S' and exists (select from pg_depend where objid = c.oid and deptype in ('i', 'a')))`,
  );
  expect(others).toEqual([]);
});

test('a restore by an owner without other rights yields exactly what was backed up', async () => {
  const role = `owner_${process.pid}`;
  const admin = await clientFor(target);
  await admin.query(`create role ${role}`);
  await admin.query(`alter database ${target.name} owner to ${role}`);
  await admin.query(`grant all on schema public to ${role}`);
  try {
    const client = await clientFor(target);
    await admin.end();
    await client.query(`set session authorization ${role}`);
    const report = await restoreBackup(whole, await checkBackup(whole), { client });
    expect(report).toMatchObject({ migrated: [], pictures: 0 });
    await client.end();
    expect(await sumsOf(target)).toEqual(await sumsOf(source));
  } finally {
    const last = await clientFor(source);
    await last.query(`drop database ${target.name}`);
    await last.query(`drop role ${role}`);
    await renewTarget();
  }
});

test('counters continue after the restored rows, and the rows are still protected', async () => {
  await restore(whole);
  const client = await clientFor(target);
  const { rows } = await client.query(
    `insert into customers (email, email_key, full_name, created_at) values ('b', 'b', 'b', now()) returning id`,
  );
  expect(rows).toEqual([{ id: 2 }]);
  await expect(client.query('delete from ledger_entries')).rejects.toThrow('append-only');
  await expect(
    client.query(`insert into ledger_entries (transaction_id, account, amount) values (1, 'sales', 1)`),
  ).rejects.toThrow('does not balance');
  await expect(client.query(`insert into customers select * from customers`)).rejects.toThrow();
});

test('a backup of an earlier version is brought up to date', async () => {
  const earlier = await givenEmptyDatabase();
  const migrations = path.join(folder, 'earlier');
  fs.mkdirSync(migrations);
  fs.copyFileSync(path.join(MIGRATIONS_FOLDER, '0001-foundation.sql'), path.join(migrations, '0001-foundation.sql'));
  await migrate(earlier.connection, { folder: migrations });
  await givenRows(earlier);
  const { file } = await backup(earlier, path.join(folder, 'earlier.tar.gz'));
  await earlier.drop();
  const { migrated } = await restore(file);
  expect(migrated).toEqual(fs.readdirSync(MIGRATIONS_FOLDER).sort().slice(1));
  expect(await migrate(target.connection)).toEqual([]);
  const { rows } = await (await clientFor(target)).query('select code, total_refunded from orders order by id');
  expect(rows).toMatchObject([{ code: 'SLK-1' }, { code: 'SLK-2' }]);
});

describe('a database that is not empty', () => {
  test('a migrated one without a shop counts as empty', async () => {
    await migrate(target.connection);
    await restore(whole);
    expect(await sumsOf(target)).toEqual(await sumsOf(source));
  });

  test('keeps its shop unless the database is named, and then nothing of that shop is left', async () => {
    await restore(whole);
    await (await clientFor(target)).query(`update orders set customer_name = 'Other'`);
    const before = await sumsOf(target);
    for (const replace of [undefined, 'another']) {
      for (const client of clients.splice(0)) await client.end();
      const client = await clientFor(target);
      const refused = await refusalOf(
        restoreBackup(whole, await checkBackup(whole), { client, ...(replace && { replace }) }),
      );
      expect(refused).toContain(
        `The database "${target.name}" is not empty: it contains the shop Sandlark with 2 orders.`,
      );
      expect(refused).toContain(`--replace ${target.name}`);
    }
    expect(await sumsOf(target)).toEqual(before);
    for (const client of clients.splice(0)) await client.end();
    const client = await clientFor(target);
    await restoreBackup(whole, await checkBackup(whole), { client, replace: target.name });
    expect(await sumsOf(target)).toEqual(await sumsOf(source));
  });

  test('tables of other programs stay, and are not in a backup', async () => {
    await restore(whole);
    const client = await clientFor(target);
    await client.query('create table newsletter (n int); insert into newsletter values (1)');
    await client.end();
    const report = await backup(target, path.join(folder, 'with-others.tar.gz'));
    expect(report.foreignTables).toEqual(['newsletter']);
    const again = await clientFor(target);
    await restoreBackup(report.file, await checkBackup(report.file), {
      client: again,
      replace: target.name,
    });
    expect((await again.query('select n from newsletter')).rows).toEqual([{ n: 1 }]);
    await again.query('create view report as select code from orders');
    const refused = await refusalOf(
      restoreBackup(report.file, await checkBackup(report.file), {
        client: again,
        replace: target.name,
      }),
    );
    expect(refused).toContain('The restore could not clear the database: cannot drop');
    expect(refused).toContain('view report depends on table orders');
  });

  test('tables of another program that have the shop’s names are never touched', async () => {
    const client = await clientFor(target);
    await client.query('create table orders (n int)');
    const work = restoreBackup(whole, await checkBackup(whole), { client, replace: target.name });
    expect(await refusalOf(work)).toContain('contains tables of another program (orders)');
    expect((await client.query('select * from orders')).rows).toEqual([]);
  });

  test('a restore is refused while the shop is running', async () => {
    await (await clientFor(target)).query('select 1');
    const client = await clientFor(target);
    const refused = await refusalOf(restoreBackup(whole, await checkBackup(whole), { client }));
    expect(refused).toMatch(/is in use \(1 connection\)\. Stop the shop first\./);
  });
});
