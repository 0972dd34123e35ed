import { describe, expect, test } from 'vitest';
import { endOrder, lockOrder, orderByCode } from '#features/orders/server/public.ts';
import {
  BANK_SEAL,
  createRefund,
  finishRefund,
  type RefundParts,
  startRefund,
} from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { createSealer } from '#platform/secrets/sealer.ts';
import {
  app,
  documentsOf,
  givenInvoiceShop,
  type Placed,
  pay,
  place,
  placeAndPay,
  seenOrder,
  token,
} from '../../../../test/support/invoice-shop.ts';
import { auditInvoices } from './audit-invoices-store.ts';
import { issueCreditNote, issueInvoice } from './public.ts';

givenInvoiceShop();

describe('an invoice', () => {
  test('is issued together with the payment of its order, which then shows it', async () => {
    const placed = await place({ items: ['saturday'] });
    expect(await seenOrder(placed)).toMatchObject({ has_invoice: false, credit_notes: [] });
    expect(await documentsOf(placed)).toEqual([]);
    await pay(placed);
    expect(await seenOrder(placed)).toMatchObject({ payment_status: 'paid', has_invoice: true });
    expect(await documentsOf(placed)).toHaveLength(1);
  });

  test('for tickets, goods, shipping and a voucher matches the order and the ledger', async () => {
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
      ['shipping', 'Shipping to Netherlands', 1, 650],
      ['discount', expect.stringMatching(/^Discount: /), 1, expect.any(Number)],
      ['discount', expect.stringMatching(/^Discount: /), 1, expect.any(Number)],
    ]);
    const ledger = await app.db.rows(
      `select trim_scale(e.tax_basis_points / 100.0)::text as rate, -sum(e.amount) as tax
       from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join orders o on o.id = t.order_id
       where o.code = $1 and e.account = 'tax'
       group by e.tax_basis_points order by e.tax_basis_points`,
      [placed.code],
    );
    expect(rates.map(({ rate, tax }) => ({ rate, tax: String(tax) }))).toEqual(
      ledger.map(({ rate, tax }) => ({ rate, tax: String(tax) })),
    );
    expect(buyer.lines).toEqual(['Mila Okonkwo', 'Zandpad 12', '4325 AB Noorderzand', 'Netherlands']);
    expect(seller).toMatchObject({
      vatNumber: 'NL000000000B00',
      lines: expect.arrayContaining(['Stichting Sandlark']),
    });
    expect(payments).toEqual([{ reference: `${placed.code}-1`, amount: total, paidAt: expect.any(String) }]);
  });

  test('is not issued for an order that costs nothing, and the mail does not promise one', async () => {
    const last = () => app.db.rows('select series, year, last from invoice_counters order by series, year');
    const before = await last();
    const placed = await place({ items: ['saturday'], voucher: 'FULLHOUSE' });
    expect(placed).toMatchObject({ payment_status: 'paid', has_invoice: false });
    expect(await documentsOf(placed)).toEqual([]);
    expect(await last()).toEqual(before);
    const mail = (await app.mails()).find(({ subject }) => subject.includes(placed.code))!;
    expect(mail.body_text).toContain(`Your order ${placed.code} is paid.`);
    expect(mail.body_text).toContain('Calendar:');
    expect(mail.body_text).not.toMatch(/invoice/i);
  });

  test('of a plan is issued with the last payment and lists all payments', async () => {
    const placed = await place({ items: ['sandlark-pass-plan'] });
    for (let turn = 0; turn < 3; turn += 1) {
      await pay(placed);
      expect(await documentsOf(placed)).toEqual([]);
    }
    await pay(placed);
    const [invoice] = await documentsOf(placed);
    expect(invoice!.content.payments.map(({ amount }) => amount)).toEqual([5_450, 4_800, 4_800, 4_800]);
  });

  test('cannot be changed once it is issued', async () => {
    await expect(app.db.run(`update invoices set content = '{}'`)).rejects.toThrow(/final/);
    await expect(app.db.run('delete from invoices')).rejects.toThrow(/final/);
  });

  test('cannot be issued for an order that is not paid', async () => {
    const placed = await place({ items: ['saturday'] });
    const { id } = (await orderByCode(app.db, placed.code))!;
    await expect(app.db.transaction((tx) => issueInvoice(tx, id, app.clock.now()))).rejects.toThrow(/not paid/);
  });
});

