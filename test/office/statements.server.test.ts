import { beforeAll, describe, expect, test } from 'vitest';
import { wipeLinesOf } from '#features/bank-statements/server/public.ts';
import { type CamtEntry, camtOf } from '#features/bank-statements/testing.ts';
import type { Order } from '#features/orders/contract.ts';
import { createRefund, startRefund } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import type { Tx } from '#platform/db/db.ts';
import { untilLockWaits } from '../support/lock-waits.ts';
import { givenPerson, type OfficePerson, officeBrowser } from '../support/office-people.ts';
import {
  app,
  balanceOf,
  givenTransferShop,
  now,
  operator,
  placeByTransfer,
  transfer,
} from '../support/transfer-shop.ts';

/* The office imports bank statements as the command line does: it first stores the file, then books each line once. */

givenTransferShop();
let finance: OfficePerson;

beforeAll(async () => {
  finance = await givenPerson(app, 'The bookkeeper', ['finance']);
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
});

interface Line {
  number: number;
  mark: string;
  group: string;
  is_sure: boolean;
  amount: number;
  why: string;
  effect: string;
  choices: { order: string }[];
  recorded: { receipt: number | null; refund: string | null; order: string | null; by: string | null; at: string }[];
  can_confirm: boolean;
  result: { outcome: string; orders: string[]; refunds: string[]; waiting: number[]; can_undo: boolean } | null;
  undone: { by: string | null } | null;
}

let files = 0;
const upload = (entries: readonly CamtEntry[], account?: string) => {
  files += 1;
  return { files: [{ name: `bank-${files}.xml`, content: base64(camtOf(entries, account)) }] };
};
const base64 = (text: string) => Buffer.from(text).toString('base64');
const storeStatement = async (entries: readonly CamtEntry[], account?: string): Promise<number> =>
  (await finance.browser.done('statement-read', upload(entries, account))).import;
const openStatement = (id: number) => finance.browser.done('statement-import', { import: id });
const linesOf = async (id: number): Promise<Line[]> => (await openStatement(id)).lines;

type Chosen = Pick<Line, 'number' | 'mark'> & { order?: string; how?: string };
const requestFor = (id: number, lines: readonly Chosen[]) => ({
  import: id,
  lines: lines.map(({ number, mark, order = '', how = order === '' ? 'as_matched' : 'order' }) => ({
    ...{ number, mark, how, order },
  })),
});
/** Previews and confirms the booking. */
async function book(id: number, lines: readonly Chosen[]) {
  const request = requestFor(id, lines);
  const { preview, outcome } = await finance.browser.done('statement-book', { ...request, preview: '' });
  const done = await finance.browser.done('statement-book', { ...request, preview });
  return { ...done, previewed: outcome } as { rows: { key: string; refusal: string | null }[]; previewed: object };
}
async function undo(id: number, number: number) {
  const request = { import: id, number };
  const { preview, outcome } = await finance.browser.done('statement-undo', { ...request, preview: '' });
  await finance.browser.done('statement-undo', { ...request, preview });
  return outcome;
}
const whyNotUndo = async (id: number, number: number) =>
  (await finance.browser.call('statement-undo', { import: id, number, preview: '' })).body.message;

const paying = ({ code }: Pick<Order, 'code'>, amount = '76.00', reference = `B${code}-0001`): CamtEntry => ({
  amount,
  text: code,
  reference,
});
async function refundOf({ code: orderCode }: Order): Promise<string> {
  const request = { orderCode, codes: [], fees: 'returned', shipping: null, amount: null, to: 'bank' } as const;
  const actor = commandLine('tester');
  const made = await createRefund(operator.parts.refunds, { ...request, reason: 'ill', actor }, app.clock.now());
  if (!made.ok) throw new Error(made.error.kind);
  await startRefund(operator.parts.refunds, { code: made.value.code, actor }, app.clock.now());
  return made.value.code;
}

