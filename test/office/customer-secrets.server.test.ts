import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBuiltApplication } from '#apps/server/pages/application.ts';
import type { Order } from '#features/orders/contract.ts';
import { kindsIn, type Secret } from '../abuse/support/secrets-kept.ts';
import {
  givenOfficeShop,
  makeFile,
  makePaidOrder,
  newestIn,
  type OfficeShop,
  openOfficeShop,
  placeByTransfer,
  statementOf,
  ticketsOf,
} from './support/situations.ts';

/* Staff see codes that open an order, and the bank details of customers. None of these may reach the log, the audit
   log, or the answers that are stored for repeated requests. The tests work in a shop that logs everything, then search
   all three. */

const IBAN = 'NL91ABNA0417164300';
const PAYERS_IBAN = 'DE02120300000000202051';
const NOTE = 'Her mother pays, and does not want it to be known.';
const KEPT = ['audit_log', 'audit_private', 'request_results'] as const;

let shop: OfficeShop;
let log = '';
const secrets: Secret[] = [];
let order: Order;

beforeAll(async () => {
  const app = await openOfficeShop(
    { writeLog: (line) => (log += line), loadApplication: loadBuiltApplication },
    { logLevel: 'debug' },
  );
  shop = await givenOfficeShop(app);
  const { owner } = shop;
  secrets.push({ kind: 'bank details', value: IBAN }, { kind: 'bank details', value: PAYERS_IBAN });
  secrets.push({ kind: 'note', value: NOTE });

  order = await makePaidOrder(shop);
  const { code } = order;
  await owner.browser.done('order-open', { code });
  await owner.browser.done('order-as-customer', { code });
  await owner.browser.done('search', { text: code });
  const mail = await newestIn(owner, code, 'mail');
  await owner.browser.done('order-mail', { code, mail });
  for (const to of ['', 'stranger@example.org']) {
    const body = { code, mails: [mail], to, reason: 'The customer asked.' };
    const { preview } = (await owner.browser.call('order-mail-again', body)).body;
    if (preview) await owner.browser.done('order-mail-again', { ...body, preview });
  }
  await owner.browser.done('order-note-write', { code, body: NOTE, is_pinned: true, remind_on: '' });
  const holder = { full_name: 'Ana Maric', email: 'ana@example.org', age: '25-34' };
  const change = { order: code, position: 1, generation: 1, ...holder, beyond_limits: false, reason: '' };
  const { preview } = await owner.browser.done('ticket-holder-change', change);
  const [before] = await ticketsOf(shop, order);
  await owner.browser.done('ticket-holder-change', { ...change, preview });
  const [after] = await ticketsOf(shop, order);
  for (const ticket of [before!, after!]) secrets.push({ kind: 'ticket code', value: ticket.code });
  const { checksum } = order as Order & { checksum: string };
  secrets.push({ kind: 'what opens the order', value: checksum });

  const { file, refund } = await makeFile(shop);
  const { xml } = await owner.browser.done('transfer-file-write', { file });
  expect(xml).toContain(IBAN);
  const { accounts } = await owner.browser.done('refund-accounts', { codes: [refund] });
  expect(accounts[0].iban).toBe(IBAN);
  for (const list of ['orders', 'tickets', 'people', 'receipts', 'refunds', 'plans', 'invoices'])
    await owner.browser.done(`${list}-export`, { filter: {} });

  const waiting = await placeByTransfer(shop);
  const statement = statementOf([{ amount: '76.00', text: waiting.code, reference: 'S1', iban: PAYERS_IBAN }]);
  const { import: id } = await owner.browser.done('statement-read', statement);
  const [{ number, mark }] = (await owner.browser.done('statement-import', { import: id })).lines;
  const chosen = { import: id, lines: [{ number, mark, how: 'as_matched', order: '' }] };
  const previewed = await owner.browser.done('statement-book', { ...chosen, preview: '' });
  const { rows } = await owner.browser.done('statement-book', { ...chosen, preview: previewed.preview });
  expect(rows).toMatchObject([{ refusal: null }]);
  await app.settle();
});
afterAll(() => shop.app.close());

test('there are secrets to search for, and places to search', async () => {
  expect(secrets.every(({ value }) => value.length > 7)).toBe(true);
  expect(log).toContain('/office/api/transfer-file-write');
  for (const table of KEPT) {
    const row = await shop.app.db.row<{ count: number }>(`select count(*) from ${table}`);
    expect([table, row!.count > 0]).toEqual([table, true]);
  }
});

test('no secret of a customer is in the log', () => {
  expect(kindsIn(log, secrets)).toEqual([]);
});

test.each(KEPT)('no secret of a customer is in %s', async (table) => {
  const rows = await shop.app.db.rows<{ text: string }>(`select t::text as text from ${table} t`);
  expect(kindsIn(rows.map(({ text }) => text).join('\n'), secrets)).toEqual([]);
});

test('an address that is not the order’s is only in the part of the audit log that is deleted', async () => {
  const rows = await shop.app.db.rows<{ text: string }>('select t::text as text from audit_log t');
  expect(rows.map(({ text }) => text).join('\n')).not.toContain('stranger@example.org');
});
