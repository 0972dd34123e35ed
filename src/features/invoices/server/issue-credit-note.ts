import { bookedTaxOf } from '#features/ledger/server/public.ts';
import { keptOfPrice } from '#features/refunds/domain/kept-money.ts';
import type { TaxInPart } from '#features/refunds/domain/refund-booking.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { refundTotal } from '#features/tickets/domain/item-refund.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney, minor } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { type CreditedLine, creditFigures, keptFigures, restFigures } from '../domain/credit-rows.ts';
import type { InvoiceFigures } from '../domain/invoice-rows.ts';
import { deductAdvances } from './deducted-advances.ts';
import { lineDetails } from './frozen-facts.ts';
import {
  advancesOfSale,
  type CreditedLineRow,
  type CreditedRefundRow,
  countedPayments,
  creditedLines,
  creditedRefund,
  creditNoteOfRefund,
  creditNotesOf,
  type InvoiceLineRow,
  type InvoiceOrderRow,
  invoiceLines,
  invoiceOfSale,
  invoiceOrder,
} from './invoice-store.ts';
import { numberDocument } from './number-document.ts';
import { soldFigures } from './sold-figures.ts';

/**
 * Issues the credit note of a processed refund, once; repeated calls return the same code. Call it in the transaction
 * that processed the refund, holding the locks of order and refund. A plan that was never paid in full has no invoice
 * to correct, so it gets one for the amount that is kept. Returns null if no document is needed. Take no other lock
 * after this.
 */
export async function issueCreditNote(tx: Tx, refundId: number, now: Date): Promise<string | null> {
  const earlier = await creditNoteOfRefund(tx, refundId);
  if (earlier) return earlier.code;
  const refund = await creditedRefund(tx, refundId);
  if (!refund) throw new Error(`Refund ${refundId} has vanished`);
  const order = await invoiceOrder(tx, refund.orderId);
  const invoice = await invoiceOfSale(tx, order.id, order.sale);
  if (invoice?.content.rows.some(({ kind }) => kind === 'refunded')) return invoice.code;
  if (!invoice && refund.isWholePlan) return await issueInvoiceOfKept(tx, order, refund, now);
  if (!invoice || refund.total === 0) return null;
  // A cancelled order's credit note has already credited everything; the refund only pays it out.
  if ((await creditNotesOf(tx, invoice.id)).some((note) => note.refundId === null)) return null;
  const shop = await loadShop(tx);
  const { text } = languageOfShop(shop.public);
  const figures = await refundFigures(tx, shop, order, refund, refund.total);
  const correction = { invoice, refundId, reason: text('Refund {code}', { code: refund.code }) };
  return numberDocument(tx, shop, order, { series: 'credit_note', figures, payments: [], correction }, now);
}

/**
 * Invoices the booking and refund fees that are kept, so that the buyer has a document with their tax. The refund
 * reversed everything else, paid and unpaid. If nothing is kept, this credits the invoices for payments on account.
 */
async function issueInvoiceOfKept(
  tx: Tx,
  order: InvoiceOrderRow,
  refund: CreditedRefundRow,
  now: Date,
): Promise<string | null> {
  const shop = await loadShop(tx);
  const payments = await countedPayments(tx, order.id);
  const unpaid = order.totalPrice - payments.reduce((all, { amount }) => all + amount, 0);
  const takenBack = await refundFigures(tx, shop, order, refund, refund.total + unpaid);
  const figures = keptFigures(soldFigures(shop, order, await invoiceLines(tx, [order.id])), takenBack);
  if (figures.total === 0) {
    const { text } = languageOfShop(shop.public);
    return creditAdvances(tx, shop, order, text('Refund {code}', { code: refund.code }), now);
  }
  const paid = await deductAdvances(tx, order, payments);
  const paidBack = { reference: refund.code, paidAt: now.toISOString(), amount: -refund.total };
  const stated = { ...paid, payments: [...paid.payments, paidBack] };
  return numberDocument(tx, shop, order, { series: 'invoice', figures, ...stated }, now);
}

