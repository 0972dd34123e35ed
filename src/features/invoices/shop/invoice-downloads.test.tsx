import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { ENGLISH } from '#kernel/language.ts';
import { inEnglish } from '#ui/testing.ts';
import { InvoiceDownloads, InvoiceDownloadsNote } from './invoice-downloads.tsx';

const order = {
  code: 'SLK-2H9C4T',
  checksum: 'c'.repeat(64),
  has_invoice: true,
  advance_invoices: [],
  credit_notes: [{ code: 'CN-2026-00001' }],
} as unknown as Order;

test('the code of a credit note does not wrap, and the accessible name contains the button’s label', () => {
  const { text } = ENGLISH;
  const html = renderToStaticMarkup(inEnglish(<InvoiceDownloads order={order} />));
  expect(html).toMatch(/<span>Download Credit Note <span[^>]*>CN-2026-00001<\/span><\/span>/);
  const label = text('Download Credit Note {code}', { code: 'CN-2026-00001' });
  expect(html).toContain(`aria-label="${label} (PDF, opens in a new window)"`);
});

test('a partly paid plan offers only its invoice for a payment on account', () => {
  const plan = { ...order, has_invoice: false, advance_invoices: [{ code: 'AD-2026-00001' }], credit_notes: [] };
  const html = renderToStaticMarkup(inEnglish(<InvoiceDownloads order={{ ...plan, invoice_checksum: 'abc' }} />));
  expect(html).toContain('href="/download-invoice/SLK-2H9C4T/abc?number=AD-2026-00001"');
  expect(html).toMatch(/Download Invoice <span[^>]*>AD-2026-00001<\/span>/);
  expect(html.match(/<a /g)).toHaveLength(1);
});

test('one note states that all documents are PDF files; without documents there is no note', () => {
  const html = renderToStaticMarkup(inEnglish(<InvoiceDownloadsNote order={order} />));
  expect(html).toContain('Invoices and credit notes are PDF files and open in a new window.');
  const none = { ...order, has_invoice: false, credit_notes: [] };
  expect(renderToStaticMarkup(inEnglish(<InvoiceDownloadsNote order={none} />))).toBe('');
});
