import { documentsOfOrders } from '#features/invoices/server/public.ts';
import { book, bookingsOfReceipt, entriesOf, reversed } from '#features/ledger/server/public.ts';
import { issuesItems, keepsStock, statusByMoney } from '#features/orders/domain/order-status.ts';
import {
  endOrder,
  hasRefunds,
  lockOrder,
  mailPaymentUndone,
  moveOrder,
  movePayments,
  type OrderRow,
  orderById,
  paymentsOf,
  rebookSale,
  subtractPaid,
} from '#features/orders/server/public.ts';
import {
  listShortReceiptsAgain,
  lockReceipt,
  type MoneyParts,
  markUndone,
  type ReceiptRow,
  receiptById,
  resumeIfPlan,
} from '#features/payments/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { awaitPaymentAgain, cancelItems } from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import { forgetMailKeys } from '#platform/mail/outbox-store.ts';
import { keysOfMovement } from '../domain/movement-keys.ts';
import { type WhyNotUndo, whyNotUndo } from '../domain/why-not-undo.ts';
import { updateOrderAfterReturn } from './after-return.ts';
import { ordersOfReceipt, sharesOfReceipt } from './charge-back-store.ts';
import { BANK } from './record-transfer.ts';
import { restartPaymentDeadline } from './restart-payment-deadline.ts';
import { areTicketsChangedSince, hasLaterMoney, receiptsUnder } from './undo-transfer-store.ts';

export interface UndoParts {
  readonly db: Db;
  readonly money: MoneyParts;
}

export interface UndoRequest {
  readonly receiptId: number;
  readonly actor: Actor;
}

export type UndoRefusal = { kind: 'unknown_receipt' } | { kind: WhyNotUndo; receiptId: number; order: string | null };

/** An order that has less money now. */
export interface UndoneOrder {
  readonly order: OrderRow;
  readonly amount: number;
}

/**
 * Undoes a transfer that was recorded by mistake, as if it had never been booked: its bookings are reversed, its order
 * waits for money again, and the same bank transaction can be booked again. If it paid several orders, it is undone for
 * all of them. Refused if something later depends on it.
 */
export const undoTransfer = (
  parts: UndoParts,
  wanted: UndoRequest,
  now: Date,
): Promise<Result<UndoneOrder[], UndoRefusal>> => parts.db.stockTransaction((tx) => undoWithin(tx, parts, wanted, now));

/** Returns the receipts of one movement of the bank, including this one. */
export async function receiptsOfMovement(db: Queryable, receiptId: number): Promise<number[]> {
  const receipt = await receiptById(db, receiptId);
  if (receipt?.source !== BANK || receipt.undoneAt !== null) return [receiptId];
  const ids = await receiptsUnder(db, keysOfMovement(receipt.transaction));
  // Somebody else may have undone all of them since it was read.
  return ids.includes(receiptId) ? ids : [receiptId];
}

async function undoWithin(
  tx: Tx,
  parts: UndoParts,
  { receiptId, actor }: UndoRequest,
  now: Date,
): Promise<Result<UndoneOrder[], UndoRefusal>> {
  const ids = await receiptsOfMovement(tx, receiptId);
  const orders = new Map<number, OrderRow>();
  const orderIds = (await Promise.all(ids.map((id) => ordersOfReceipt(tx, id)))).flat();
  for (const id of [...new Set(orderIds)].sort((one, other) => one - other)) {
    orders.set(id, (await lockOrder(tx, id))!);
  }
  const undone: UndoneOrder[] = [];
  // Latest first, because each may depend on the one before.
  for (const id of ids.toReversed()) {
    const receipt = await lockReceipt(tx, id);
    if (!receipt) return refuse({ kind: 'unknown_receipt' });
    const shares = await sharesOfReceipt(tx, id);
    const orderId = shares[0]?.orderId ?? receipt.orderId;
    const order = orderId === null ? null : (orders.get(orderId) ?? null);
    const facts = await factsOf(tx, receipt, { shares, order, others: [] });
    const why = whyNotUndo(facts);
    if (why) return refuse({ kind: why, receiptId: id, order: order?.code ?? null });
    await undo(tx, receipt);
    if (order && facts.counted > 0) {
      await takeMoneyFrom(tx, parts, order, { receipt, shares, counted: facts.counted }, now);
      undone.push({ order, amount: facts.counted });
    } else if (order) {
      await updateOrderAfterReturn(tx, order, now);
    }
    const subject = order?.code ?? `receipt ${id}`;
    const details = { transaction: receipt.transaction, amount: receipt.amount, receipt: id };
    await writeAudit(tx, { actor, action: 'payment.undone', subject, details }, now);
  }
  return ok(undone);

  async function undo(inner: Tx, receipt: ReceiptRow): Promise<void> {
    const { id, orderId } = receipt;
    const entries = (await entriesOf(inner, `receipt:${id}`)).map(reversed);
    await book(inner, { kind: 'undone', key: `receipt:${id}:undone`, orderId, receiptId: id, entries }, now);
    await markUndone(inner, id, now);
  }
}

type Shares = Awaited<ReturnType<typeof sharesOfReceipt>>;

/** Returns those of the receipts whose transfers can be undone now. Takes no locks, so the use case checks again. */
export async function undoableReceipts(db: Queryable, receiptIds: readonly number[]): Promise<Set<number>> {
  // The statements for all receipts are sent together, to save round trips.
  const verdicts = await Promise.all(receiptIds.map((id) => isUndoable(db, id)));
  return new Set(receiptIds.filter((_id, index) => verdicts[index]));
}

