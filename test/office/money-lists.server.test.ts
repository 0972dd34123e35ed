import { beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { app, DAY, givenTransferShop, placeByTransfer, settle, transfer } from '../support/transfer-shop.ts';

/* Tests what the lists under Money find, and that their sums match the ledger. */

givenTransferShop();
let finance: OfficePerson | undefined;
let paid: Order;
let over: Order;
let plan: Order;

interface Row {
  id: number;
  order: string | null;
  amount: number;
  left: number;
  returned: number;
}

const receipts = (filter: object = {}, after: string | null = null) =>
  finance!.browser.done('receipts-list', { filter, after });
const amounts = async (filter: object): Promise<number[]> =>
  (await receipts(filter)).rows.map(({ amount }: Row) => amount);

// Makes all data once, before the first test. `beforeAll` would be too early, because Mila is not logged in yet.
beforeEach(async () => {
  if (finance) return;
  await app.db.run(
    `update shop_state set config = jsonb_set(config, '{private,invoice,advancePayments}', 'true'), version = version + 1`,
  );
  paid = await placeByTransfer();
  over = await placeByTransfer();
  await transfer(paid.code, 7_600, 'FT-PAID');
  await app.travel(DAY);
  await transfer(over.code, 9_000, 'FT-OVER');
  await transfer('nobody knows', 1_234, 'FT-STRAY');
  const back = await transfer('nobody knows this either', 555, 'FT-BACK');
  await settle(back.receiptId, { isReturned: true });
  plan = await placeByTransfer('sandlark-pass-plan');
  const [firstPart] = plan.payments;
  await transfer(plan.code, firstPart!.amount, 'FT-PLAN');
  finance = await givenPerson(app, 'The bookkeeper', ['finance']);
});

describe('money received', () => {
  test('is found by the shop’s own number for it', async () => {
    const [{ id }] = (await receipts({ text: 'FT-OVER' })).rows;
    expect((await receipts({ text: `Receipt ${id}` })).rows).toMatchObject([{ id, order: over.code }]);
  });

  test('is listed newest first, with its order, the amount in suspense and the amount sent back', async () => {
    const { rows, next, count } = await receipts();
    expect({ next, count }).toEqual({ next: null, count: 5 });
    const shown = rows.map(({ order, amount, left, returned }: Row) => [order, amount, left, returned]);
    expect(shown).toEqual([
      [plan.code, 5_450, 0, 0],
      [null, 555, 0, 555],
      [null, 1_234, 1_234, 0],
      [over.code, 9_000, 1_400, 0],
      [paid.code, 7_600, 0, 0],
    ]);
  });

  test('adds up to the sums of the ledger', async () => {
    const booked = await app.db.row<{ amount: number; left: number; returned: number }>(
      `select sum(e.amount) filter (where t.kind in ('payment', 'suspense') and e.account = 'bank')::bigint as amount,
         -sum(e.amount) filter (where e.account = 'suspense')::bigint as "left",
         -sum(e.amount) filter (where t.kind = 'returned' and e.account = 'bank')::bigint as returned
       from ledger_entries e join ledger_transactions t on t.id = e.transaction_id`,
    );
    const { amount, left, returned } = await receipts();
    expect({ amount, left, returned }).toEqual(booked);
    expect(amount).toBe(7_600 + 9_000 + 1_234 + 555 + 5_450);
  });

  test('is filtered by view, day, source and order, and found by number, amount and order', async () => {
    expect(await amounts({ view: 'left' })).toEqual([1_234, 9_000]);
    expect(await amounts({ view: 'returned' })).toEqual([555]);
    expect(await amounts({ matched: false })).toEqual([555, 1_234]);
    expect(await amounts({ matched: true, view: 'left' })).toEqual([9_000]);
    expect(await amounts({ source: 'bank' })).toEqual([5_450, 555, 1_234, 9_000, 7_600]);
    expect(await amounts({ source: 'sandbox' })).toEqual([]);
    const today = new Date(app.clock.now().getTime() - DAY / 2).toISOString();
    expect(await amounts({ until: today })).toEqual([7_600]);
    expect(await amounts({ from: today })).toEqual([5_450, 555, 1_234, 9_000]);
    expect(await amounts({ text: 'FT-STRAY' })).toEqual([1_234]);
    expect(await amounts({ text: '=90' })).toEqual([9_000]);
    expect(await amounts({ text: paid.code.toLowerCase() })).toEqual([7_600]);
    expect(await amounts({ text: paid.payments[0]!.reference })).toEqual([7_600]);
    expect((await receipts()).sources).toEqual(['bank']);
  });

  test('is exported as it is shown, without formulas, and audited', async () => {
    await app.db.run(`update receipts set said = '=1+1' where transaction = 'FT-STRAY'`);
    const { csv, rows } = await finance!.browser.done('receipts-export', { filter: { view: 'left' } });
    expect(rows).toBe(2);
    expect(csv.split('\r\n')[1]).toContain(
      `"Bank","bank","FT-STRAY","FT-STRAY","'=1+1","","","12.34","12.34","0.00","EUR"`,
    );
    const [entry] = await app.db.rows(`select details from audit_log where action = 'list.receipts'`);
    expect(entry).toEqual({ details: { rows: 2 } });
  });

  test('is sorted by day or amount in both directions, and exported in the same order', async () => {
    const sorted = async (sort: string) =>
      (await finance!.browser.done('receipts-list', { filter: {}, after: null, sort })).rows.map(
        ({ amount }: Row) => amount,
      );
    expect(await sorted('received')).toEqual([7_600, 9_000, 1_234, 555, 5_450]);
    expect(await sorted('-amount')).toEqual([9_000, 7_600, 5_450, 1_234, 555]);
    expect(await sorted('amount')).toEqual([555, 1_234, 5_450, 7_600, 9_000]);
    const { csv } = await finance!.browser.done('receipts-export', { filter: {}, sort: 'amount' });
    expect(csv.split('\r\n')[1]).toContain('"5.55"');
  });
});

test('the export of orders has the chosen payment method, and how the money really came in', async () => {
  const setMethod = (method: string) =>
    app.db.run('update orders set payment_method = $2 where code = $1', [paid.code, method]);
  await setMethod('credit_card');
  const { csv } = await finance!.browser.done('orders-export', { filter: { text: paid.code } });
  expect(csv.split('\r\n')[0]).toContain('"method","method_code","paid_through","paid_through_code"');
  expect(csv.split('\r\n')[1]).toContain('"Card","credit_card","Bank","bank"');
  await setMethod('bank_transfer');
});

describe('instalments', () => {
  const parts = (filter: object = {}) => finance!.browser.done('plans-list', { filter, after: null });
  const references = async (filter: object): Promise<string[]> =>
    (await parts(filter)).rows.map(({ reference }: { reference: string }) => reference);
  const part = (place: number) => plan.payments[place - 1]!.reference;

  test('are listed in views: the open ones by due date, the paid ones, and all', async () => {
    expect(await parts()).toMatchObject({ count: 3, amount: 14_400, paid: 0, next: null });
    expect(await references({})).toEqual([part(2), part(3), part(4)]);
    expect(await references({ view: 'paid' })).toEqual([part(1)]);
    expect(await references({ view: 'all' })).toEqual([part(4), part(3), part(2), part(1)]);
    expect((await parts({ view: 'paid' })).rows[0]).toMatchObject({ status: 'paid', order: plan.code, paid: 5_450 });
  });

  test('leave out payments without a plan, and are filtered by payment method, day and text', async () => {
    expect(await references({ view: 'all', text: paid.code })).toEqual([]);
    expect(await references({ text: plan.code })).toHaveLength(3);
    expect(await references({ method: 'bank_transfer' })).toHaveLength(3);
    expect(await references({ method: 'credit_card' })).toEqual([]);
    const later = plan.payments[2]!.due_at;
    expect(await references({ from: new Date(later).toISOString() })).toEqual([part(3), part(4)]);
    expect(await references({ until: new Date(later).toISOString() })).toEqual([part(2)]);
  });

  test('that nobody has to pay any more have their own view', async () => {
    const set = (status: string) =>
      app.db.run('update payments set status = $2 where reference = $1', [part(4), status]);
    await set('cancelled');
    expect(await references({ view: 'ended' })).toEqual([part(4)]);
    expect(await references({})).toEqual([part(2), part(3)]);
    await set('pending');
  });

  test('that are due today are not overdue before tomorrow, in lists and on the order’s page', async () => {
    await app.travel(new Date(plan.payments[1]!.due_at).getTime() + DAY - 1 - app.clock.now().getTime());
    finance = await givenPerson(app, 'The bookkeeper of that evening', ['finance']);
    const onPage = (await finance.browser.done('order-open', { code: plan.code })).payments[1];
    const inOrders = await finance.browser.done('orders-list', { filter: { view: 'overdue' } });
    const { coming } = await finance.browser.done('today');
    expect(onPage).toMatchObject({ reference: part(2), overdue: false });
    expect(await references({ view: 'overdue' })).toEqual([]);
    expect(inOrders.rows.map((row: Row & { code: string }) => row.code)).not.toContain(plan.code);
    expect(coming).toMatchObject({ overdue: { parts: 0 }, in_7_days: { parts: 1 } });
  });

  test('that are overdue add up to the figure on Today', async () => {
    await app.travel(2 * DAY);
    finance = await givenPerson(app, 'The next bookkeeper', ['finance']);
    const { coming } = await finance.browser.done('today');
    const { rows, count, amount, paid: received } = await parts({ view: 'overdue' });
    expect({ parts: count, amount: amount - received }).toEqual(coming.overdue);
    expect(rows).toEqual([expect.objectContaining({ reference: part(2), is_overdue: true })]);
  });

  test('that are overdue are the same as in the receivables, with problems in their own row', async () => {
    await app.db.run(`update payments set status = 'problem', due_at = $2 where reference = $1`, [
      part(3),
      new Date(app.clock.now().getTime() - 9 * DAY),
    ]);
    const { coming } = await finance!.browser.done('today');
    const { rows } = await finance!.browser.done('report-receivables', { by: 'age' });
    expect(rows).toEqual([
      { key: 'not_overdue', parts: 1, amount: 4_800 },
      { key: '1-7', ...coming.overdue },
      { key: 'problem', parts: 1, amount: 4_800 },
    ]);
    expect(coming).toMatchObject({ overdue: { parts: 1 }, in_7_days: { parts: 0 } });
  });

  test('are exported for people who may export them', async () => {
    const { csv, rows } = await finance!.browser.done('plans-export', { filter: { view: 'overdue' } });
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[1]).toContain(`"${part(2)}","${plan.code}","Mila Okonkwo","mila@example.org"`);
    const support = await givenPerson(app, 'The support', ['support']);
    expect((await support.browser.call('plans-list', { filter: {} })).status).toBe(200);
    expect((await support.browser.call('plans-export', { filter: {} })).status).toBe(403);
    expect((await support.browser.call('receipts-list', { filter: {} })).status).toBe(403);
  });
});

