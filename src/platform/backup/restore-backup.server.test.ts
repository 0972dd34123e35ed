import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDb } from '#platform/db/db.ts';
import { MIGRATIONS_FOLDER, migrate } from '#platform/db/migrate.ts';
import { givenDatabase, givenEmptyDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { Archive } from './archive.ts';
import { backupEntries, checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { madeByMigrations, shopTables } from './shop-tables.ts';
import { aClient, tableSums } from './testing.ts';
import { type BackupReport, writeBackup } from './write-backup.ts';

let folder: string;
let source: TestDatabase;
let whole: string;
let target: TestDatabase;
const clients: pg.Client[] = [];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-restore-'));
  source = await givenDatabase();
  await givenRows(source);
  whole = (await backup(source, path.join(folder, 'whole.tar.gz'))).file;
});
afterAll(async () => {
  await target.drop();
  await source.drop();
  fs.rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  // One that a test has left empty is as good as a new one.
  if (target && Object.keys(await sumsOf(target)).length === 0) return;
  await target?.drop();
  target = await givenEmptyDatabase();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end().catch(() => {});
});

/** A shop, a customer with two orders, a balanced booking and a mail: enough to tell a whole shop from a part of one. */
async function givenRows({ db }: TestDatabase): Promise<void> {
  await db.run(
    `insert into shop_state (day_zero, folder_hash, config, imported_at)
     values ('2026-11-20', 'hash', '{"public": {"name": "Sandlark"}}', now())`,
  );
  await db.run(
    `insert into customers (email, email_key, full_name, created_at)
     values ('ada@example.org', 'ada@example.org', e'Ada\\tLovelace\\\\\\n"ß"', now())`,
  );
  for (const code of ['SLK-1', 'SLK-2']) {
    await db.run(
      `insert into orders (code, checksum, customer_id, channel, created_at, payment_method, payment_status, items_total,
         total_price, customer_name, customer_email, billing_country, billing_address)
       values ($1, $1, 1, 'web', now(), 'voucher', 'paid', 0, 0, 'Ada', 'ada@example.org', 'NL', '{"city": "Ünter"}')`,
      [code],
    );
  }
  await db.transaction(async (tx) => {
    await tx.run(
      `insert into ledger_transactions (kind, key, order_id, booked_at) values ('sale', 'sale:1', 1, now())`,
    );
    await tx.run(
      `insert into ledger_entries (transaction_id, account, amount) values (1, 'receivable', 500), (1, 'sales', -500)`,
    );
  });
  await db.run(
    `insert into mails (key, kind, recipient, subject, sealed, message_id, next_try_at, created_at)
     values ('k', 'password', 'ada@example.org', 'S', '\\x00ff5c', '<m@example.org>', now(), now())`,
  );
}

async function clientFor(database: TestDatabase, change?: Parameters<typeof aClient>[1]): Promise<pg.Client> {
  const client = await aClient(database.connection, change);
  clients.push(client);
  return client;
}

async function backup(
  from: TestDatabase,
  to: string,
  onTable?: (name: string, client: pg.Client) => Promise<void>,
): Promise<BackupReport> {
  const client = await aClient(from.connection);
  try {
    return await writeBackup(
      {
        client,
        dataDir: path.join(folder, 'data'),
        keyFingerprint: 'fingerprint',
        onTable: async (name) => onTable?.(name, client),
      },
      to,
    );
  } finally {
    await client.end();
  }
}

async function restore(
  file: string,
  {
    into = target,
    replace,
    change,
  }: { into?: TestDatabase; replace?: string; change?: Parameters<typeof aClient>[1] } = {},
) {
  const client = await clientFor(into, change);
  const report = await restoreBackup(file, await checkBackup(file), {
    client,
    dataDir: path.join(folder, 'to'),
    replace,
  });
  await client.end();
  return report;
}

async function sumsOf(database: TestDatabase): Promise<Record<string, string>> {
  const db = openDb({ connection: database.connection });
  try {
    return await tableSums(db);
  } finally {
    await db.end();
  }
}

