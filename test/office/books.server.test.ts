import crypto from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { book } from '#features/ledger/server/public.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { app, balanceOf, DAY, givenTransferShop, placeByTransfer, transfer } from '../support/transfer-shop.ts';

/* The books of a month are one file that never changes, and nothing can be booked in a closed month. */

givenTransferShop();
let finance: OfficePerson;

const month = '2026-11';
/** What the office showed before the month was closed. */
let preview: OfficeAnswer<'books-preview'>;
const stateOf = async (one: string) =>
  (await finance.browser.done('books-list')).months.find((books: { month: string }) => books.month === one)?.state;

/** Reads all pieces of a month's file. */
async function fileOf(one: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (;;) {
    const part = await finance.browser.done('books-part', { month: one, position: pieces.length });
    pieces.push(Buffer.from(part.content, 'base64'));
    if (part.is_last) return Buffer.concat(pieces);
  }
}

/** Reads a CSV as rows by heading, independently of the code that writes it. */
function rowsIn(csv: string): Record<string, string>[] {
  const [head, ...rows] = csv
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((cell) => cell[1]!));
  return rows.map((cells) => Object.fromEntries(head!.map((name, index) => [name, cells[index]!])));
}

const cents = (text: string | undefined): number => Math.round(Number(text || 0) * 100);
const sumOf = (rows: readonly Record<string, string>[], column: string): number =>
  rows.reduce((all, row) => all + cents(row[column]), 0);

test('a month is closed only after its end, only once, and not by a manager', async () => {
  const paid = await placeByTransfer();
  await transfer(paid.code, paid.total_price);
  const plan = await placeByTransfer('sandlark-pass-plan');
  await transfer(plan.payments[0]!.reference, plan.payments[0]!.amount);
  await transfer('=cmd|nobody', 1_234);
  finance = await givenPerson(app, 'Books Finance', ['finance']);
  expect(await stateOf(month)).toBe('open');
  expect((await finance.browser.call('books-close', { month, request_key: crypto.randomUUID() })).status).toBe(409);
  expect((await finance.browser.call('books-close', { month: '2026-13' })).status).toBe(422);
  const manager = await givenPerson(app, 'Books Manager', ['manager']);
  expect((await manager.browser.call('books-close', { month })).status).toBe(403);
  // This moves the clock to half an hour after the month's end, in Amsterdam.
  await app.travel(new Date('2026-11-30T23:30:00Z').getTime() - app.clock.now().getTime());
  finance = await givenPerson(app, 'Books In Time', ['finance']);
  expect(await stateOf(month)).toBe('open');
  await app.travel(DAY);
  finance = await givenPerson(app, 'Books Later', ['finance']);
  expect(await stateOf(month)).toBe('closable');
  preview = await finance.browser.done('books-preview', { month });
  expect((await finance.browser.call('books-preview', { month: '2026-13' })).status).toBe(422);
  const [one, two] = await Promise.all([
    finance.browser.done('books-close', { month }),
    finance.browser.done('books-close', { month }),
  ]);
  expect([one.closed_at, one.closed_by]).toEqual([two.closed_at, 'Books Later']);
  expect(
    await app.db.rows(`select 1 from audit_log where action = 'books.closed' and subject = $1`, [month]),
  ).toHaveLength(1);
});

test('its file is made once and has the same bytes and hash on every download', async () => {
  await app.settle();
  expect(await stateOf(month)).toBe('made');
  const first = await fileOf(month);
  await app.travel(3 * DAY);
  finance = await givenPerson(app, 'Books Again', ['finance']);
  await app.settle();
  expect((await fileOf(month)).equals(first)).toBe(true);
  const { months } = await finance.browser.done('books-list');
  expect(months.find((books: { month: string }) => books.month === month)).toMatchObject({
    sha256: crypto.createHash('sha256').update(first).digest('hex'),
    size: first.length,
  });
  await expect(app.db.run('delete from books')).rejects.toThrow('final');
  await expect(app.db.run(`update books set closed_by = 'x'`)).rejects.toThrow('final');
});

test('what was shown before closing is what the file contains', async () => {
  const files = unzipSync(await fileOf(month));
  const csv = (name: string) => rowsIn(strFromU8(files[`${name}.csv`]!));
  const numbers = (rows: readonly Record<string, string>[], column: string) =>
    new Set(rows.map((row) => row[column]).filter(Boolean)).size;
  const openOf = (account: string) => csv('open-items').filter((row) => row.account!.split(':')[0] === account);
  const open = (account: string, sign: 1 | -1) => ({
    count: openOf(account).length,
    amount: sign * (sumOf(openOf(account), 'debit') - sumOf(openOf(account), 'credit')) || 0,
  });
  const [receipts, documents, refunds] = [csv('receipts'), csv('documents'), csv('refunds')];
  expect(preview).toEqual({
    bookings: numbers(csv('journal'), 'booking'),
    received: { count: numbers(receipts, 'number'), amount: sumOf(receipts, 'in') - sumOf(receipts, 'out') },
    refunded: {
      count: numbers(
        refunds.filter(({ paid }) => paid),
        'refund',
      ),
      amount: sumOf(refunds, 'paid'),
    },
    invoices: numbers(
      documents.filter(({ kind }) => kind !== 'credit_note'),
      'number',
    ),
    credit_notes: numbers(
      documents.filter(({ kind }) => kind === 'credit_note'),
      'number',
    ),
    open: {
      orders: open('customer', 1),
      refunds: open('refunds_payable', -1),
      unassigned: open('suspense', -1),
    },
  });
  expect([preview.received.count, preview.open.unassigned]).toEqual([3, { count: 1, amount: 1_234 }]);
});

