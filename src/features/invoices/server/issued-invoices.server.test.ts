import { describe, expect, test } from 'vitest';
import { lockOrder, orderByCode } from '#features/orders/server/public.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import {
  app,
  documentsOf,
  givenInvoiceShop,
  type Placed,
  pay,
  place,
  placeAndPay,
} from '../../../../test/support/invoice-shop.ts';
import { issueInvoice } from './public.ts';

givenInvoiceShop();

describe('the number of an invoice', () => {
  const numbers = async (year: number) =>
    (
      await app.db.rows<{ number: number }>(
        `select number from invoices where series = 'invoice' and year = $1 order by number`,
        [year],
      )
    ).map(({ number }) => number);
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  test('has no gap if twenty orders are paid at the same time', async () => {
    const before = (await numbers(2026)).length;
    const orders: Placed[] = [];
    for (let index = 0; index < 20; index += 1) orders.push(await place({ items: ['poster-a2'] }));
    // Marked as paid directly, so that only issuing the invoice takes locks.
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

  test('goes to the next transaction if the one that took it fails', async () => {
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

  test('stays the same if the order already has an invoice', async () => {
    const placed = await placeAndPay({ items: ['poster-a2'] });
    const [invoice] = await documentsOf(placed);
    const { id } = (await orderByCode(app.db, placed.code))!;
    expect(await app.db.transaction((tx) => issueInvoice(tx, id, app.clock.now()))).toBe(invoice!.code);
  });
});

describe('the download', () => {
  const download = (placed: Placed, over: { code?: string; checksum?: string; search?: string } = {}) =>
    app.fetch(`/download-invoice/${over.code ?? placed.code}/${over.checksum ?? placed.checksum}${over.search ?? ''}`);

  test('by code and checksum is a PDF that is not cached or indexed', async () => {
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

  test('is the same error page for a wrong checksum, an unknown order and an order without an invoice', async () => {
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
    expect(pages[0]).toContain('Invoice not found');
  });

  test('is refused for a while after too many downloads for one order', async () => {
    const placed = await place({ items: ['poster-a2'] });
    for (let index = 0; index < defaultLimits['invoice-order'].attempts; index += 1)
      expect((await download(placed)).status).toBe(404);
    const refused = await download(placed);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await app.travel(11 * 60_000);
  });
});