/** A disk of 64 kB. */
function mount(place: string): void {
  fs.mkdirSync(place, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
}

function unmount(place: string): void {
  execFileSync('umount', [place], { stdio: 'ignore' });
  fs.rmdirSync(place);
}

/** Whether such a disk can be had here. */
function mounted(place: string): boolean {
  try {
    mount(place);
    unmount(place);
    return true;
  } catch {
    fs.rmSync(place, { recursive: true, force: true });
    return false;
  }
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => (error.name === 'BackupProblem' ? error.message : `${error.name}: ${error.message}`),
  );

test('every table and function of a shop is known by its migrations, so that none is left out', async () => {
  const made = madeByMigrations(MIGRATIONS_FOLDER);
  const { tables, left } = await shopTables(await clientFor(source), made.tables);
  expect(left).toEqual([]);
  expect(new Set(tables.map(({ name }) => name))).toEqual(made.tables);
  const functions = await source.db.rows<{ name: string }>(
    'select proname as name from pg_proc where pronamespace = current_schema()::regnamespace',
  );
  expect(new Set(functions.map(({ name }) => name))).toEqual(made.functions);
  // Nothing that a backup knows nothing of.
  const others = await source.db.rows(
    `select relname, relkind from pg_class c
     where relnamespace = current_schema()::regnamespace and relkind not in ('r', 'i')
       and not (relkind = 'S' and exists (select from pg_depend where objid = c.oid and deptype in ('i', 'a')))`,
  );
  expect(others).toEqual([]);
});

test('what was backed up is what is restored, by an owner without any other right', async () => {
  const role = `owner_${process.pid}`;
  const admin = await clientFor(target);
  await admin.query(`create role ${role}`);
  await admin.query(`alter database ${target.name} owner to ${role}`);
  await admin.query(`grant all on schema public to ${role}`);
  try {
    const client = await clientFor(target);
    await admin.end();
    await client.query(`set session authorization ${role}`);
    const report = await restoreBackup(whole, await checkBackup(whole), { client, dataDir: folder });
    expect(report).toMatchObject({ migrated: [], pictures: 0 });
    await client.end();
    expect(await sumsOf(target)).toEqual(await sumsOf(source));
  } finally {
    const last = await clientFor(source);
    await last.query(`drop database ${target.name}`);
    await last.query(`drop role ${role}`);
    target = await givenEmptyDatabase();
  }
});

test('counters go on behind the rows, and rows are still guarded', async () => {
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
  await migrate(earlier.connection, migrations);
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

  test('keeps its shop unless it is named, and nothing is left of that when it is', async () => {
    await restore(whole);
    await (await clientFor(target)).query(`update orders set customer_name = 'Other'`);
    const before = await sumsOf(target);
    for (const replace of [undefined, 'another']) {
      for (const client of clients.splice(0)) await client.end();
      const client = await clientFor(target);
      const refused = await refusalOf(
        restoreBackup(whole, await checkBackup(whole), { client, dataDir: folder, ...(replace && { replace }) }),
      );
      expect(refused).toContain(
        `The database "${target.name}" is not empty: it holds the shop Sandlark with 2 orders.`,
      );
      expect(refused).toContain(`--replace ${target.name}`);
    }
    expect(await sumsOf(target)).toEqual(before);
    for (const client of clients.splice(0)) await client.end();
    const client = await clientFor(target);
    await restoreBackup(whole, await checkBackup(whole), { client, dataDir: folder, replace: target.name });
    expect(await sumsOf(target)).toEqual(await sumsOf(source));
  });

  test('what others have in it stays, and is not in a backup', async () => {
    await restore(whole);
    const client = await clientFor(target);
    await client.query('create table newsletter (n int); insert into newsletter values (1)');
    await client.end();
    const report = await backup(target, path.join(folder, 'with-others.tar.gz'));
    expect(report.left).toEqual(['newsletter']);
    const again = await clientFor(target);
    await restoreBackup(report.file, await checkBackup(report.file), {
      client: again,
      dataDir: folder,
      replace: target.name,
    });
    expect((await again.query('select n from newsletter')).rows).toEqual([{ n: 1 }]);
    await again.query('create view report as select code from orders');
    const refused = await refusalOf(
      restoreBackup(report.file, await checkBackup(report.file), {
        client: again,
        dataDir: folder,
        replace: target.name,
      }),
    );
    expect(refused).toContain('The database does not make room: cannot drop');
    expect(refused).toContain('view report depends on table orders');
  });

  test('tables of another program that are named like ours are never touched', async () => {
    const client = await clientFor(target);
    await client.query('create table orders (n int)');
    const work = restoreBackup(whole, await checkBackup(whole), { client, dataDir: folder, replace: target.name });
    expect(await refusalOf(work)).toContain('holds tables of another program (orders)');
    expect((await client.query('select * from orders')).rows).toEqual([]);
  });

  test('a shop that runs is named', async () => {
    await (await clientFor(target)).query('select 1');
    const client = await clientFor(target);
    const refused = await refusalOf(restoreBackup(whole, await checkBackup(whole), { client, dataDir: folder }));
    expect(refused).toMatch(/is in use \(1 connection\)\. Stop the shop first\./);
  });
});

describe('nothing is changed', () => {
  /** The backup with one of its files changed, and with the checksums that belong to that. */
  async function changed(name: RegExp, change: (text: string) => string): Promise<string> {
    const archive = new Archive(new Date());
    const bytes: Buffer[] = [];
    for await (const { name: found, content } of backupEntries(whole)) {
      const pieces: Buffer[] = [];
      for await (const piece of content) pieces.push(piece);
      const text = Buffer.concat(pieces).toString('utf8');
      if (found === 'SHA256SUMS') bytes.push(...archive.end());
      else bytes.push(...archive.file(found, Buffer.from(name.test(found) ? change(text) : text)));
    }
    const file = path.join(folder, 'changed.tar.gz');
    fs.writeFileSync(file, gzipSync(Buffer.concat(bytes)));
    return file;
  }

  test.each([
    [
      'bookings that do not balance',
      /ledger_entries/,
      (text: string) => text.replace('-500', '-499'),
      'does not balance',
    ],
    ['an order of nobody', /\/customers\//, () => '', 'has 0 rows and not 1|violates foreign key'],
    ['two orders with one code', /\/orders\//, (text: string) => text.replace('SLK-2', 'SLK-1'), 'duplicate key'],
    ['a row too few', /\/mails\//, () => '', 'mails has 0 rows and not 1'],
    ['a text that is no row', /\/mails\//, (text: string) => `${text}x`, 'does not take the rows of mails'],
    [
      'a table that is not known',
      /backup.json/,
      (text: string) => text.replace('"name": "mails"', '"name": "males"'),
      'mails',
    ],
    ['a column that is not known', /backup.json/, (text: string) => text.replace('"sealed"', '"ceiled"'), 'ceiled'],
  ])('by a backup with %s', async (_name, file, change, why) => {
    expect(await refusalOf(restore(await changed(file, change)))).toMatch(new RegExp(why));
    expect(await sumsOf(target)).toEqual({});
  });

  test('by a restore whose connection breaks in the middle, and it can be done again', async () => {
    const client: pg.Client = await clientFor(target, (text) => {
      // Waits in line before the rows and ends its own connection: they never get through, however slow the machine is.
      if (text.includes('copy "ledger_entries"'))
        client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
      return text;
    });
    const restoring = restoreBackup(whole, await checkBackup(whole), { client, dataDir: folder });
    await expect(restoring).rejects.toThrow();
    expect(await sumsOf(target)).toEqual({});
    await restoreBackup(whole, await checkBackup(whole), { client: await clientFor(target), dataDir: folder });
    expect(await sumsOf(target)).toEqual(await sumsOf(source));
  });

  test('by a backup whose connection breaks in the middle: no file is there', async () => {
    const place = path.join(folder, 'interrupted');
    fs.mkdirSync(place);
    const breaking = backup(source, place, async (name, client) => {
      if (name === 'orders')
        // Until it has ended, not only until it was told to.
        await source.db.row('select pg_terminate_backend($1, 10000)', [
          (client as unknown as { processID: number }).processID,
        ]);
    });
    await expect(breaking).rejects.toThrow();
    expect(fs.readdirSync(place)).toEqual([]);
  });

  test('where there is no shop: an empty backup would look like a good one', async () => {
    const place = path.join(folder, 'nothing.tar.gz');
    expect(await refusalOf(backup(target, place))).toContain('There is no shop in this database');
    await migrate(target.connection);
    expect(await refusalOf(backup(target, place))).toContain('There is no shop in this database');
    expect(fs.existsSync(place)).toBe(false);
  });

  test('where the file cannot be written: named, and nothing is written over', async () => {
    expect(await refusalOf(backup(source, whole))).toContain('A backup never writes over a file');
    expect(await refusalOf(backup(source, path.join(folder, 'none', 'b.tar.gz')))).toContain('There is no folder');
    if (fs.existsSync('/dev/full')) expect(await refusalOf(backup(source, '/dev/full'))).toContain('is there already');
  });

  test('where the folder goes away meanwhile: named, and nothing is left', async () => {
    const place = path.join(folder, 'vanishing');
    fs.mkdirSync(place);
    const going = backup(source, place, async (name) => {
      if (name === 'mails') fs.rmSync(place, { recursive: true });
    });
    expect(await refusalOf(going)).toContain(`The folder ${place} is gone`);
    expect(fs.existsSync(place)).toBe(false);
  });

  test('where another backup takes the name meanwhile: that one stays', async () => {
    const place = path.join(folder, 'taken');
    fs.mkdirSync(place);
    const file = path.join(place, 'b.tar.gz');
    const going = backup(source, file, async (name) => {
      if (name === 'mails') fs.writeFileSync(file, 'another backup');
    });
    expect(await refusalOf(going)).toContain('A backup never writes over a file');
    expect(fs.readFileSync(file, 'utf8')).toBe('another backup');
    expect(fs.readdirSync(place)).toEqual(['b.tar.gz']);
  });

  const place = path.join(os.tmpdir(), `foyer-full-${process.pid}`);
  // Only root may mount a disk that is as small as this one.
  test.runIf(mounted(place))('where the disk is full: named, and the room is free again', async () => {
    const picture = path.join(folder, 'data/images/large.avif');
    fs.mkdirSync(path.dirname(picture), { recursive: true });
    fs.writeFileSync(picture, randomBytes(256 << 10));
    try {
      mount(place);
      expect(await refusalOf(backup(source, place))).toContain(`There is no room left for ${place}/foyer-`);
      expect(fs.readdirSync(place)).toEqual([]);
      fs.rmSync(path.dirname(picture), { recursive: true });
      const { file } = await backup(source, place);
      expect(fs.readdirSync(place)).toEqual([path.basename(file)]);
    } finally {
      unmount(place);
      fs.rmSync(path.dirname(picture), { recursive: true, force: true });
    }
  });

  test('what interrupted backups have left in the folder goes after a day', async () => {
    const place = path.join(folder, 'leftovers');
    fs.mkdirSync(place);
    const [old, young, foreign] = [
      'foyer-1.tar.gz.unfinished-1',
      'foyer-2.tar.gz.unfinished-1',
      'other.unfinished-1',
    ].map((name) => path.join(place, name));
    for (const file of [old, young, foreign]) fs.writeFileSync(file!, '');
    const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60_000);
    for (const file of [old, foreign]) fs.utimesSync(file!, twoDaysAgo, twoDaysAgo);
    const { file } = await backup(source, place);
    expect(fs.readdirSync(place).sort()).toEqual(
      [path.basename(file), path.basename(young!), path.basename(foreign!)].sort(),
    );
  });
});
