import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, migrate } from '#platform/db/migrate.ts';
import { givenEmptyDatabase, type TestDatabase } from '../../../../test/support/database.ts';

let database: TestDatabase;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-before-'));

beforeAll(async () => {
  database = await givenEmptyDatabase();
  for (const file of fs.readdirSync(MIGRATIONS_FOLDER)) {
    if (file < '0020') fs.copyFileSync(path.join(MIGRATIONS_FOLDER, file), path.join(folder, file));
  }
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true });
  await database?.drop();
});

test('the migration moves receipt, refund, movement and tax rate into columns', async () => {
  const { db, connection } = database;
  await migrate(connection, { folder });
  const bookings = [
    ['sale', 'order:3:sale:0'],
    ['payment', 'receipt:12'],
    ['suspense', 'receipt:12:assigned:1'],
    ['returned', 'receipt:12:returned'],
    ['charge_back', 'receipt:12:charged_back:rest:BT 7:a'],
    ['charge_back', 'receipt:12:charged_back:3:BT 7:a'],
    ['order_returned', 'order:3:returned:BT:9'],
    ['refund', 'refund:5:accepted'],
    ['refund_paid', 'refund:5:paid'],
    ['refund_without_sale', 'refund:5:without-sale'],
  ];
  await db.transaction(async (tx) => {
    // Skips foreign-key checks: only the ids matter here.
    await tx.run('set local session_replication_role = replica');
    await tx.run(
      `insert into customers (id, email, email_key, full_name, created_at) overriding system value values (1, 'a@example.org', 'a@example.org', 'Ada', now())`,
    );
    await tx.run(
      `insert into orders (id, code, checksum, customer_id, channel, created_at, payment_method, payment_status, items_total,
         total_price, customer_name, customer_email, billing_country, billing_address)
       overriding system value values (3, 'SLK-1', 'x', 1, 'web', now(), 'voucher', 'paid', 0, 0, 'Ada', 'a@example.org', 'NL', '{}')`,
    );
    await tx.run(
      `insert into receipts (id, source, transaction, amount, currency, received_at) overriding system value values (12, 'bank', 'BT 1', 100, 'EUR', now())`,
    );
    await tx.run(
      `insert into refunds (id, code, order_id, customer_id, status, is_whole_plan, total, created_at)
       overriding system value values (5, 'SLK-1-R1', 3, 1, 'active', false, 100, now())`,
    );
    for (const [at, [kind, key]] of bookings.entries()) {
      await tx.run(
        'insert into ledger_transactions (id, kind, key, order_id, booked_at) overriding system value values ($1, $2, $3, 3, now())',
        [at + 1, kind, key],
      );
    }
    await tx.run(
      `insert into ledger_entries (transaction_id, account, amount)
       values (1, 'customer', 230), (1, 'tax:9', -100), (1, 'tax:5.5', -100), (1, 'sales', -30)`,
    );
  });

  await migrate(connection);
  const rows = await db.rows<{ key: string; references: (number | string | null)[] }>(
    `select key, json_build_array(receipt_id, refund_id, movement) as references from ledger_transactions order by id`,
  );
  expect(rows.map(({ key, references }) => [key, ...references])).toEqual([
    ['order:3:sale:0', null, null, null],
    ['receipt:12', 12, null, null],
    ['receipt:12:assigned:1', 12, null, null],
    ['receipt:12:returned', 12, null, null],
    ['receipt:12:charged_back:rest:BT 7:a', 12, null, 'BT 7:a'],
    ['receipt:12:charged_back:3:BT 7:a', 12, null, 'BT 7:a'],
    ['order:3:returned:BT:9', null, null, 'BT:9'],
    ['refund:5:accepted', null, 5, null],
    ['refund:5:paid', null, 5, null],
    ['refund:5:without-sale', null, 5, null],
  ]);
  const taxes = await db.rows(
    `select tax_basis_points as rate, amount from ledger_entries where account = 'tax' order by rate`,
  );
  expect(taxes).toEqual([
    { rate: 550, amount: -100 },
    { rate: 900, amount: -100 },
  ]);
  await expect(db.run('delete from ledger_entries')).rejects.toThrow('append-only');
  await expect(db.run(`update ledger_transactions set kind = 'sale'`)).rejects.toThrow('append-only');
});