describe('a bank statement', () => {
  test('is stored without booking anything, with a reason for each line and the checks of the file', async () => {
    const order = await placeByTransfer();
    const id = await storeStatement([
      paying(order),
      { amount: '12.00', text: 'thanks', reference: 'X1' },
      { amount: '-9.99', text: 'bank fee', reference: 'X2' },
    ]);
    const answer = await openStatement(id);
    expect(answer.statements).toMatchObject([
      { file: `bank-${files}.xml`, is_balanced: true, follows: 'first', first_day: '2026-11-19', is_own: true },
    ]);
    expect(answer).toMatchObject({
      can_discard: true,
      read_by: 'The bookkeeper',
      files: [{ sha256: /^[0-9a-f]{64}$/ }].map(() => expect.anything()),
    });
    expect(answer.lines).toMatchObject([
      { number: 1, group: 'certain', is_sure: true, amount: 7_600, why: `${order.code} pays exactly` },
      { number: 2, group: 'unknown', is_sure: false, why: 'no reference' },
      { number: 3, group: 'money_out', is_sure: false, amount: -999, why: 'not related to a refund' },
    ]);
    expect((await now(order)).payment_status).toBe('pending');
  });

  test('is listed, and importing the same files again returns it', async () => {
    const request = upload([paying(await placeByTransfer())]);
    const first = await finance.browser.done('statement-read', request);
    expect(first).toMatchObject({ is_known: false });
    expect(await finance.browser.done('statement-read', request)).toMatchObject({
      import: first.import,
      is_known: true,
    });
    const { imports } = await finance.browser.done('statement-imports', {});
    expect(imports[0]).toMatchObject({
      ...{ import: first.import, read_by: 'The bookkeeper', files: [request.files[0]!.name], lines: 1, done: 0 },
      ...{ accounts: ['NL85LARK0123456789'], first_day: '2026-11-19', last_day: '2026-11-19', money_in: 7_600 },
    });
  });

  test('with a line in another currency shows it, and counts only the shop’s as money in', async () => {
    const id = await storeStatement([
      paying(await placeByTransfer()),
      { amount: '60.00', currency: 'USD', text: 'a guest', reference: 'USD-1' },
    ]);
    expect((await linesOf(id))[1]).toMatchObject({ group: 'stopped', amount: 6_000, currency: 'USD' });
    const { imports } = await finance.browser.done('statement-imports', {});
    expect(imports[0]).toMatchObject({ import: id, lines: 2, money_in: 7_600 });
  });

  test('is booked as previewed with each line’s outcome; the same lines in another file book nothing', async () => {
    const [one, other] = [await placeByTransfer(), await placeByTransfer()];
    const entries = [paying(one), paying(other)];
    const id = await storeStatement(entries);
    const before = await balanceOf('bank');
    const { rows, previewed } = await book(id, await linesOf(id));
    expect(rows).toEqual([
      { key: '1', refusal: null },
      { key: '2', refusal: null },
    ]);
    expect(previewed).toMatchObject({
      orders: [{ after: { status: 'paid' } }, { after: { status: 'paid' } }],
      mails: [{ kind: 'payment-received' }, { kind: 'payment-received' }],
    });
    expect((await now(other)).payment_status).toBe('paid');
    expect(await linesOf(id)).toMatchObject([
      { group: 'done', result: { outcome: 'booked', orders: [one.code], by: 'The bookkeeper', can_undo: true } },
      { group: 'done', result: { outcome: 'booked', orders: [other.code] } },
    ]);
    const again = await storeStatement([...entries, { amount: '1.00', text: 'more', reference: 'M1' }]);
    expect(await linesOf(again)).toMatchObject([
      { group: 'booked', result: { orders: [one.code], outcome: null }, elsewhere: id },
      { group: 'booked' },
      { group: 'unknown' },
    ]);
    expect((await balanceOf('bank')) - before).toBe(15_200);
  });

  test('has lines that a person decides on: for a suggested order, any other order, or none', async () => {
    const [one, other] = [await placeByTransfer(), await placeByTransfer()];
    const id = await storeStatement([
      paying(one, '70.00'),
      { amount: '12.34', text: 'for the festival', reference: 'Y1' },
      { amount: '76.00', text: 'for my ticket', reference: 'Y2' },
    ]);
    const [short, unknown, any] = (await linesOf(id)) as [Line, Line, Line];
    const { previewed } = await book(id, [
      { ...short, order: one.code },
      { ...unknown, how: 'without_order' },
      { ...any, order: other.code.toLowerCase() },
    ]);
    expect(previewed).toMatchObject({ short_payments: 1 });
    expect(await linesOf(id)).toMatchObject([
      { result: { outcome: 'booked', orders: [one.code], waiting: [expect.any(Number)] } },
      { result: { outcome: 'without_order', orders: [], waiting: [expect.any(Number)] } },
      { result: { outcome: 'booked', orders: [other.code], waiting: [] } },
    ]);
    expect((await now(one)).total_paid).toBe(7_000);
    expect((await now(other)).payment_status).toBe('paid');
  });

  test('shows that a line revives an order that was not paid in time', async () => {
    const order = await placeByTransfer();
    await app.db.run('update orders set pay_by = $1 where code = $2', [app.clock.now(), order.code]);
    await app.travel(2 * 60_000);
    expect((await now(order)).payment_status).toBe('cancelled');
    const id = await storeStatement([{ amount: '76.00', text: 'for my ticket', reference: 'LATE-1' }]);
    const [line] = (await linesOf(id)) as [Line];
    const { previewed } = await book(id, [{ ...line, order: order.code }]);
    expect(previewed).toMatchObject({
      orders: [{ code: order.code, before: { status: 'cancelled' }, after: { status: 'paid' } }],
    });
  });

  test('books several lines for one order, each of which changes the match of the next', async () => {
    const order = await placeByTransfer();
    const id = await storeStatement([paying(order), paying(order, '76.00', 'SECOND-000001')]);
    const { previewed } = await book(id, await linesOf(id));
    expect(previewed).toMatchObject({ money: expect.arrayContaining([{ account: 'suspense', amount: -7_600 }]) });
    expect((await linesOf(id)).map(({ result }) => result?.waiting.length)).toEqual([0, 1]);
  });

  test('says that a returned refund goes to the inbox, because its preview shows no money', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const refund = await refundOf(order);
    const paid = await storeStatement([
      { amount: '-76.00', text: refund, endToEndId: refund, reference: `SENT-${refund}` },
    ]);
    await book(paid, await linesOf(paid));
    const id = await storeStatement([
      {
        ...{ amount: '76.00', text: refund, endToEndId: refund, reference: `BACK-${refund}`, day: '2026-11-19' },
        returned: { code: 'AC04', words: 'Account closed' },
      },
    ]);
    const [line] = (await linesOf(id)) as [Line];
    expect(line).toMatchObject({
      ...{ is_sure: true, why: expect.stringContaining(refund) },
      effect: `Refund ${refund} came back from the bank: it will go to the inbox.`,
    });
    expect((await linesOf(paid))[0]).toMatchObject({ effect: '' });
    await book(id, [line]);
    expect((await linesOf(id))[0]).toMatchObject({ result: { outcome: 'refund_returned' }, effect: '' });
  });

  test('skips an undecided line, one whose match changed, and one for an unknown order', async () => {
    const order = await placeByTransfer();
    const id = await storeStatement([paying(order), { amount: '3.21', text: 'hello', reference: 'Z1' }]);
    const [sure, unknown] = (await linesOf(id)) as [Line, Line];
    await transfer(order.code, 7_600);
    const { rows } = await book(id, [sure, unknown]);
    expect(rows).toMatchObject([
      { refusal: expect.stringContaining('booked differently') },
      { refusal: expect.stringContaining('First choose') },
    ]);
    const nobody = await book(id, [{ ...unknown, order: 'SLK-NOBODY' }]);
    expect(nobody.rows).toMatchObject([{ refusal: expect.stringContaining('no order or payment SLK-NOBODY') }]);
    expect((await linesOf(id)).every(({ result }) => result === null)).toBe(true);
  });

  test('has lines that can be ignored with a reason, which later files with the line show', async () => {
    const entry = { amount: '500.00', text: 'from our other account', reference: 'OWN-0000001' };
    const id = await storeStatement([entry]);
    const request = { import: id, number: 1, reason: 'Moved between our accounts.' };
    const call = (changes: object) =>
      finance.browser.call('statement-ignore', { ...request, request_key: crypto.randomUUID(), ...changes });
    expect((await call({ reason: ' ' })).body.errors).toHaveProperty('reason');
    expect((await call({})).status).toBe(200);
    expect((await call({})).body.message).toContain('in the meantime');
    expect(await linesOf(id)).toMatchObject([{ group: 'ignored', result: { reason: 'Moved between our accounts.' } }]);
    const again = await storeStatement([entry, { amount: '1.00', text: 'more', reference: 'M2' }]);
    expect(await linesOf(again)).toMatchObject([{ group: 'ignored', elsewhere: id, is_sure: false }, {}]);
    await undo(id, 1);
    expect(await linesOf(id)).toMatchObject([{ group: 'unknown', result: null, undone: { by: 'The bookkeeper' } }]);
  });

  test('can have a batch whose payments another file lists, which are booked instead', async () => {
    const orders = [await placeByTransfer(), await placeByTransfer()];
    const batch = (
      parts: string,
    ) => `<Ntry><Amt Ccy="EUR">152.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-19</Dt></BookgDt><AcctSvcrRef>BATCH77</AcctSvcrRef>
<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${parts}</NtryDtls></Ntry>`;
    const parts = orders
      .map(({ code }) => `<TxDtls><Amt Ccy="EUR">76.00</Amt><RmtInf><Ustrd>${code}</Ustrd></RmtInf></TxDtls>`)
      .join('');
    const read = async (entries: string): Promise<number> => {
      files += 1;
      const notice = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>1</Id>
<Acct><Id><IBAN>NL85LARK0123456789</IBAN></Id></Acct>${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
      const file = { name: `batch-${files}.xml`, content: base64(notice) };
      return (await finance.browser.done('statement-read', { files: [file] })).import;
    };
    const listed = await read(batch(parts));
    const whole = await read(batch(''));
    expect(await linesOf(whole)).toMatchObject([
      { group: 'stopped', why: 'a batch whose payments are listed one by one; they are booked instead' },
    ]);
    await book(listed, await linesOf(listed));
    expect(await linesOf(whole)).toMatchObject([
      {
        group: 'booked',
        why: 'a batch whose payments were booked one by one',
        result: { outcome: null, orders: expect.arrayContaining(orders.map(({ code }) => code)) },
        elsewhere: listed,
      },
    ]);
  });

  test('can be discarded while no line has an outcome', async () => {
    const id = await storeStatement([paying(await placeByTransfer())]);
    const other = await storeStatement([paying(await placeByTransfer())]);
    await book(other, await linesOf(other));
    const discard = (one: number) =>
      finance.browser.call('statement-discard', { import: one, request_key: crypto.randomUUID() });
    expect((await discard(id)).status).toBe(200);
    expect((await finance.browser.call('statement-import', { import: id })).status).toBe(404);
    expect((await discard(other)).body.message).toContain('no longer be discarded');
  });

  test('shows a gap if it does not follow the previous statement of its account', async () => {
    const account = 'NL91ABNA0417164300';
    await app.db.run(
      `update shop_state set config = jsonb_set(config, '{private,bankStatements}', $1), version = version + 1`,
      [JSON.stringify({ accounts: [account], csv: {} })],
    );
    const on = (day: string, reference: string) => [{ amount: '1.00', text: 'x', day, reference }];
    const follows = async (id: number) => (await openStatement(id)).statements[0].follows;
    expect(await follows(await storeStatement(on('2026-11-10', 'F1'), account))).toBe('first');
    // Each sample begins at 0, but the previous one ends at 1.00.
    expect(await follows(await storeStatement(on('2026-11-12', 'F2'), account))).toBe('gap');
    expect(await follows(await storeStatement([...on('2026-11-12', 'F2'), ...on('2026-11-13', 'F3')], account))).toBe(
      'overlaps',
    );
  });
});