async function isUndoable(db: Queryable, receiptId: number): Promise<boolean> {
  const ids = await receiptsOfMovement(db, receiptId);
  return (await Promise.all(ids.map((id) => isUndoableWith(db, id, ids)))).every(Boolean);
}

async function isUndoableWith(db: Queryable, id: number, others: readonly number[]): Promise<boolean> {
  const [receipt, shares] = await Promise.all([receiptById(db, id), sharesOfReceipt(db, id)]);
  if (!receipt) return false;
  const orderId = shares[0]?.orderId ?? receipt.orderId;
  const order = orderId === null ? null : ((await orderById(db, orderId)) ?? null);
  return whyNotUndo(await factsOf(db, receipt, { shares, order, others })) === null;
}

interface UndoContext {
  readonly shares: Shares;
  readonly order: OrderRow | null;
  /** Receipts that are undone together with this one, so they are not later money. */
  readonly others: readonly number[];
}

async function factsOf(tx: Queryable, receipt: ReceiptRow, { shares, order, others }: UndoContext) {
  const counted = shares.reduce((all, { amount }) => all + amount, 0);
  const paid = counted > 0 ? order : null;
  const [bookings, isRefunded, isPaidLater, keepsItems] = await Promise.all([
    bookingsOfReceipt(tx, receipt.id),
    paid && hasRefunds(tx, paid.id),
    paid && hasLaterMoney(tx, paid.id, receipt.id, others),
    paid && keepsItemsWithout(tx, paid, shares),
  ]);
  const isSettled = receipt.attention !== null && receipt.settledAt !== null;
  const first = bookings[0]?.bookedAt ?? receipt.receivedAt;
  return {
    isTransfer: receipt.source === BANK,
    isUndone: receipt.undoneAt !== null,
    // A short receipt is settled by the rest of the money, which `hasLaterMoney` covers.
    isDealtWith: bookings.length !== 1 || (isSettled && receipt.attention !== 'short'),
    counted,
    order: paid && {
      status: paid.paymentStatus,
      was: receipt.orderWas,
      hasRefunds: isRefunded === true,
      hasLaterMoney: isPaidLater === true,
      areTicketsChanged: !keepsItems && (await areTicketsChangedSince(tx, paid.id, first)),
    },
  };
}

/** Whether the order's items stay issued without this money. */
async function keepsItemsWithout(tx: Queryable, order: OrderRow, shares: Shares): Promise<boolean> {
  const taken = new Map(shares.map(({ paymentId, amount }) => [paymentId, amount]));
  const payments = (await paymentsOf(tx, [order.id])).map(({ id, amount, paidAmount }) => ({
    amount,
    paidAmount: paidAmount - (taken.get(id) ?? 0),
  }));
  const paid = payments.reduce((all, { paidAmount }) => all + paidAmount, 0);
  return issuesItems(statusByMoney(order.totalPrice, paid), { isPlan: order.hasPaymentPlan, payments });
}

interface Taken {
  readonly receipt: ReceiptRow;
  readonly shares: Shares;
  readonly counted: number;
}

async function takeMoneyFrom(
  tx: Tx,
  parts: UndoParts,
  order: OrderRow,
  { receipt, shares, counted }: Taken,
  now: Date,
): Promise<void> {
  const shop = await loadShop(tx);
  const before = await paymentsOf(tx, [order.id]);
  const hadItems = issuesItems(order.paymentStatus, { isPlan: order.hasPaymentPlan, payments: before });
  const affected = shares.map((share) => ({ ...share, payment: before.find(({ id }) => id === share.paymentId)! }));
  await movePayments(
    tx,
    affected.map(({ payment, amount }) => {
      const paidAmount = payment.paidAmount - amount;
      return { payment, to: statusByMoney(payment.amount, paidAmount), paidAmount, paidAt: null };
    }),
  );
  await listShortReceiptsAgain(
    tx,
    affected.map(({ paymentId }) => paymentId),
  );
  await subtractPaid(tx, order, counted);
  await moveOrder(tx, order, statusByMoney(order.totalPrice, order.totalPaid));
  await forgetMailKeys(tx, order.id, ['payment-received', 'more-tickets']);
  const payments = await paymentsOf(tx, [order.id]);
  const hasItems = issuesItems(order.paymentStatus, { isPlan: order.hasPaymentPlan, payments });
  if (receipt.orderWas !== null && !keepsStock(receipt.orderWas)) {
    await endOrder(tx, order, 'cancelled', now);
  } else {
    if (hasItems) await awaitPaymentAgain(tx, order.id);
    else await cancelItems(tx, order.id);
    await correctDocuments(tx, shop, order, now);
    if (!hasItems) await restartPaymentDeadline(tx, shop, order, now);
    else {
      await resumeIfPlan(tx, { ...parts.money, shop }, order, now);
      await parts.money.planReminders(tx, order.id, shop, now);
    }
  }
  const undone = { amount: counted, areTicketsGone: hadItems && (!hasItems || !keepsStock(order.paymentStatus)) };
  await mailPaymentUndone(tx, { shop, shopUrl: parts.money.shopUrl }, order, undone, now);
}

/**
 * An order without money has no sale. If some money remains but documents include the removed money, the sale is
 * reversed and booked again, so that those documents are credited and later ones are correct.
 */
async function correctDocuments(tx: Tx, shop: Shop, order: OrderRow, now: Date): Promise<void> {
  const documents = (await documentsOfOrders(tx, [order.id])).get(order.id);
  const hasDocuments = documents !== undefined && (documents.hasInvoice || documents.advances.length > 0);
  if (order.totalPaid > 0 && !hasDocuments) return;
  await rebookSale(tx, shop, order, 'payment_undone', now);
}
