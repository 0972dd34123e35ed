import type { Queryable } from '#platform/db/db.ts';
import { referencesOf } from './invoice-store.ts';

export interface OrderDocuments {
  readonly hasInvoice: boolean;
  /** Codes of the invoices for payments on account, oldest first. */
  readonly advances: readonly string[];
  /** Oldest first; `refundCode` is null for the credit note of a cancellation. */
  readonly creditNotes: readonly { readonly code: string; readonly refundCode: string | null }[];
}

/**
 * Returns the documents that can be downloaded for each order, with one query. Orders without documents have no entry.
 */
export async function documentsOfOrders(
  db: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, OrderDocuments>> {
  if (orderIds.length === 0) return new Map();
  const byOrder = Map.groupBy(await referencesOf(db, orderIds), ({ orderId }) => orderId);
  return new Map(
    [...byOrder].map(([orderId, documents]) => [
      orderId,
      {
        hasInvoice: documents.some(({ series }) => series === 'invoice'),
        advances: documents.filter(({ series }) => series === 'advance').map(({ code }) => code),
        creditNotes: documents
          .filter(({ series }) => series === 'credit_note')
          .map(({ code, refundCode }) => ({ code, refundCode })),
      },
    ]),
  );
}