describe('undoing the outcome of a line', () => {
  test('reopens the order, and the line can be booked to another', async () => {
    const [wrong, right] = [await placeByTransfer(), await placeByTransfer()];
    const id = await storeStatement([paying(wrong)]);
    await book(id, await linesOf(id));
    expect(await undo(id, 1)).toMatchObject({
      orders: [{ code: wrong.code, after: { status: 'pending' } }],
      mails: [{ kind: 'payment-undone' }],
      undoes: true,
    });
    const [line] = (await linesOf(id)) as [Line];
    expect(line).toMatchObject({ group: 'certain', result: null, undone: { by: 'The bookkeeper' } });
    await book(id, [{ ...line, order: right.code }]);
    expect([(await now(wrong)).payment_status, (await now(right)).payment_status]).toEqual(['pending', 'paid']);
    expect(await whyNotUndo(id, 1)).toBeUndefined();
  });

  test('happens when a payment is undone on its order’s page', async () => {
    const order = await placeByTransfer();
    const id = await storeStatement([paying(order)]);
    await book(id, await linesOf(id));
    const receipt = (await app.db.row<{ id: number }>('select max(id) as id from receipts'))!.id;
    const { preview } = await finance.browser.done('payment-undo', { receipt, preview: '' });
    await finance.browser.done('payment-undo', { receipt, preview });
    expect(await linesOf(id)).toMatchObject([{ group: 'certain', result: null, undone: { by: null } }]);
  });

  test('gives the refund that the line paid a problem until somebody decides', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const refund = await refundOf(order);
    const id = await storeStatement([
      { amount: '-76.00', text: refund, endToEndId: refund, reference: `OUT-${refund}` },
    ]);
    expect(await linesOf(id)).toMatchObject([{ group: 'money_out', is_sure: true }]);
    await book(id, await linesOf(id));
    const status = async () =>
      (await app.db.row<{ status: string }>('select status from refunds where code = $1', [refund]))!.status;
    expect(await status()).toBe('processed');
    expect(await linesOf(id)).toMatchObject([{ result: { outcome: 'refunds_paid', refunds: [refund] } }]);
    const bank = await balanceOf('bank');
    await undo(id, 1);
    expect(await status()).toBe('problem');
    expect((await balanceOf('bank')) - bank).toBe(7_600);
    expect(await linesOf(id)).toMatchObject([{ group: 'money_out', result: null }]);
  });

  test('is possible for a payment that the bank reversed, which is booked on request', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const id = await storeStatement([
      { ...paying(order, '-76.00', 'REV-00000001'), returned: { code: 'AC04', words: 'closed account' } },
    ]);
    const [line] = (await linesOf(id)) as [Line & { can_book: boolean }];
    expect(line).toMatchObject({ group: 'money_out', is_sure: false, can_book: true });
    await book(id, [line]);
    expect((await now(order)).payment_status).toBe('problem');
    expect(await linesOf(id)).toMatchObject([{ result: { outcome: 'charged_back' } }]);
    const shown = () => finance.browser.done('order-open', { code: order.code });
    expect(await shown()).toMatchObject({
      items: [{ status: 'active', is_pending: true }],
      receipts: [{ charged_back: { amount: 7_600, reason: 'AC04 closed account' } }],
    });
    await undo(id, 1);
    expect((await now(order)).payment_status).toBe('paid');
    expect(await shown()).toMatchObject({ items: [{ is_pending: false }], receipts: [{ charged_back: null }] });
  });

  test('of a payment that the bank reversed changes all figures and lists back', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_600);
    const days = { from: '2026-11-01', until: '2026-12-31' };
    const reportRows = async (column: string) =>
      (await finance.browser.done('report-money-rows', { ...days, way: 'bank', column, page_size: 200 })).amount;
    const figures = async () => {
      const { rows } = await finance.browser.done('report-money', { ...days, by: 'way' });
      const bank = rows.find(({ key }: { key: string }) => key === 'bank');
      for (const column of ['in', 'taken', 'change']) expect(await reportRows(column)).toBe(bank[column]);
      const { money } = await finance.browser.done('today', {});
      const filter = { view: 'returned', text: order.code, source: null, matched: null, from: null, until: null };
      const list = await finance.browser.done('receipts-list', { filter, after: null });
      return { bank, money, returned: list.rows };
    };
    const receipt = () => app.db.row('select settled_at, note, attention from receipts where id = $1', [receiptId]);
    const [before, receiptBefore] = [await figures(), await receipt()];
    const id = await storeStatement([
      { ...paying(order, '-76.00', 'REV-00000002'), returned: { code: 'MD06', words: 'SEPA return' } },
    ]);
    await book(id, await linesOf(id));
    const taken = await figures();
    expect(taken).toMatchObject({
      bank: { in: before.bank.in, taken: before.bank.taken + 7_600, change: before.bank.change - 7_600 },
      money: before.money,
      returned: [{ id: receiptId, returned: 7_600 }],
    });
    await undo(id, 1);
    expect(await figures()).toEqual(before);
    expect(await receipt()).toEqual(receiptBefore);
    const actions = await app.db.rows(`select action from audit_log where subject = $1 and action like 'payment%'`, [
      order.code,
    ]);
    expect(actions).toContainEqual({ action: 'payment.charge_back_returned' });
  });

  test('of a reversed payment that was too small lists it in the inbox again', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_000);
    const isOpen = async () =>
      (await app.db.row<{ open: boolean }>(
        'select attention is not null and settled_at is null as open from receipts where id = $1',
        [receiptId],
      ))!.open;
    expect(await isOpen()).toBe(true);
    const id = await storeStatement([
      { ...paying(order, '-70.00', 'REV-00000003'), returned: { code: 'MD06', words: 'SEPA return' } },
    ]);
    await book(id, await linesOf(id));
    expect(await isOpen()).toBe(false);
    await undo(id, 1);
    expect(await isOpen()).toBe(true);
    expect((await now(order)).payment_status).toBe('partial');
  });

  test('of a payment that the bank reversed can be followed by booking the line again', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const id = await storeStatement([
      { ...paying(order, '-76.00', 'REV-00000004'), returned: { code: 'MD06', words: 'SEPA return' } },
    ]);
    for (const _time of [1, 2]) {
      expect((await book(id, await linesOf(id))).rows).toEqual([{ key: '1', refusal: null }]);
      expect((await now(order)).payment_status).toBe('problem');
      await undo(id, 1);
      expect((await now(order)).payment_status).toBe('paid');
    }
  });

  test('does not restore a refund request that the booking cancelled, and its preview says so', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const request = { orderCode: order.code, codes: [], fees: 'returned', shipping: null, amount: null } as const;
    const actor = commandLine('tester');
    const to = { to: 'bank', reason: 'ill', actor } as const;
    const made = await createRefund(operator.parts.refunds, { ...request, ...to }, app.clock.now());
    if (!made.ok) throw new Error(made.error.kind);
    const { code } = made.value;
    const id = await storeStatement([
      { ...paying(order, '-76.00', 'REV-00000005'), returned: { code: 'MD06', words: 'SEPA return' } },
    ]);
    expect((await book(id, await linesOf(id))).previewed).toMatchObject({ cancelled_requests: [code] });
    expect(await undo(id, 1)).toMatchObject({ cancelled_requests: [] });
    expect(await app.db.row('select status from refunds where code = $1', [code])).toEqual({ status: 'cancelled' });
  });

  test('is refused with the reason if something depends on the outcome', async () => {
    const order = await placeByTransfer();
    const id = await storeStatement([paying(order)]);
    await book(id, await linesOf(id));
    await refundOf(order);
    expect(await whyNotUndo(id, 1)).toContain('has a refund');
    expect(await whyNotUndo(id, 99)).toContain('not');
  });
});

