import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { checkBackup } from '#platform/backup/read-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { connectClient, tableSums } from '#platform/backup/testing.ts';
import { type BackupReport, writeBackup } from '#platform/backup/write-backup.ts';
import { openDb } from '#platform/db/db.ts';
import { givenDatabase, givenEmptyDatabase, type TestDatabase } from './database.ts';

export let folder: string;
export let source: TestDatabase;
export let whole: string;
export let target: TestDatabase;
export const clients: pg.Client[] = [];

/** Adds a customer with two orders, a balanced booking and a mail, so that a backup can be checked for completeness. */
export async function givenRows({ db }: TestDatabase): Promise<void> {
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

export async function clientFor(
  database: TestDatabase,
  change?: Parameters<typeof connectClient>[1],
): Promise<pg.Client> {
  const client = await connectClient(database.connection, change);
  clients.push(client);
  return client;
}

export async function backup(
  from: TestDatabase,
  to: string,
  onTable?: (name: string, client: pg.Client) => Promise<void>,
): Promise<BackupReport> {
  const client = await connectClient(from.connection);
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

export async function restore(
  file: string,
  {
    into = target,
    replace,
    change,
  }: { into?: TestDatabase; replace?: string; change?: Parameters<typeof connectClient>[1] } = {},
) {
  const client = await clientFor(into, change);
  const report = await restoreBackup(file, await checkBackup(file), {
    client,
    replace,
  });
  await client.end();
  return report;
}

export async function sumsOf(database: TestDatabase): Promise<Record<string, string>> {
  const db = openDb({ connection: database.connection });
  try {
    return await tableSums(db);
  } finally {
    await db.end();
  }
}

export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => (error.name === 'BackupProblem' ? error.message : `${error.name}: ${error.message}`),
  );

/** Replaces a dropped database by an empty one. */
export async function renewTarget(): Promise<void> {
  target = await givenEmptyDatabase();
}

/** Makes a shop to back up and an empty database to restore it into. Called once, at the top of a test file. */
export function givenBackupShop(): void {
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-restore-'));
    source = await givenDatabase();
    await givenRows(source);
    whole = (await backup(source, path.join(folder, 'whole.tar.gz'))).file;
    await renewTarget();
  });
  afterAll(async () => {
    await target.drop();
    await source.drop();
    fs.rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    // A database that a test has left empty is used again.
    if (Object.keys(await sumsOf(target)).length === 0) return;
    await target.drop();
    await renewTarget();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end().catch(() => {});
  });
}