/** Calculates rows for the figures that were booked when the refund was accepted; `gross` is their total. */
async function refundFigures(
  tx: Tx,
  shop: Shop,
  order: InvoiceOrderRow,
  refund: CreditedRefundRow,
  gross: number,
): Promise<InvoiceFigures> {
  const { text } = languageOfShop(shop.public);
  const refunded = new Map((await creditedLines(tx, refund.id)).map((line) => [line.lineId, line]));
  const rows = await invoiceLines(tx, [order.id]);
  const lines = rows.map((line): CreditedLine => {
    const back = refunded.get(line.id);
    const ofPlan = back ? refundTotal({ ...line, refundFee: back.refundFee }) + back.feeRefund : 0;
    return {
      ...line,
      name: line.frozen.name,
      details: [...lineDetails(shop, line), ...(back ? keptDetails(shop, line, back) : [])],
      // The lines of a plan's refund have no amounts, so these are calculated from their prices.
      takenBack: refund.isWholePlan ? ofPlan : (back?.amount ?? 0),
    };
  });
  const discountShare = order.discountAmount - lines.reduce((all, line) => all + line.discountShare, 0);
  const shippingPaid = order.shippingAmount - discountShare;
  const takenBack = refund.isWholePlan ? shippingPaid : refund.shippingRefund;
  const shipping = { amount: order.shippingAmount, discountShare, takenBack };
  return creditFigures({ lines, shipping, gross }, text('Shipping'), await bookedTax(tx, refund));
}

/** States what is kept of a line's price: the shop's refund fee, and what is kept because less was refunded. */
function keptDetails({ public: open }: Shop, line: InvoiceLineRow, { refundFee: kept }: CreditedLineRow): string[] {
  const { text } = languageOfShop(open);
  const { refundFee, notRefunded } = keptOfPrice({ ...line, refundFee: line.frozen.refundFee }, kept);
  return [
    ...(refundFee > 0 ? [text('Refund fee of {fee} deducted', { fee: formatMoney(refundFee, open) })] : []),
    ...(notRefunded > 0 ? [text('{amount} not refunded', { amount: formatMoney(notRefunded, open) })] : []),
  ];
}

/** Returns the tax that the ledger booked with the refund; undefined if there was no sale. */
async function bookedTax(tx: Tx, refund: CreditedRefundRow): Promise<TaxInPart | undefined> {
  const booked = await bookedTaxOf(tx, refund.id);
  return booked && ((taxBasisPoints) => minor(booked[taxBasisPoints] ?? 0));
}

/** Why the documents of a sale no longer apply. */
export type CreditReason = 'cancelled' | 'payment_undone' | 'price_changed';

/**
 * Credits the rest of the invoice of an order whose sale was reversed: it was cancelled, or the sale is booked again.
 * Without a final invoice, it credits the invoices for payments on account. Returns null if there is nothing to credit.
 * Needs the order's lock.
 */
export async function creditSale(tx: Tx, orderId: number, why: CreditReason, now: Date): Promise<string | null> {
  const order = await invoiceOrder(tx, orderId);
  const invoice = await invoiceOfSale(tx, orderId, order.sale);
  if (!invoice && !order.hasPaymentPlan) return null;
  const shop = await loadShop(tx);
  const reason = reasonText(languageOfShop(shop.public), why, order.code);
  if (!invoice) return creditAdvances(tx, shop, order, reason, now);
  const notes = await creditNotesOf(tx, invoice.id);
  const earlier = notes.find((note) => note.refundId === null);
  if (earlier) return earlier.code;
  const figures = restFigures(
    invoice.content,
    notes.map((note) => note.content),
    reason,
  );
  if (figures.rates.length === 0) return null;
  const correction = { invoice, refundId: null, reason };
  return numberDocument(tx, shop, order, { series: 'credit_note', figures, payments: [], correction }, now);
}

function reasonText({ text }: Language, why: CreditReason, code: string): string {
  switch (why) {
    case 'cancelled':
      return text('Cancellation of order {code}', { code });
    case 'payment_undone':
      return text('Payment of order {code} reversed', { code });
    case 'price_changed':
      return text('Price of order {code} changed', { code });
  }
}

/** Credits the invoices for payments on account that no final invoice deducts. Returns the last credit note. */
async function creditAdvances(
  tx: Tx,
  shop: Shop,
  order: InvoiceOrderRow,
  reason: string,
  now: Date,
): Promise<string | null> {
  let code: string | null = null;
  for (const advance of await advancesOfSale(tx, order.id, order.sale)) {
    const figures = restFigures(advance.content, [], reason);
    const correction = { invoice: advance, refundId: null, reason };
    code = await numberDocument(tx, shop, order, { series: 'credit_note', figures, payments: [], correction }, now);
  }
  return code;
}