test('of two people who book the same line at once, only one succeeds', async () => {
  const order = await placeByTransfer();
  const id = await storeStatement([paying(order)]);
  const request = requestFor(id, await linesOf(id));
  const { preview } = await finance.browser.done('statement-book', { ...request, preview: '' });
  const press = () => finance.browser.call('statement-book', { ...request, preview, request_key: crypto.randomUUID() });
  const before = await balanceOf('bank');
  await Promise.all([press(), press()]);
  expect((await balanceOf('bank')) - before).toBe(7_600);
});

test('every line of a statement of 1,000 lines is matched', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer()];
  const entries = Array.from({ length: 1_000 }, (_, index) => ({
    amount: index % 3 === 0 ? '76.00' : `${10 + (index % 90)}.00`,
    text: index % 2 === 0 ? `order ${orders[index % 4 === 0 ? 0 : 1]!.code}` : `festival ticket ${index}`,
    reference: `LINE-${String(index).padStart(8, '0')}`,
    name: `Payer ${index}`,
    iban: 'NL91ABNA0417164300',
  }));
  const id = await storeStatement(entries);
  expect(await linesOf(id)).toHaveLength(1_000);
});

describe('a file that cannot be read', () => {
  const refused = async (files: { name: string; content: string }[]) =>
    (await finance.browser.call('statement-read', { files, request_key: crypto.randomUUID() })).body;

  test.each([
    ['letter.txt', 'Dear bank', /not a camt, MT940/],
    ['empty.xml', '', /^empty.xml is empty\.$/],
    ['page.html', '<html></html>', /not a camt, MT940/],
    [
      'broken.xml',
      '<Document><BkToCstmrStmt>\n<Stmt><RmtInf>',
      /^broken\.xml cannot be read\. Its XML is broken in line 2 \(.*RmtInf.*\)\.$/,
    ],
    [
      'entities.xml',
      '<!DOCTYPE x><Document><BkToCstmrStmt></BkToCstmrStmt></Document>',
      /^entities\.xml cannot be read\. It has a DOCTYPE, which no bank sends\.$/,
    ],
  ])('%s is refused with a message that says what is wrong', async (name, content, message) => {
    expect((await refused([{ name, content: base64(content) }])).errors.files[0]).toMatch(message);
  });

  test('is named in the message together with every other such file', async () => {
    const files = ['one.txt', 'two.txt'].map((name) => ({ name, content: base64('Dear bank') }));
    const [message] = (await refused([...files, { name: 'empty.xml', content: '' }])).errors.files;
    expect(message).toMatch(/^one\.txt is not .* two\.txt is not .* empty\.xml is empty\.$/);
  });

  test('is refused if its balance does not add up', async () => {
    const wrong = camtOf([{ amount: '76.00', text: 'x', reference: 'W1' }]).replace('>76.00<', '>67.00<');
    expect((await refused([{ name: 'wrong.xml', content: base64(wrong) }])).errors.files[0]).toMatch(/closing balance/);
  });

  test('is refused above 3 MB, and no body is read from strangers', async () => {
    const large = base64('x'.repeat(3 * 1024 * 1024 + 1));
    expect((await refused([{ name: 'large.txt', content: large }])).errors.files[0]).toMatch(
      /^large\.txt is larger than 3 MB/,
    );
    expect((await refused([{ name: 'broken.txt', content: 'not base64!' }])).errors).toBeDefined();
    const stranger = officeBrowser(app);
    const body = { files: [{ name: 'a', content: large }] };
    expect((await stranger.call('statement-read', body)).status).toBe(401);
  });
});

