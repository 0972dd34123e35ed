import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { text } from '#kernel/text.ts';
import { InvoiceDownloads } from './invoice-downloads.tsx';

const order = {
  code: 'SLK-2H9C4T',
  checksum: 'c'.repeat(64),
  has_invoice: true,
  advance_invoices: [],
  credit_notes: [{ code: 'CN-2026-00001' }],
} as unknown as Order;

test('given a credit note, then its code stands whole among the other words of the button, and the button is called by the same words', () => {
  const html = renderToStaticMarkup(<InvoiceDownloads order={order} />);
  expect(html).toMatch(/<span>Download Credit Note <span[^>]*>CN-2026-00001<\/span><\/span>/);
  const label = text('Download Credit Note {code}', { code: 'CN-2026-00001' });
  expect(html).toContain(`aria-label="${label} (PDF, opens in a new window)"`);
});
