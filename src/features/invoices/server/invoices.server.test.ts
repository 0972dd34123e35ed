import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { lockOrder, orderByCode } from '#features/orders/server/public.ts';
import { endOrder } from '#features/payments/server/public.ts';
import { BANK_SEAL, finishRefund, type RefundParts, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { createSealer } from '#platform/secrets/sealer.ts';
import { order, orderNow, payNext, purchase } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import { auditInvoices } from './audit-invoices.ts';
import { issueCreditNote, issueInvoice } from './public.ts';

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

type Placed = Pick<Order, 'code' | 'checksum'>;

interface Wish {
  items: readonly string[];
  voucher?: string;
}

const place = async ({ items, voucher }: Wish): Promise<Placed> =>
  (await order(app, token, items, voucher ?? null)).order;
const placeAndPay = ({ items, voucher }: Wish): Promise<Placed> => purchase(app, token, items, voucher ?? null);
const pay = ({ code }: Placed) => payNext(app, token, code);

const documentsOf = ({ code }: Placed) =>
  app.db.rows<{ code: string; content: InvoiceContent }>(
    `select d.code, d.content from invoices d join orders o on o.id = d.order_id where o.code = $1 order by d.id`,
    [code],
  );

const seenOrder = ({ code }: Placed) => orderNow(app, token, code);

describe('an invoice', () => {
  test('given an order that is paid, then it has one in the same moment, and the order says so', async () => {
    const placed = await place({ items: ['saturday'] });
    expect(await seenOrder(placed)).toMatchObject({ has_invoice: false, credit_notes: [] });
    expect(await documentsOf(placed)).toEqual([]);
    await pay(placed);
    expect(await seenOrder(placed)).toMatchObject({ payment_status: 'paid', has_invoice: true });
    expect(await documentsOf(placed)).toHaveLength(1);
  });

  test('given tickets, goods, shipping and a voucher, then rows, rates and total are the order’s and the ledger’s', async () => {
    const placed = await placeAndPay({
      items: ['saturday', 'sandlark-pass', 'lark-tee-m', 'lark-tee-m'],
      voucher: 'LARK20',
    });
    const [invoice] = await documentsOf(placed);
    const { rows, rates, total, buyer, seller, payments } = invoice!.content;
    expect(total).toBe(7_600 + 19_850 + 5_600 + 650 - 2_000);
    expect(rows.map(({ kind, description, quantity, amount }) => [kind, description, quantity, amount])).toEqual([
      ['item', 'Saturday day ticket', 1, 7_600],
      ['item', 'Festival Pass, four days', 1, 19_850],
      ['item', 'Lark tee, size M', 2, 5_600],
      ['shipping', 'Post within the Netherlands', 1, 650],
      ['discount', expect.stringMatching(/^Discount: /), 1, expect.any(Number)],
      ['discount', expect.stringMatching(/^Discount: /), 1, expect.any(Number)],
    ]);
    const ledger = await app.db.rows(
      `select substr(e.account, 5) as rate, -sum(e.amount) as tax
       from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join orders o on o.id = t.order_id
       where o.code = $1 and e.account like 'tax:%'
       group by e.account order by e.account desc`,
      [placed.code],
    );
    expect(rates.map(({ rate, tax }) => ({ rate, tax: String(tax) }))).toEqual(
      ledger.map(({ rate, tax }) => ({ rate, tax: String(tax) })),
    );
    expect(buyer.lines).toEqual(['Mila Okonkwo', 'Zandpad 12', '4325 AB', 'Noorderzand', 'Netherlands']);
    expect(seller).toMatchObject({
      vatNumber: 'NL000000000B00',
      lines: expect.arrayContaining(['Stichting Sandlark']),
    });
    expect(payments).toEqual([{ reference: `${placed.code}-1`, amount: total, paidAt: expect.any(String) }]);
  });

  test('given an order that a voucher pays, then it has an invoice of 0', async () => {
    const placed = await place({ items: ['saturday'], voucher: 'FULLHOUSE' });
    const [invoice] = await documentsOf(placed);
    expect(invoice!.content).toMatchObject({
      total: 0,
      payments: [],
      rates: [{ rate: '9', net: 0, tax: 0, gross: 0 }],
    });
  });

  test('given a plan, then its invoice comes with the last payment and names them all', async () => {
    const placed = await place({ items: ['sandlark-pass-plan'] });
    for (let turn = 0; turn < 3; turn += 1) {
      await pay(placed);
      expect(await documentsOf(placed)).toEqual([]);
    }
    await pay(placed);
    const [invoice] = await documentsOf(placed);
    expect(invoice!.content.payments.map(({ amount }) => amount)).toEqual([5_450, 4_800, 4_800, 4_800]);
  });

  test('given an issued one, then nothing can change it', async () => {
    await expect(app.db.run(`update invoices set content = '{}'`)).rejects.toThrow(/final/);
    await expect(app.db.run('delete from invoices')).rejects.toThrow(/final/);
  });

  test('given an order that is not paid, then asking for one is a bug', async () => {
    const placed = await place({ items: ['saturday'] });
    const { id } = (await orderByCode(app.db, placed.code))!;
    await expect(app.db.transaction((tx) => issueInvoice(tx, id, app.clock.now()))).rejects.toThrow(/not paid/);
  });
});

describe('the numbers', () => {
  const numbers = async (year: number) =>
    (
      await app.db.rows<{ number: number }>(
        `select number from invoices where series = 'invoice' and year = $1 order by number`,
        [year],
      )
    ).map(({ number }) => number);
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  test('given twenty orders paid at the same time, then they follow each other without a gap', async () => {
    const before = (await numbers(2026)).length;
    const orders: Placed[] = [];
    for (let index = 0; index < 20; index += 1) orders.push(await place({ items: ['poster-a2'] }));
    // Marked as paid by hand, so that nothing but the invoice takes locks.
    await app.db.run(`update orders set payment_status = 'paid' where code = any($1)`, [
      orders.map(({ code }) => code),
    ]);
    const codes = await Promise.all(
      orders.map(async ({ code }) => {
        const { id } = (await orderByCode(app.db, code))!;
        return app.db.transaction(async (tx) => {
          await lockOrder(tx, id);
          return issueInvoice(tx, id, app.clock.now());
        });
      }),
    );
    expect(new Set(codes).size).toBe(20);
    expect(await numbers(2026)).toEqual(upTo(before + 20));
    await app.db.run(`update orders set payment_status = 'pending' where code = any($1)`, [
      orders.map(({ code }) => code),
    ]);
    for (const placed of orders) await pay(placed);
    expect(await numbers(2026)).toEqual(upTo(before + 20));
  });

  test('given a transaction that fails after its number, then the next one gets that number', async () => {
    const before = (await numbers(2026)).length;
    const placed = await place({ items: ['poster-a2'] });
    const { id } = (await orderByCode(app.db, placed.code))!;
    const failing = app.db.transaction(async (tx) => {
      await tx.run(`update orders set payment_status = 'paid' where id = $1`, [id]);
      await issueInvoice(tx, id, app.clock.now());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await pay(placed);
    expect(await numbers(2026)).toEqual(upTo(before + 1));
    expect((await documentsOf(placed))[0]!.code).toBe(`2026-${String(before + 1).padStart(5, '0')}`);
  });

  test('given the same order again, then it keeps its number', async () => {
    const placed = await placeAndPay({ items: ['poster-a2'] });
    const [invoice] = await documentsOf(placed);
    const { id } = (await orderByCode(app.db, placed.code))!;
    expect(await app.db.transaction((tx) => issueInvoice(tx, id, app.clock.now()))).toBe(invoice!.code);
  });
});

describe('the download', () => {
  const download = (placed: Placed, over: { code?: string; checksum?: string; search?: string } = {}) =>
    app.fetch(`/download-invoice/${over.code ?? placed.code}/${over.checksum ?? placed.checksum}${over.search ?? ''}`);

  test('given code and checksum, then it is the PDF, which nothing keeps and no search engine lists', async () => {
    const placed = await placeAndPay({ items: ['saturday', 'lark-tee-m'] });
    const response = await download(placed);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const [invoice] = await documentsOf(placed);
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="invoice-${invoice!.code}.pdf"`);
    const pdf = readPdf(Buffer.from(await response.arrayBuffer()));
    const words = pdf.structure.map(({ text }) => text).join('\n');
    expect(words).toContain(`Invoice ${invoice!.code}`);
    for (const part of [
      'Stichting Sandlark',
      'VAT number: NL000000000B00',
      'Mila Okonkwo',
      placed.code,
      '21%',
      'Amount due: €0.00',
    ]) {
      expect(words).toContain(part);
    }
  });

  test('given a wrong checksum, another order’s, an unknown order or one without an invoice, then the same page says that it is not here', async () => {
    const paid = await placeAndPay({ items: ['saturday'] });
    const unpaid = await place({ items: ['saturday'] });
    const answers = await Promise.all([
      download(paid, { checksum: unpaid.checksum }),
      download(paid, { checksum: 'x' }),
      download(paid, { code: 'SLK-NOBODY' }),
      download(paid, { search: '?number=CN-2026-00001' }),
      download(paid, { search: `?number=${(await documentsOf(paid))[0]!.code}x` }),
      download(unpaid),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('This invoice is not here');
  });

  test('given one order asked for without end, then it is refused for a while', async () => {
    const placed = await place({ items: ['poster-a2'] });
    for (let index = 0; index < defaultLimits['invoice-order'].tries; index += 1)
      expect((await download(placed)).status).toBe(404);
    const refused = await download(placed);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await app.travel(11 * 60_000);
  });
});

describe('what ends after its invoice', () => {
  test('given a chargeback that cancels the order, then a credit note takes back the whole invoice', async () => {
    const placed = await placeAndPay({ items: ['saturday', 'lark-tee-m'] });
    await app.db.stockTransaction(async (tx) => {
      const { id } = (await orderByCode(tx, placed.code))!;
      await tx.run(`update orders set payment_status = 'problem' where id = $1`, [id]);
      await endOrder(tx, (await lockOrder(tx, id))!, 'cancelled', app.clock.now());
    });
    const [invoice, note] = await documentsOf(placed);
    expect(note!.content).toMatchObject({
      series: 'credit_note',
      total: invoice!.content.total,
      corrects: { code: invoice!.code, reason: `Cancellation of order ${placed.code}` },
    });
    expect(note!.content.rates).toEqual(invoice!.content.rates);
    expect(await auditInvoices(app.db)).toEqual([]);
    const seen = await seenOrder(placed);
    expect(seen.credit_notes).toEqual([{ code: note!.code, refund_id: null }]);
    const response = await app.fetch(`/download-invoice/${placed.code}/${placed.checksum}?number=${note!.code}`);
    expect(response.headers.get('content-disposition')).toContain(`credit-note-${note!.code}.pdf`);
  });
});

describe('a credit note', () => {
  /** Asks for a refund of some of an order's items and has the operator pay it. */
  async function refund(placed: Placed, kind: 'tickets' | 'merchandisePurchases', howMany = 1): Promise<string> {
    const items = (await seenOrder(placed))[kind].filter(({ status }) => status === 'active').slice(0, howMany);
    const { status, body } = await app.call('request-refund', {
      token,
      order_id: placed.code,
      tickets: kind === 'tickets' ? items.map(({ code }) => code).join(',') : '',
      merchandise: kind === 'tickets' ? '' : items.map(({ code }) => code).join(','),
      ...bankOnWire,
    });
    expect([body.message, status]).toEqual([undefined, 200]);
    const move = { code: body.refund_id as string, actor: 'tester' };
    for (const step of [startRefund, finishRefund]) {
      expect((await step(refundParts(), move, app.clock.now())).ok).toBe(true);
    }
    return move.code;
  }
  const refundParts = (): RefundParts => ({
    db: app.db,
    loadShop,
    shopUrl: app.url,
    sealer: createSealer(Buffer.alloc(32, 7).toString('base64'), BANK_SEAL),
    refundDone: async (tx, { refundId }, now) => void (await issueCreditNote(tx, refundId, now)),
  });

  test('given a ticket that is refunded, then it names what goes back, what is kept and the invoice that it corrects', async () => {
    const placed = await placeAndPay({ items: ['sandlark-pass', 'saturday'] });
    const refundId = await refund(placed, 'tickets');
    const [invoice, note] = await documentsOf(placed);
    expect(note!.code).toMatch(/^CN-2026-\d{5}$/);
    expect(note!.content).toMatchObject({
      series: 'credit_note',
      corrects: { code: invoice!.code, issuedAt: invoice!.content.issuedAt, reason: `Refund ${refundId}` },
      buyer: invoice!.content.buyer,
      total: 18_400,
      rates: [{ rate: '9', net: 16_881, tax: 1_519, gross: 18_400 }],
    });
    expect(note!.content.rows).toMatchObject([
      {
        description: 'Festival Pass, four days',
        amount: 18_400,
        details: [expect.any(String), 'Refund fee of €5.00 kept'],
      },
    ]);
    expect((await seenOrder(placed)).credit_notes).toEqual([{ code: note!.code, refund_id: refundId }]);
    const response = await app.fetch(`/download-invoice/${placed.code}/${placed.checksum}?number=${note!.code}`);
    const words = readPdf(Buffer.from(await response.arrayBuffer()))
      .structure.map(({ text }) => text)
      .join('\n');
    expect(words).toContain(`Credit note ${note!.code}`);
    expect(words).toContain(`Corrects: invoice ${invoice!.code}`);
    const newest = await app.fetch(`/download-invoice/${placed.code}/${placed.checksum}`);
    expect(newest.headers.get('content-disposition')).toContain(`invoice-${invoice!.code}.pdf`);
  });

  test('given goods that are refunded one by one, then shipping goes back with the last, taxed as the goods', async () => {
    const placed = await placeAndPay({ items: ['lark-tee-m', 'poster-a2'] });
    await refund(placed, 'merchandisePurchases');
    await refund(placed, 'merchandisePurchases');
    const [invoice, first, last] = await documentsOf(placed);
    expect(first!.content.rows.map(({ kind }) => kind)).toEqual(['refunded']);
    expect(last!.content.rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refunded', expect.any(Number)],
      ['refunded_shipping', 650],
    ]);
    expect(first!.content.total + last!.content.total).toBeLessThanOrEqual(invoice!.content.total);
  });

  test('given a discount, then it goes back less its share', async () => {
    const placed = await placeAndPay({ items: ['saturday', 'lark-tee-m'], voucher: 'LARK20' });
    await refund(placed, 'merchandisePurchases');
    const [, note] = await documentsOf(placed);
    expect(note!.content.total).toBeLessThan(2_800 + 650);
  });

  test('given a plan paid to the end, then it goes back as one; given one under way, then an invoice bears what is kept of it', async () => {
    const placed = await placeAndPay({ items: ['sandlark-pass-plan'] });
    for (let turn = 0; turn < 3; turn += 1) await pay(placed);
    await refund(placed, 'tickets');
    const [, note] = await documentsOf(placed);
    expect(note!.content).toMatchObject({ total: 19_850 - 950 - 500, rows: [{ kind: 'refunded' }] });

    const underWay = await placeAndPay({ items: ['sandlark-pass-plan'] });
    await refund(underWay, 'tickets');
    const [kept, ...more] = await documentsOf(underWay);
    expect(more).toEqual([]);
    const paidBack = { reference: expect.stringMatching(/-R1$/), amount: 950 + 500 - 5_450 };
    expect(kept!.content).toMatchObject({
      series: 'invoice',
      corrects: null,
      total: 950 + 500,
      rates: [{ rate: '9', gross: 1_450 }],
      rows: [
        { kind: 'item', amount: 19_850 },
        { kind: 'refunded', amount: 1_450 - 19_850, details: [expect.any(String), 'Refund fee of €5.00 kept'] },
      ],
      payments: [{ amount: 5_450 }, paidBack],
    });
    expect((await seenOrder(underWay)).has_invoice).toBe(true);
    const { id } = (await app.db.row<{ id: number }>(
      'select r.id from refunds r join orders o on o.id = r.order_id where o.code = $1',
      [underWay.code],
    ))!;
    expect(await app.db.transaction((tx) => issueCreditNote(tx, id, app.clock.now()))).toBe(kept!.code);
    const response = await app.fetch(`/download-invoice/${underWay.code}/${underWay.checksum}`);
    const words = readPdf(Buffer.from(await response.arrayBuffer()))
      .structure.map(({ text }) => text)
      .join('\n');
    expect(words).toContain('Paid back €40.00 on');
    expect(words).toContain('Amount due: €0.00');
  });

  test('given the same refund again, then it keeps its number', async () => {
    const placed = await placeAndPay({ items: ['lark-tee-m', 'lark-tee-m'] });
    const code = await refund(placed, 'merchandisePurchases');
    const [, note] = await documentsOf(placed);
    const { id } = (await app.db.row<{ id: number }>('select id from refunds where code = $1', [code]))!;
    expect(await app.db.transaction((tx) => issueCreditNote(tx, id, app.clock.now()))).toBe(note!.code);
  });
});

describe('the audit', () => {
  /** What it says of a mistake, which is taken back at once. */
  const saidOf = async (mistake: string): Promise<string[]> => {
    let findings: string[] = [];
    const undo = new Error('undo');
    await app.db
      .transaction(async (tx) => {
        await tx.run('alter table invoices disable trigger invoices_are_final');
        await tx.run(mistake);
        findings = (await auditInvoices(tx)).map(({ finding }) => finding.split(':')[0]!);
        throw undo;
      })
      .catch((error) => expect(error).toBe(undo));
    return [...new Set(findings)];
  };
  const newest = `(select max(id) from invoices where series = 'invoice' and content ->> 'total' <> '0')`;

  test.each([
    [
      `update invoice_counters set last = last + 1 where series = 'invoice'`,
      'The numbers have a gap, or differ from their counter',
    ],
    [
      `update invoices set number = number + 1000 where id = ${newest}`,
      'The numbers have a gap, or differ from their counter',
    ],
    [
      `update orders set payment_status = 'paid' where payment_status = 'pending'`,
      'The order is paid and has no invoice',
    ],
    [
      `update invoices set content = jsonb_set(content, '{total}', '1') where id = ${newest}`,
      'The rows, the rates and the total of the document differ',
    ],
    [
      `update invoices set content = jsonb_set(content, '{rates,0,tax}', '1') where id = ${newest}`,
      'The tax of the documents differs from the ledger',
    ],
    [
      `delete from invoices where refund_id is not null`,
      'The processed refund of an invoiced order has no credit note',
    ],
    [
      `update invoices set content = jsonb_set(content, '{total}', '99999999') where series = 'credit_note'`,
      'The credit notes take back more than the invoice',
    ],
  ])('finds what %s does', async (mistake, finding) => {
    await place({ items: ['poster-a2'] });
    expect(await auditInvoices(app.db)).toEqual([]);
    expect(await saidOf(mistake)).toContain(finding);
  });
});