describe('an order that ends after its invoice', () => {
  test('because of a chargeback gets a credit note for the complete invoice', async () => {
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
  /** Requests a refund for some of an order's items and has the operator pay it. */
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
    const move = { code: body.refund_id as string, actor: commandLine('tester') };
    for (const step of [startRefund, finishRefund]) {
      expect((await step(refundParts(), move, app.clock.now())).ok).toBe(true);
    }
    return move.code;
  }
  /** Has staff refund a whole order by bank. */
  async function refundByStaff(
    placed: Placed,
    wanted: { readonly fees: 'kept' | 'returned'; readonly amount: number | null },
  ): Promise<void> {
    const actor = commandLine('tester');
    const request = { codes: [], shipping: null, to: 'bank', reason: 'Left early', actor, ...wanted } as const;
    const made = await createRefund(refundParts(), { orderCode: placed.code, ...request }, app.clock.now());
    const code = made.ok ? made.value.code : '';
    for (const step of [startRefund, finishRefund]) {
      expect((await step(refundParts(), { code, actor }, app.clock.now())).ok).toBe(true);
    }
  }
  const refundParts = (): RefundParts => ({
    db: app.db,
    loadShop,
    shopUrl: app.url,
    sealer: createSealer(Buffer.alloc(32, 7).toString('base64'), BANK_SEAL),
    refundDone: async (tx, { refundId }, now) => void (await issueCreditNote(tx, refundId, now)),
  });

  test('for a refunded ticket states the refunded amount, the kept fee and the invoice that it corrects', async () => {
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
        details: [expect.any(String), 'Refund fee of €5.00 deducted'],
      },
    ]);
    expect((await seenOrder(placed)).credit_notes).toEqual([{ code: note!.code, refund_id: refundId }]);
    const response = await app.fetch(`/download-invoice/${placed.code}/${placed.checksum}?number=${note!.code}`);
    const words = readPdf(Buffer.from(await response.arrayBuffer()))
      .structure.map(({ text }) => text)
      .join('\n');
    expect(words).toContain(`Credit note ${note!.code}`);
    expect(words).toContain(`Corrects invoice: ${invoice!.code}`);
    const newest = await app.fetch(`/download-invoice/${placed.code}/${placed.checksum}`);
    expect(newest.headers.get('content-disposition')).toContain(`invoice-${invoice!.code}.pdf`);
  });

  test('for a smaller refund by staff shows only the refund fee as a fee, and the rest as not refunded', async () => {
    const placed = await placeAndPay({ items: ['sandlark-pass'] });
    await refundByStaff(placed, { fees: 'kept', amount: 4_000 });
    const [, note] = await documentsOf(placed);
    expect(note!.content).toMatchObject({
      total: 4_000,
      rows: [{ details: [expect.any(String), 'Refund fee of €5.00 deducted', '€144.00 not refunded'] }],
    });
  });

  test('for a plan that staff refund with its fees credits all that was paid and deducts no fee', async () => {
    const placed = await placeAndPay({ items: ['sandlark-pass-plan'] });
    for (let turn = 0; turn < 3; turn += 1) await pay(placed);
    await refundByStaff(placed, { fees: 'returned', amount: null });
    const [invoice, note] = await documentsOf(placed);
    expect(note!.content).toMatchObject({
      corrects: { code: invoice!.code },
      total: 19_850,
      rates: invoice!.content.rates,
      rows: [{ kind: 'refunded', amount: 19_850, details: [expect.any(String)] }],
    });
    // Nothing is kept of a plan that was only begun, so there is nothing to invoice.
    const underWay = await placeAndPay({ items: ['sandlark-pass-plan'] });
    await refundByStaff(underWay, { fees: 'returned', amount: null });
    expect(await documentsOf(underWay)).toEqual([]);
    expect(await auditInvoices(app.db)).toEqual([]);
  });

  test('for the last of the goods also credits shipping, taxed like the goods', async () => {
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

  test('deducts the share of a discount', async () => {
    const placed = await placeAndPay({ items: ['saturday', 'lark-tee-m'], voucher: 'LARK20' });
    await refund(placed, 'merchandisePurchases');
    const [, note] = await documentsOf(placed);
    expect(note!.content.total).toBeLessThan(2_800 + 650);
  });

  test('is issued for a fully paid plan; for a partly paid plan, an invoice covers the kept part', async () => {
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
        { kind: 'refunded', amount: 1_450 - 19_850, details: [expect.any(String), 'Refund fee of €5.00 deducted'] },
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
    expect(words).toContain('Refunded €40.00 on');
    expect(words).toContain('Amount due: €0.00');
  });

  test('keeps its number if the same refund is processed again', async () => {
    const placed = await placeAndPay({ items: ['lark-tee-m', 'lark-tee-m'] });
    const code = await refund(placed, 'merchandisePurchases');
    const [, note] = await documentsOf(placed);
    const { id } = (await app.db.row<{ id: number }>('select id from refunds where code = $1', [code]))!;
    expect(await app.db.transaction((tx) => issueCreditNote(tx, id, app.clock.now()))).toBe(note!.code);
  });
});

describe('the audit', () => {
  /** Returns the audit's findings for a mistake, which is rolled back afterwards. */
  const findingsOf = async (mistake: string): Promise<string[]> => {
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
      'The credit notes exceed their invoice',
    ],
  ])('finds the effect of: %s', async (mistake, finding) => {
    await place({ items: ['poster-a2'] });
    expect(await auditInvoices(app.db)).toEqual([]);
    expect(await findingsOf(mistake)).toContain(finding);
  });
});