describe('invoices', () => {
  interface Document {
    number: string;
    series: string;
    order: string;
    gross: number;
    tax: number;
    missing: number;
  }
  const documents = async (filter: object = {}): Promise<Document[]> =>
    (await finance!.browser.done('invoices-list', { filter, after: null })).rows;
  const sumOf = (rows: readonly Document[], of: 'gross' | 'tax') => rows.reduce((all, row) => all + row[of], 0);

  test('and earlier invoices on account add up to the price and to the ledger’s tax', async () => {
    for (const { amount, reference } of plan.payments.slice(1)) await transfer(reference, amount);
    const found = await documents({ text: plan.code });
    expect(found.map(({ series }) => series)).toEqual(['invoice', 'advance', 'advance', 'advance']);
    expect(sumOf(found, 'gross')).toBe(plan.total_price);
    const booked = await app.db.row<{ tax: number }>(
      `select -sum(e.amount)::bigint as tax from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where e.account = 'tax' and t.order_id = (select id from orders where code = $1)`,
      [plan.code],
    );
    expect(sumOf(found, 'tax')).toBe(booked!.tax);
  });

  test('are found by number, series, day and order, newest first', async () => {
    const [first, ...others] = await documents({ view: 'invoice' });
    expect(first).toMatchObject({ order: plan.code, missing: 0 });
    expect(others.map(({ order }) => order)).toEqual([over.code, paid.code]);
    expect(await documents({ text: first!.number })).toEqual([first]);
    expect(await documents({ view: 'credit_note' })).toEqual([]);
    const lately = new Date(app.clock.now().getTime() - DAY).toISOString();
    expect((await documents({ view: 'invoice', from: lately })).length).toBe(1);
    expect((await documents({ view: 'invoice', until: lately })).length).toBe(2);
  });

  test('show where numbers are missing', async () => {
    const move = async (by: number) => {
      await app.db.run('alter table invoices disable trigger user');
      await app.db.run(
        `update invoices set number = number + $2 where order_id = (select id from orders where code = $1)
         and series = 'invoice'`,
        [plan.code, by],
      );
      await app.db.run('alter table invoices enable trigger user');
    };
    const missing = async () => (await documents({ view: 'invoice' })).map((one) => one.missing);
    await move(2);
    await app.db.run(`update invoice_counters set last = last + 3 where series = 'invoice'`);
    expect(await missing()).toEqual([3, 0, 0]);
    await move(-2);
    expect(await missing()).toEqual([3, 0, 0]);
    await app.db.run(`update invoice_counters set last = last - 3 where series = 'invoice'`);
    expect(await missing()).toEqual([0, 0, 0]);
  });

  test('open as PDF for people who may see them, and are exported', async () => {
    const [first] = await documents({ view: 'invoice' });
    const { filename, pdf } = await finance!.browser.done('invoice-file', { number: first!.number });
    expect([filename, Buffer.from(pdf, 'base64').subarray(0, 5).toString()]).toEqual([
      `invoice-${first!.number}.pdf`,
      '%PDF-',
    ]);
    expect((await finance!.browser.call('invoice-file', { number: '2026-99999' })).status).toBe(404);
    const { csv, rows } = await finance!.browser.done('invoices-export', { filter: { text: paid.code } });
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[1]).toContain(`"invoice"`);
    expect(csv.split('\r\n')[1]).toContain(`"76.00","EUR","0"`);
  });
});