describe('money that a person recorded before the statement came', () => {
  const confirm = async (id: number, { number, mark }: Line) =>
    finance.browser.done('statement-confirm', { import: id, number, mark });
  const receiptsOf = async ({ code }: Pick<Order, 'code'>) =>
    (
      await app.db.rows<{ id: number }>(
        'select r.id from receipts r join orders o on o.id = r.order_id where o.code = $1 order by r.id',
        [code],
      )
    ).map(({ id }) => id);
  const payRefundByHand = async (code: string, number: string) => {
    const request = { code, number, preview: '' };
    const { preview } = await finance.browser.done('refund-paid', request);
    await finance.browser.done('refund-paid', { ...request, preview });
  };
  const bankLinesOf = (code: string) =>
    app.db.rows<{ reference: string | null }>(
      `select b.bank_reference as reference from refund_bank_lines b join refunds r on r.id = b.refund_id
       where r.code = $1 order by b.recorded_at`,
      [code],
    );

  test('is shown as already booked with its receipt, its order, and who recorded it', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_600, 'BYHAND-000001');
    const [line] = await linesOf(await storeStatement([paying(order, '76.00', 'BYHAND-000001')]));
    expect(line).toMatchObject({
      group: 'booked',
      recorded: [{ receipt: receiptId, order: order.code, by: 'tester' }],
      result: { orders: [order.code], can_undo: false },
    });
  });

  test('is left to a person if it has the number of the line but another amount', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 6_700, 'BYHAND-000002');
    const id = await storeStatement([paying(order, '9.00', 'BYHAND-000002')]);
    const [line] = await linesOf(id);
    expect(line).toMatchObject({
      ...{ group: 'likely', is_sure: false, can_confirm: false },
      why: `receipt ${receiptId} was recorded with the same number but a different amount: ${order.code}`,
      recorded: [{ receipt: receiptId, order: order.code }],
    });
  });

  test('under another number can be confirmed as the same payment, which can be taken back', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_600, 'note 17');
    const id = await storeStatement([paying(order, '76.00', 'BANKREF-0000003')]);
    const [line] = await linesOf(id);
    expect(line).toMatchObject({ group: 'likely', can_confirm: true, recorded: [{ receipt: receiptId }] });
    await confirm(id, line!);
    const referenceOf = async () =>
      (await app.db.row<{ is: string | null }>('select bank_reference as is from receipts where id = $1', [receiptId]))!
        .is;
    expect(await referenceOf()).toBe('BANKREF-0000003');
    const [same] = await linesOf(id);
    expect(same).toMatchObject({ group: 'booked', recorded: [{ receipt: receiptId }], result: { can_undo: true } });
    // Another file with the same line knows it too.
    const [again] = await linesOf(await storeStatement([paying(order, '76.00', 'BANKREF-0000003')]));
    expect(again).toMatchObject({ group: 'booked' });
    await undo(id, 1);
    expect(await referenceOf()).toBeNull();
    expect((await linesOf(id))[0]).toMatchObject({ group: 'likely', can_confirm: true });
    expect((await now(order)).total_paid).toBe(7_600);
  });

  test('is already booked although its number was typed in small letters', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_600, 'small-letters-1');
    const paid = { amount: '76.00', text: 'no code', reference: 'SMALL-LETTERS-1' };
    const id = await storeStatement([paid]);
    const [line] = await linesOf(id);
    expect(line).toMatchObject({ group: 'booked', recorded: [{ receipt: receiptId, order: order.code }] });
    const code = await refundOf(order);
    await payRefundByHand(code, 'small-letters-2');
    const [out] = await linesOf(await storeStatement([{ amount: '-76.00', text: '', reference: 'SMALL-LETTERS-2' }]));
    expect(out).toMatchObject({ group: 'booked', recorded: [{ refund: code }] });
  });

  describe('given a transfer recorded by hand and its line in two files', () => {
    const givenLine = async () => {
      const order = await placeByTransfer();
      const { receiptId } = await transfer(order.code, 7_600, `note about ${order.code}`);
      const entries = [paying(order, '76.00', `BANK${order.code}`)];
      const id = await storeStatement(entries);
      const other = await storeStatement([...entries, paying(order, '1.00', `MORE${order.code}`)]);
      const [line] = await linesOf(id);
      return { order, receiptId, id, other, line: { ...line!, order: order.code } };
    };
    const holdLine = (tx: Tx, id: number) =>
      tx.run('select from statement_lines where import_id = $1 and number = 1 for update', [id]);

    test('the line is not booked if a colleague confirms it at the same time', async () => {
      const { order, receiptId, id, line } = await givenLine();
      const request = requestFor(id, [line]);
      const { preview } = await finance.browser.done('statement-book', { ...request, preview: '' });
      const { booking } = await app.db.transaction(async (tx) => {
        await holdLine(tx, id);
        const started = finance.browser.call('statement-book', { ...request, preview });
        await untilLockWaits(app.db);
        await tx.run(
          `update receipts set statement_line = l.identity from statement_lines l
           where receipts.id = $1 and l.import_id = $2 and l.number = 1`,
          [receiptId, id],
        );
        return { booking: started };
      });
      await booking;
      expect((await now(order)).total_paid).toBe(7_600);
      expect(await receiptsOf(order)).toEqual([receiptId]);
    });

    test('the line is not confirmed if a colleague books it from the other file at the same time', async () => {
      const { order, receiptId, id, other, line } = await givenLine();
      const [shown] = await linesOf(other);
      const { confirming } = await app.db.transaction(async (tx) => {
        await holdLine(tx, other);
        const started = finance.browser.call('statement-confirm', { import: other, number: 1, mark: shown!.mark });
        await untilLockWaits(app.db);
        await book(id, [line]);
        return { confirming: started };
      });
      expect((await confirming).status).toBe(409);
      expect(await receiptsOf(order)).toHaveLength(2);
      expect(await app.db.row('select statement_line from receipts where id = $1', [receiptId])).toEqual({
        statement_line: null,
      });
    });
  });

  test('is not entered again with the number of a line that a colleague is confirming to show it', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_600, `remark on ${order.code}`);
    const number = `CONFIRM${order.code}`;
    const id = await storeStatement([paying(order, '76.00', number)]);
    const [line] = await linesOf(id);
    const { confirming, entering } = await app.db.transaction(async (tx) => {
      await tx.run('lock table audit_log in share mode');
      const first = confirm(id, line!);
      await untilLockWaits(app.db);
      const second = transfer(order.code, 7_600, number).then(
        () => 'booked',
        ({ message }: Error) => message,
      );
      await untilLockWaits(app.db, 2);
      return { confirming: first, entering: second };
    });
    await confirming;
    expect(await entering).toBe('booked_before');
    expect(await receiptsOf(order)).toEqual([receiptId]);
  });

  test('booked from another line keeps that line’s reference when the confirmation is taken back', async () => {
    const order = await placeByTransfer();
    const first = await storeStatement([paying(order, '76.00', 'FIRSTLINE-00001')]);
    await book(first, await linesOf(first));
    const [receiptId] = await receiptsOf(order);
    // As if the first file had been in another format, whose lines have other keys.
    await app.db.run(`update receipts set transaction = replace(transaction, 'camt:', 'mt940:') where id = $1`, [
      receiptId,
    ]);
    const id = await storeStatement([paying(order, '76.00', 'OTHERLINE-00001')]);
    const [line] = await linesOf(id);
    expect(line).toMatchObject({ can_confirm: true, recorded: [{ receipt: receiptId }] });
    await confirm(id, line!);
    await undo(id, 1);
    expect(await app.db.row('select bank_reference, statement_line from receipts where id = $1', [receiptId])).toEqual({
      bank_reference: 'FIRSTLINE-00001',
      statement_line: null,
    });
  });

  test('is not suggested for another line of the same amount once a line was confirmed to show it', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600, `note of ${order.code}`);
    const id = await storeStatement([paying(order, '76.00', 'SHOWN-0000001')]);
    const [line] = await linesOf(id);
    await confirm(id, line!);
    const [second] = await linesOf(await storeStatement([paying(order, '76.00', 'SHOWN-0000002')]));
    expect(second).toMatchObject({ group: 'likely', is_sure: false, can_confirm: false, recorded: [] });
  });

  test('is not offered again for a line in another format once a line was confirmed to show it', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_600, `a note of ${order.code}`);
    const id = await storeStatement([paying(order, '76.00', 'SHOWN-0000003')]);
    const [line] = await linesOf(id);
    await confirm(id, line!);
    // As if that line had been in another format, whose lines have other keys.
    await app.db.run(`update receipts set statement_line = replace(statement_line, 'camt:', 'mt940:') where id = $1`, [
      receiptId,
    ]);
    const [second] = await linesOf(await storeStatement([paying(order, '76.00', 'SHOWN-0000004')]));
    expect(second).toMatchObject({ group: 'likely', can_confirm: false, recorded: [{ receipt: receiptId }] });
  });

  test('a refund recorded as paid with the bank’s number is already booked', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const code = await refundOf(order);
    await payRefundByHand(code, 'OUTGOING-00001');
    const bank = await balanceOf('bank');
    const [named, unnamed] = await linesOf(
      await storeStatement([
        { amount: '-76.00', endToEndId: code, reference: 'OUTGOING-00001' },
        { amount: '-76.00', text: 'back to you', reference: 'OUTGOING-00002' },
      ]),
    );
    expect(named).toMatchObject({
      ...{ group: 'booked', recorded: [{ refund: code, order: order.code, by: 'The bookkeeper' }] },
      result: { refunds: [code], can_undo: false },
    });
    expect(unnamed).toMatchObject({ group: 'money_out', why: 'not related to a refund' });
    expect(await balanceOf('bank')).toBe(bank);
    const { results } = await finance.browser.done('search', { text: 'outgoing-00001' });
    expect(results).toMatchObject([{ by: 'refund', matched: code, order: order.code }]);
  });

  test('a refund recorded as paid under another number is confirmed by a person, once', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const code = await refundOf(order);
    await payRefundByHand(code, 'run 4');
    const bank = await balanceOf('bank');
    const entries = [
      { amount: '-76.00', endToEndId: code, reference: 'OUTGOING-00003' },
      { amount: '-76.00', endToEndId: code, reference: 'OUTGOING-00004' },
    ];
    const id = await storeStatement(entries);
    const [line, second] = await linesOf(id);
    expect(line).toMatchObject({
      ...{ group: 'money_out', is_sure: false, can_confirm: true, recorded: [{ refund: code }] },
      why: `seems to be refund ${code}, which was recorded as paid`,
    });
    expect(second).toMatchObject({ can_confirm: false, why: `for refund ${code}, which has already been paid` });
    await confirm(id, line!);
    expect(await bankLinesOf(code)).toEqual([{ reference: null }, { reference: 'OUTGOING-00003' }]);
    expect(await linesOf(id)).toMatchObject([
      { group: 'booked', recorded: [{ refund: code }], result: { can_undo: true } },
      { group: 'money_out', can_confirm: false },
    ]);
    await undo(id, 1);
    expect(await bankLinesOf(code)).toHaveLength(1);
    expect((await linesOf(id))[0]).toMatchObject({ can_confirm: true });
    expect(await balanceOf('bank')).toBe(bank);
  });

  test('a confirmed payment of a refund can be taken back although the line was ignored in another file', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const code = await refundOf(order);
    await payRefundByHand(code, 'run 5');
    const paid = { amount: '-76.00', endToEndId: code, reference: 'OUTGOING-00005' };
    const id = await storeStatement([paid]);
    const other = await storeStatement([paid, { amount: '-1.00', text: 'fee', reference: 'OUTGOING-00006' }]);
    const number = (await linesOf(other)).find(({ amount }) => amount === -7_600)!.number;
    const [line] = await linesOf(id);
    await confirm(id, line!);
    await finance.browser.done('statement-ignore', { import: other, number, reason: 'seen in the first file' });
    expect((await linesOf(id))[0]).toMatchObject({ group: 'booked', result: { can_undo: true } });
    await undo(id, 1);
    expect(await bankLinesOf(code)).toHaveLength(1);
  });

  test('of two lines in different files that may show a refund’s payment, only one can be confirmed', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const code = await refundOf(order);
    await payRefundByHand(code, 'run 6');
    const showing = (reference: string) => storeStatement([{ amount: '-76.00', endToEndId: code, reference }]);
    const [id, other] = [await showing('OUTGOING-00007'), await showing('OUTGOING-00008')];
    const [[first], [second]] = [await linesOf(id), await linesOf(other)];
    const { confirming } = await app.db.transaction(async (tx) => {
      await tx.run('select from statement_lines where import_id = $1 for update', [other]);
      const started = finance.browser.call('statement-confirm', { import: other, number: 1, mark: second!.mark });
      await untilLockWaits(app.db);
      await confirm(id, first!);
      return { confirming: started };
    });
    expect((await confirming).status).toBe(409);
    expect(await bankLinesOf(code)).toEqual([{ reference: null }, { reference: 'OUTGOING-00007' }]);
    expect((await linesOf(other))[0]).toMatchObject({ can_confirm: false });
  });

  test('loses the texts of its line when the customer is erased', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600, `note for ${order.code}`);
    const other = await placeByTransfer();
    await transfer(other.code, 7_600, 'WITHNUMBER-0001');
    const code = await refundOf(other);
    await payRefundByHand(code, 'run 7');
    const stranger = { amount: '5.00', text: 'hello', reference: 'STRANGER-00001' };
    const id = await storeStatement([
      paying(order, '76.00', 'ERASED-0000001'),
      paying(other, '76.00', 'WITHNUMBER-0001'),
      { amount: '-76.00', endToEndId: code, reference: 'ERASED-0000002' },
      stranger,
    ]);
    const lines = await linesOf(id);
    for (const line of lines.filter(({ can_confirm: canConfirm }) => canConfirm)) await confirm(id, line);
    const wiped = await app.db.transaction(async (tx) => {
      const { customer } = (await tx.row<{ customer: number }>(
        'select customer_id as customer from orders where code = $1',
        [order.code],
      ))!;
      await wipeLinesOf(tx, customer);
      return await tx.rows<{ amount: number; wiped: boolean }>(
        'select amount, facts is null as wiped from statement_lines where import_id = $1 order by amount, wiped',
        [id],
      );
    });
    expect(wiped).toEqual([
      { amount: -7_600, wiped: true },
      { amount: 500, wiped: false },
      { amount: 7_600, wiped: true },
      { amount: 7_600, wiped: true },
    ]);
  });
});
