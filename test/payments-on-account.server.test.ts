import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { cancelOrder, chargeBack, recordTransfer } from '#features/desk/server/public.ts';
import type { InvoiceContent } from '#features/invoices/domain/invoice-content.ts';
import { auditInvoices } from '#features/invoices/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { receiptsOfOrder } from '#features/payments/server/public.ts';
import { createRefund, finishRefund, startRefund, takeBackRequests } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { orderNow, payNext, order as placeOrder, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* A shop whose plans get an invoice for each payment on account. The plan costs 198.50: first 54.50, then three times
   48.00, taxed at 9 percent. */

const PLAN = 'sandlark-pass-plan';

let app: ShopApp;
let mila: string;
let operator: Operator;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-on-account-'));
  await cp(path.resolve('demo'), folder, { recursive: true });
  const file = path.join(folder, 'shop.yaml');
  await writeFile(file, `${await readFile(file, 'utf8')}\ninvoices: { advance_payments: true }\n`);
  app = await givenShopApp({}, { folder });
  operator = operatorOf(app);
  mila = await app.login();
});
beforeEach(async () => {
  await app.db.run('delete from rate_limits');
  await app.db.run(`update shop_items set capacity = null, capacity_wanted = null where external_code = $1`, [PLAN]);
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Code = Pick<Order, 'code'>;
const now = ({ code }: Code) => orderNow(app, mila, code);
const idOf = async ({ code }: Code) =>
  (await app.db.row<{ id: number }>('select id from orders where code = $1', [code]))!.id;
const documentsOf = async ({ code }: Code): Promise<InvoiceContent[]> =>
  (
    await app.db.rows<{ content: InvoiceContent }>(
      'select d.content from invoices d join orders o on o.id = d.order_id where o.code = $1 order by d.id',
      [code],
    )
  ).map(({ content }) => content);
const seriesOf = async (order: Code) => (await documentsOf(order)).map(({ series, total }) => `${series} ${total}`);
const taxOf = ({ rates }: Pick<InvoiceContent, 'rates'>) => rates.reduce((all, { tax }) => all + tax, 0);
let movements = 0;
const transfer = (words: string, amount: number) => {
  movements += 1;
  return recordTransfer(
    operator.transfers,
    {
      words,
      amount: minor(amount),
      transaction: `bank-${movements}`,
      receivedAt: app.clock.now(),
      actor: commandLine('tester'),
    },
    app.clock.now(),
  );
};
const cancel = ({ code }: Code) =>
  cancelOrder(operator.orders, { code, reason: '', actor: commandLine('tester') }, app.clock.now());

describe('a plan', () => {
  test('gets an invoice for each payment, and a final one that deducts them with their tax', async () => {
    const order = await purchase(app, mila, [PLAN]);
    for (let turn = 0; turn < 3; turn += 1) await payNext(app, mila, order.code);
    const documents = await documentsOf(order);
    expect(documents.map(({ series, total }) => [series, total])).toEqual([
      ['advance', 5_450],
      ['advance', 4_800],
      ['advance', 4_800],
      ['invoice', 19_850],
    ]);
    const advances = documents.slice(0, 3);
    const final = documents[3]!;
    expect(advances[0]).toMatchObject({
      code: expect.stringMatching(/^AD-2026-\d{5}$/),
      rows: [
        {
          kind: 'advance',
          amount: 5_450,
          taxBasisPoints: 900,
          description: `Payment on account for order ${order.code}`,
        },
      ],
      rates: [{ rate: '9', net: 5_000, tax: 450, gross: 5_450 }],
      payments: [{ reference: `${order.code}-1`, amount: 5_450 }],
    });
    expect(final.advances!.map(({ code, total }) => [code, total])).toEqual(
      advances.map(({ code, total }) => [code, total]),
    );
    expect(final.payments.map(({ reference, amount }) => [reference, amount])).toEqual([[`${order.code}-4`, 4_800]]);
    expect(taxOf(final)).toBe(1_639);
    // The final invoice has exactly the rest of the tax.
    const last = taxOf(final) - advances.reduce((all, advance) => all + taxOf(advance), 0);
    expect(last).toBeGreaterThan(0);
    expect(Math.abs(last - Math.round((4_800 * 9) / 109))).toBeLessThanOrEqual(1);
    expect(await now(order)).toMatchObject({
      payment_status: 'paid',
      has_invoice: true,
      advance_invoices: advances.map(({ code }) => ({ code })),
    });
  });

  test('offers each of its invoices for download, and the payment’s mail links to it', async () => {
    const order = await purchase(app, mila, [PLAN]);
    const [advance] = await documentsOf(order);
    const link = `/download-invoice/${order.code}/${order.invoice_checksum}?number=${advance!.code}`;
    const answer = await app.fetch(link);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toContain(`invoice-${advance!.code}.pdf`);
    const mail = (await app.mails()).findLast(
      ({ kind, subject }) => kind === 'payment-received' && subject.includes(order.code),
    );
    expect(mail!.body_text).toContain('Your invoice for this payment');
    expect(mail!.body_text).toContain(link);
    expect((await app.fetch(`/download-invoice/${order.code}/${order.invoice_checksum}`)).status).toBe(404);
  });

  test('gets one invoice for money that pays two parts, and one for money that pays part of one', async () => {
    const { order } = await placeOrder(app, mila, [PLAN], null, 'bank_transfer');
    await transfer(order.code, 5_450 + 4_800);
    await transfer(order.code, 1_000);
    const documents = await documentsOf(order);
    expect(documents.map(({ total, payments }) => [total, payments.map(({ amount }) => amount)])).toEqual([
      [10_250, [5_450, 4_800]],
      [1_000, [1_000]],
    ]);
    await transfer(order.code, 3_800 + 4_800);
    const final = (await documentsOf(order)).at(-1)!;
    expect(final.payments.map(({ amount }) => amount)).toEqual([3_800, 4_800]);
  });

  test('paid in full immediately has only its invoice', async () => {
    const { order } = await placeOrder(app, mila, [PLAN], null, 'bank_transfer');
    await transfer(order.code, order.total_price);
    const documents = await documentsOf(order);
    expect(documents.map(({ series }) => series)).toEqual(['invoice']);
    expect(documents[0]!.advances).toBeUndefined();
  });

  test('that is cancelled gets credit notes, and new invoices when late money revives it', async () => {
    const order = await purchase(app, mila, [PLAN]);
    await payNext(app, mila, order.code);
    expect(await cancel(order)).toMatchObject({ ok: true });
    expect(await seriesOf(order)).toEqual(['advance 5450', 'advance 4800', 'credit_note 5450', 'credit_note 4800']);
    expect((await now(order)).credit_notes).toHaveLength(2);
    await transfer(order.code, 4_800);
    expect((await now(order)).payment_status).toBe('partial');
    expect((await seriesOf(order)).slice(4)).toEqual(['advance 4800']);
    expect(await auditInvoices(app.db)).toEqual([]);
    await transfer(order.code, 4_800);
    const final = (await documentsOf(order)).at(-1)!;
    expect(final).toMatchObject({ series: 'invoice', total: 19_850, advances: [{ total: 4_800 }] });
    // Money that arrived before the order was cancelled is a payment on the final invoice.
    expect(final.payments.reduce((all, { amount }) => all + amount, 0)).toBe(19_850 - 4_800);
  });

  test('whose money is charged back and arrives again has no second invoice for it', async () => {
    const order = await purchase(app, mila, [PLAN]);
    await payNext(app, mila, order.code);
    const receipts = await receiptsOfOrder(app.db, await idOf(order));
    await chargeBack(
      { db: app.db, currency: 'EUR', takeBackRequests },
      { receiptId: receipts.at(-1)!.id, amount: minor(4_800), transaction: 'cb', actor: commandLine('tester') },
      app.clock.now(),
    );
    await transfer(order.code, 4_800);
    expect(await seriesOf(order)).toEqual(['advance 5450', 'advance 4800']);
    await transfer(order.code, 4_800);
    expect(await seriesOf(order)).toEqual(['advance 5450', 'advance 4800', 'advance 4800']);
  });

  test('that is refunded before the end has a final invoice for the kept amount', async () => {
    const order = await purchase(app, mila, [PLAN]);
    await payNext(app, mila, order.code);
    const { body } = await app.call('request-refund', {
      token: mila,
      order_id: order.id,
      tickets: order.tickets.map(({ code }) => code).join(','),
      merchandise: '',
      ...bankOnWire,
    });
    expect(body.message).toBeUndefined();
    const request = { code: body.refund_id, actor: commandLine('tester') };
    expect(await startRefund(operator.parts.refunds, request, app.clock.now())).toMatchObject({ ok: true });
    expect(await finishRefund(operator.parts.refunds, request, app.clock.now())).toMatchObject({ ok: true });
    const final = (await documentsOf(order)).at(-1)!;
    // Of 102.50, the shop keeps a booking fee of 9.50 and a refund fee of 5.00.
    expect(final).toMatchObject({ series: 'invoice', total: 1_450, advances: [{ total: 5_450 }, { total: 4_800 }] });
    expect(final.payments.map(({ amount }) => amount)).toEqual([-8_800]);
  });

  test('that staff refund with its fees has a credit note for each invoice, and no final one', async () => {
    const order = await purchase(app, mila, [PLAN]);
    const advances = await documentsOf(order);
    const actor = commandLine('tester');
    const wanted = {
      codes: [],
      fees: 'returned',
      shipping: null,
      amount: null,
      to: 'bank',
      reason: '',
      actor,
    } as const;
    const made = await createRefund(operator.parts.refunds, { orderCode: order.code, ...wanted }, app.clock.now());
    const request = { code: made.ok ? made.value.code : '', actor };
    expect(await startRefund(operator.parts.refunds, request, app.clock.now())).toMatchObject({ ok: true });
    expect(await finishRefund(operator.parts.refunds, request, app.clock.now())).toMatchObject({ ok: true });
    expect((await documentsOf(order)).map(({ series, corrects, total }) => [series, corrects?.code, total])).toEqual([
      ...advances.map(({ series, total }) => [series, undefined, total]),
      ...advances.map(({ code, total }) => ['credit_note', code, total]),
    ]);
  });
});

test('for which the setting is turned on later has its earlier payments on the final invoice', async () => {
  const switchAdvances = (to: 'on' | 'off') =>
    app.db.run(
      `update shop_state set config = jsonb_set(config, '{private,invoice,advancePayments}', to_jsonb($1::boolean)), version = version + 1`,
      [to === 'on'],
    );
  await switchAdvances('off');
  const order = await purchase(app, mila, [PLAN]);
  expect(await documentsOf(order)).toEqual([]);
  await switchAdvances('on');
  for (let turn = 0; turn < 3; turn += 1) await payNext(app, mila, order.code);
  const final = (await documentsOf(order)).at(-1)!;
  expect(final.advances!.map(({ total }) => total)).toEqual([4_800, 4_800]);
  expect(final.payments.map(({ reference, amount }) => [reference, amount])).toEqual([
    [`${order.code}-1`, 5_450],
    [`${order.code}-4`, 4_800],
  ]);
  expect(await auditInvoices(app.db)).toEqual([]);
});

test('a short transfer for an order without a plan issues no document', async () => {
  const { order } = await placeOrder(app, mila, ['saturday'], null, 'bank_transfer');
  await transfer(order.code, 1_000);
  expect(await documentsOf(order)).toEqual([]);
});
