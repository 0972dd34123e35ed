import { findPayable, lockOrder, type OrderRow, paymentsOf } from '#features/orders/server/public.ts';
import { payableFirst } from '#features/payments/domain/spread-money.ts';
import {
  type Arrived,
  type Attention,
  bookSuspense,
  insertReceipt,
  lockTransfer,
  type MoneyParts,
  moneyArrived,
  type ReceiptRow,
  receiptByTransaction,
} from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';

export const BANK = 'bank';

export interface TransferParts {
  readonly db: Db;
  readonly money: MoneyParts;
  readonly currency: string;
}

export interface Transfer {
  /** The reference text: an order's code, a payment's reference, or anything. */
  readonly said: string;
  readonly amount: Minor;
  /** The bank's id of the movement, booked once. */
  readonly transaction: string;
  readonly receivedAt: Date;
  readonly actor: string;
}

export interface BookedTransfer {
  readonly receiptId: number;
  readonly attention: Attention | null;
  /** Null if it matches no order. */
  readonly order: OrderRow | null;
  readonly shares: Arrived['shares'];
  readonly rest: number;
}

/**
 * Books a bank transfer; none is lost, even without an order. The same bank transaction entered again, even
 * concurrently, returns the first result and changes nothing.
 */
export async function recordTransfer(
  parts: TransferParts,
  transfer: Transfer,
  now: Date,
): Promise<Result<BookedTransfer, { kind: 'booked_before'; receipt: ReceiptRow }>> {
  return await parts.db.stockTransaction(async (tx) => {
    await lockTransfer(tx, transfer.transaction);
    const before = await receiptByTransaction(tx, BANK, transfer.transaction);
    if (before) return refuse({ kind: 'booked_before' as const, receipt: before });
    const booked = await bookTransfer(tx, parts, transfer, now);
    const { receiptId, attention, order, rest } = booked;
    const details = { transaction: transfer.transaction, amount: transfer.amount };
    await writeAudit(
      tx,
      {
        actor: transfer.actor,
        action: 'payment.recorded',
        subject: order?.code ?? `receipt ${receiptId}`,
        details: { ...details, receipt: receiptId, attention, suspended: rest },
      },
      now,
    );
    return ok(booked);
  });
}

async function bookTransfer(tx: Tx, parts: TransferParts, transfer: Transfer, now: Date): Promise<BookedTransfer> {
  const { amount, transaction, said, receivedAt } = transfer;
  const receiptOf = (
    orderId: number | null,
    paymentId: number | null,
    attention: Attention | null,
    shares: Arrived['shares'] = [],
  ) =>
    insertReceipt(
      tx,
      {
        source: BANK,
        transaction,
        attemptId: null,
        orderId,
        paymentId,
        amount,
        currency: parts.currency,
        said,
        attention,
      },
      shares,
      receivedAt,
    );

  const found = await findPayable(tx, said);
  const order = found && (await lockOrder(tx, found.orderId));
  if (!found || !order) {
    const receiptId = await receiptOf(null, null, 'unmatched');
    await bookSuspense(tx, { receiptId, orderId: null, account: BANK, amount }, now);
    return { receiptId, attention: 'unmatched', order: null, shares: [], rest: amount };
  }
  const meantId = found.paymentId ?? payableFirst(await paymentsOf(tx, [order.id]))?.id;
  if (meantId === undefined) {
    // A free order has no payments, so any money for it is too much.
    const receiptId = await receiptOf(order.id, null, 'double');
    await bookSuspense(tx, { receiptId, orderId: order.id, account: BANK, amount }, now);
    return { receiptId, attention: 'double', order, shares: [], rest: amount };
  }
  const arrived = await moneyArrived(
    tx,
    parts.money,
    order,
    {
      paymentId: meantId,
      amount,
      account: 'bank',
      receivedAt,
      writeReceipt: (attention, shares) => receiptOf(order.id, meantId, attention, shares),
    },
    now,
  );
  return { ...arrived, order };
}