test('its lists add up: journal, balances, documents and open items agree with the ledger', async () => {
  const files = unzipSync(await fileOf(month));
  const csv = (name: string) => rowsIn(strFromU8(files[`${name}.csv`]!));
  const journal = csv('journal');
  expect(sumOf(journal, 'debit')).toBe(sumOf(journal, 'credit'));
  expect(sumOf(journal, 'debit')).toBeGreaterThan(0);
  const balances = csv('balances');
  expect(sumOf(balances, 'closing')).toBe(0);
  for (const row of balances)
    expect([row.account, cents(row.closing)]).toEqual([
      row.account,
      cents(row.opening) + cents(row.debit) - cents(row.credit),
    ]);
  const closing = (account: string) =>
    sumOf(
      balances.filter((row) => row.account === account),
      'closing',
    );
  // Nothing was booked after the month.
  for (const account of ['bank', 'customer', 'suspense', 'tax', 'sales'])
    expect([account, closing(account)]).toEqual([account, await balanceOf(account)]);
  const open = csv('open-items');
  for (const account of ['customer', 'suspense'])
    expect([account, closing(account)]).toEqual([
      account,
      sumOf(
        open.filter((row) => row.account === account),
        'debit',
      ) -
        sumOf(
          open.filter((row) => row.account === account),
          'credit',
        ),
    ]);
  const receipts = csv('receipts');
  expect(sumOf(receipts, 'in') - sumOf(receipts, 'out')).toBe(closing('bank'));
  const documents = csv('documents');
  expect(documents.length).toBeGreaterThan(0);
  expect(sumOf(documents, 'net') + sumOf(documents, 'tax')).toBe(sumOf(documents, 'gross'));
  const tax = csv('tax');
  const taxOf = (source: string) =>
    sumOf(
      tax.filter((row) => row.source === source),
      'tax',
    );
  expect(taxOf('documents')).toBe(sumOf(documents, 'tax'));
  expect(taxOf('ledger')).toBe(0 - closing('tax'));
  const pdfs = Object.keys(files).filter((name) => name.startsWith('documents/'));
  expect(pdfs).toHaveLength(new Set(documents.map(({ number }) => number)).size);
  expect(strFromU8(files[pdfs[0]!]!.subarray(0, 5))).toBe('%PDF-');
  expect(strFromU8(files['README.txt']!)).toContain('Books of 2026-11');
  // The lists contain neither names nor what payers wrote, and no cell begins a formula.
  for (const [name, bytes] of Object.entries(files).filter(([name]) => name.endsWith('.csv')))
    for (const text of [strFromU8(bytes)]) {
      expect([name, text.includes('Okonkwo'), text.includes('cmd')]).toEqual([name, false, false]);
      expect(text).not.toMatch(/"[=+@|%]/);
    }
});

test('nothing can be booked or issued in a closed month', async () => {
  const late = new Date('2026-11-30T22:00:00Z');
  const before = await app.db.row('select count(*) as count from ledger_entries');
  await expect(
    app.db.transaction((tx) =>
      book(
        tx,
        {
          kind: 'payout',
          key: 'late',
          orderId: null,
          movement: 'po_late',
          entries: [
            { account: 'bank', amount: 1 },
            { account: 'gateway:sandbox', amount: -1 },
          ],
        },
        late,
      ),
    ),
  ).rejects.toThrow('closed');
  expect(await app.db.row('select count(*) as count from ledger_entries')).toEqual(before);
  await expect(
    app.db.run(
      `insert into invoices (series, year, number, code, order_id, sale, issued_at, content)
       select series, year, 999, 'late', order_id, 2, issued_at, content from invoices limit 1`,
    ),
  ).rejects.toThrow('closed');
});

test('money counts on the day it is booked, so a month that is over no longer changes', async () => {
  const order = await placeByTransfer();
  await app.db.run(`update orders set created_at = '2026-11-19T10:00:00Z' where code = $1`, [order.code]);
  finance = await givenPerson(app, 'Books Recorder', ['finance']);
  const body = { reference: order.code, amount: order.total_price, transaction: 'late-transfer', day: '2026-11-20' };
  const { preview } = await finance.browser.done('payment-record', { ...body, preview: '' });
  await finance.browser.done('payment-record', { ...body, preview });
  const bookings = await app.db.rows<{ at: Date }>(
    `select booked_at as at from ledger_transactions t join orders o on o.id = t.order_id where o.code = $1`,
    [order.code],
  );
  expect(bookings.length).toBeGreaterThan(0);
  for (const { at } of bookings) expect(at.toISOString().slice(0, 7)).toBe(app.clock.now().toISOString().slice(0, 7));
});

test('each download of a file is audited, and viewers cannot download it', async () => {
  const taken = await app.db.rows(`select actor from audit_log where action = 'books.taken'`);
  expect(taken.length).toBeGreaterThan(2);
  const viewer = await givenPerson(app, 'Books Viewer', ['viewer']);
  expect((await viewer.browser.call('books-part', { month, position: 0 })).status).toBe(403);
  expect((await finance.browser.call('books-part', { month: '2026-10', position: 0 })).status).toBe(404);
});
