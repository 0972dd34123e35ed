import { describe, expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { readPdf, unmarkedPainting } from '#platform/pdf/testing.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import { anInvoiceContent } from '../testing.ts';
import { invoicePdf } from './invoice-document.ts';

const look = {
  language: ENGLISH,
  shopName: 'Sandlark',
  operatorName: 'Stichting Sandlark',
  logo: null,
  brandColor: null,
};
const made = async (over: Partial<InvoiceContent> = {}) => readPdf(await invoicePdf(anInvoiceContent(over), look));
const wordsOf = (pdf: Awaited<ReturnType<typeof made>>) => pdf.structure.map(({ text }) => text).join('\n');

describe('the PDF of an invoice', () => {
  test('has the reading order heading, parties, table of rows, table of rates, payments', async () => {
    const pdf = await made();
    expect(pdf.pages).toBe(1);
    expect(pdf.structure.map(({ tag }) => tag).filter((tag) => tag !== 'P')).toEqual([
      'H1',
      'H2',
      'H2',
      'H2',
      'Table',
      'Table',
    ]);
    const words = wordsOf(pdf);
    for (const part of [
      'Invoice 2026-00042',
      'Invoice date: 20 November 2026',
      'VAT number: NL000000000B00',
      'Mila Okonkwo',
      'Festival Pass, four days',
      '€182.11 9% €397.00',
      '−€20.00',
      '9% €345.87 €31.13 €377.00',
      'Total €374.38 €37.12 €411.50',
      'Paid €411.50 on 20 November 2026, reference SLK-2H9C4T-1',
      'Amount due: €0.00',
    ]) {
      expect(words).toContain(part);
    }
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });

  test.each([
    ['en', '5.5%'],
    ['de', '5,5 %'],
    ['hr', '5,5 %'],
  ])('in %s has rates in the form of that language', async (locale, printed) => {
    const { rows, rates } = anInvoiceContent();
    const words = wordsOf(
      await made({
        locale,
        rows: rows.map((row) => ({ ...row, taxBasisPoints: 550 })),
        rates: rates.map((rate) => ({ ...rate, taxBasisPoints: 550 })),
      }),
    );
    expect(words.replaceAll('\u00a0', ' ').split(printed)).toHaveLength(rows.length + rates.length + 1);
  });

  test('has headings for the columns of its tables', async () => {
    const pdf = await made();
    const heads = [...pdf.objects.values()].filter((object) => /\/S \/TH\b/.test(object));
    expect(heads.filter((object) => object.includes('/Scope /Column'))).toHaveLength(5 + 4);
    expect(heads.filter((object) => object.includes('/Scope /Row'))).toHaveLength(3);
  });

  test('continues on further pages if there are many rows, and has no untagged content', async () => {
    const [row] = anInvoiceContent().rows;
    const pdf = await made({ rows: Array.from({ length: 60 }, () => row!) });
    expect(pdf.pages).toBeGreaterThan(3);
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });

  test('for a credit note states what it corrects and why, and asks for no payment', async () => {
    const words = wordsOf(
      await made({
        series: 'credit_note',
        code: 'CN-2026-00003',
        corrects: { code: '2026-00042', issuedAt: '2026-11-20T10:00:00.000Z', reason: 'Refund SLK-2H9C4T-R1' },
        payments: [],
      }),
    );
    expect(words).toContain('Credit note CN-2026-00003');
    expect(words).toContain('Corrects invoice: 2026-00042 of 20 November 2026');
    expect(words).toContain('Reason: Refund SLK-2H9C4T-R1');
    expect(words).toContain('Total credited');
    expect(words).not.toContain('Amount due');
  });

  test.each([
    ['JPY', 0, '¥19,850'],
    ['BHD', 3, 'BHD 19.850'],
  ])('shows amounts in %s with %i decimal digits', async (currency, currencyDigits, printed) => {
    const [row] = anInvoiceContent().rows;
    const words = wordsOf(await made({ currency, currencyDigits, rows: [{ ...row!, quantity: 1, amount: 19_850 }] }));
    expect(words.replaceAll('\u00a0', ' ').replaceAll('JP¥', '¥')).toContain(printed);
  });

  test('can be made with the longest possible texts of an order', async () => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(14);
    const content = anInvoiceContent();
    const pdf = await made({
      seller: { ...content.seller, note: long.repeat(4) },
      buyer: { lines: [long, '漢字 Ελληνικά', long], email: 'a@example.org' },
      rows: content.rows.map((row) => ({ ...row, description: long, details: [long, long], amount: 999_999_999_999 })),
    });
    expect(pdf.pages).toBeGreaterThan(0);
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });
});

describe('the PDFs of invoices for payments on account', () => {
  const rate = (net: number, tax: number) => ({ rate: '9', taxBasisPoints: 900, net, tax, gross: net + tax });
  const row = { kind: 'item', details: [], quantity: 1, taxBasisPoints: 900 } as const;

  test('state what they are, the tax in the payment, and that the final invoice follows', async () => {
    const pdf = await made({
      series: 'advance',
      code: 'AD-2026-00001',
      rows: [
        {
          ...row,
          kind: 'advance',
          description: 'Payment on account for order SLK-2H9C4T',
          details: ['Festival Pass on a plan'],
          unitPrice: 5_450,
          amount: 5_450,
        },
      ],
      rates: [rate(5_000, 450)],
      total: 5_450,
      payments: [{ reference: 'SLK-2H9C4T-1', paidAt: '2026-11-20T10:00:00.000Z', amount: 5_450 }],
    });
    const words = wordsOf(pdf);
    for (const part of [
      'Invoice for a payment on account AD-2026-00001',
      'Invoice date: 20 November 2026',
      'Total €50.00 €4.50 €54.50',
      'The final invoice will be issued once everything is paid.',
      'Amount due: €0.00',
    ]) {
      expect(words).toContain(part);
    }
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });

  test('are deducted from the final invoice with their numbers and tax, in a separate table', async () => {
    const pdf = await made({
      rows: [{ ...row, description: 'Festival Pass on a plan', unitPrice: 19_850, amount: 19_850 }],
      rates: [rate(18_211, 1_639)],
      total: 19_850,
      advances: [
        { code: 'AD-2026-00001', issuedAt: '2026-11-20T10:00:00.000Z', rates: [rate(5_000, 450)], total: 5_450 },
        { code: 'AD-2026-00004', issuedAt: '2026-12-20T10:00:00.000Z', rates: [rate(4_404, 396)], total: 4_800 },
      ],
      payments: [{ reference: 'SLK-2H9C4T-3', paidAt: '2027-01-20T10:00:00.000Z', amount: 9_600 }],
    });
    const words = wordsOf(pdf);
    for (const part of [
      'Paid on account Net VAT Gross',
      'Invoice AD-2026-00001 of 20 November 2026 −€50.00 −€4.50 −€54.50',
      'Remaining €88.07 €7.93 €96.00',
      'Paid €96.00 on 20 January 2027',
      'Amount due: €0.00',
    ]) {
      expect(words).toContain(part);
    }
    expect(pdf.structure.map(({ tag }) => tag).filter((tag) => tag === 'Table')).toHaveLength(3);
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });
});
