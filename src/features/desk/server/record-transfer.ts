import {
  findPayable,
  lockOrder,
  lockOrders,
  type OrderRow,
  type Payable,
  paymentsOf,
} from '#features/orders/server/public.ts';
import { firstPayable } from '#features/payments/domain/spread-money.ts';
import { isEntered, isSameTransfer, spellingsOf } from '#features/payments/domain/transaction-number.ts';
import {
  type Arrived,
  type Attention,
  bankReceiptsByNumber,
  bookSuspense,
  insertReceipts,
  lockTransfer,
  type MoneyParts,
  type ReceiptRow,
  receiptOfStatementLine,
  receiveMoney,
} from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Minor, sum } from '#kernel/money.ts';
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
  readonly words: string;
  readonly amount: Minor;
  /** The key of the movement, which is booked once: a number that a person enters, or the key of a statement's line. */
  readonly transaction: string;
  /** The bank's reference of a statement's line, if it has one. Without it, the number of `transaction` counts. */
  readonly bankReference?: string | null;
  readonly receivedAt: Date;
  /**
   * Whether the person who records the transfer has confirmed that the money arrived before its order was placed. The
   * audit log notes that.
   */
  readonly isBeforeOrder?: boolean;
  readonly actor: Actor;
  /**
   * The known target of the transfer: an order's code or a payment's reference, or null for none. By default it is read
   * from the words.
   */
  readonly meant?: string | null;
  /** A digest that identifies the payer's account. */
  readonly payer?: Buffer | null;
}

export interface BookedTransfer {
  readonly receiptId: number;
  readonly attention: Attention | null;
  /** Null for a transfer that matches no order. */
  readonly order: OrderRow | null;
  readonly shares: Arrived['shares'];
  readonly rest: number;
}

/**
 * Books a bank transfer. No money is lost, even without an order. A bank transaction that is entered again, even
 * concurrently, is refused with its first receipt.
 */
export async function recordTransfer(
  parts: TransferParts,
  transfer: Transfer,
  now: Date,
): Promise<Result<BookedTransfer, { kind: 'booked_before'; receipt: ReceiptRow }>> {
  const booked = await recordTransfers(parts, [transfer], now);
  return booked.ok ? ok(booked.value[0]!) : booked;
}

/** Books the shares of one bank movement for several orders, each under its own key: all of them or none. */
export async function recordTransfers(
  parts: TransferParts,
  transfers: readonly Transfer[],
  now: Date,
): Promise<Result<BookedTransfer[], { kind: 'booked_before'; receipt: ReceiptRow }>> {
  const total = sum(transfers.map(({ amount }) => amount));
  return await parts.db.stockTransaction(async (tx) => {
    for (const transfer of transfers) {
      const before = await bookedBefore(tx, transfer, total);
      if (before) return refuse({ kind: 'booked_before' as const, receipt: before });
    }
    const meant = [];
    for (const transfer of transfers) meant.push({ transfer, found: await payableOf(tx, transfer) });
    // Orders are locked by id, whatever the order of their shares.
    const ids = new Set(meant.flatMap(({ found }) => found?.orderId ?? []));
    await lockOrders(tx, [...ids]);
    const all: BookedTransfer[] = [];
    for (const { transfer, found } of meant) {
      const booked = await bookTransfer(tx, parts, transfer, found, now);
      await auditTransfer(tx, transfer, booked, now);
      all.push(booked);
    }
    return ok(all);
  });
}

/**
 * Returns the receipt under which this transfer is already booked, if any, and locks the transfer so that nobody else
 * books it meanwhile. `total` is the amount of the whole movement, which a person enters even if it has shares.
 */
async function bookedBefore(tx: Tx, transfer: Transfer, total: Minor): Promise<ReceiptRow | undefined> {
  const { transaction, bankReference } = transfer;
  await lockTransfer(tx, transaction);
  if (bankReference === undefined) {
    const sameNumber = await bankReceiptsByNumber(tx, spellingsOf(transaction));
    return sameNumber.find((receipt) => isSameTransfer(transfer, receipt));
  }
  const before = await receiptOfStatementLine(tx, transaction);
  if (before || bankReference === null) return before;
  await lockTransfer(tx, bankReference);
  const spellings = spellingsOf(bankReference);
  const sameNumber = await bankReceiptsByNumber(tx, spellings);
  // Not those of other lines, or of other shares of this one.
  const entered = sameNumber.filter((receipt) => spellings.includes(receipt.transaction));
  return entered.find(({ amount }) => isEntered({ bankReference, amount: total }, amount));
}

const payableOf = async (tx: Tx, { words, meant = words }: Transfer) =>
  meant === null ? undefined : await findPayable(tx, meant);

async function auditTransfer(
  tx: Tx,
  { transaction, bankReference = null, amount, receivedAt, isBeforeOrder = false, actor }: Transfer,
  { receiptId, attention, order, rest }: BookedTransfer,
  now: Date,
): Promise<void> {
  // The confirmation means nothing for money that came later, or without an order.
  const precedes = isBeforeOrder && order !== null && receivedAt < order.createdAt;
  const details = {
    transaction,
    ...(bankReference !== null && { number: bankReference }),
    amount,
    receipt: receiptId,
    attention,
    suspended: rest,
    ...(precedes && { before_order: true }),
  };
  const subject = order?.code ?? `receipt ${receiptId}`;
  await writeAudit(tx, { actor, action: 'payment.recorded', subject, details }, now);
}

async function bookTransfer(
  tx: Tx,
  parts: TransferParts,
  transfer: Transfer,
  found: Payable | undefined,
  now: Date,
): Promise<BookedTransfer> {
  const { amount, transaction, words, bankReference = null, receivedAt, payer = null } = transfer;
  const order = found && (await lockOrder(tx, found.orderId));
  const orderWas = order?.paymentStatus ?? null;
  const receipt = {
    source: BANK,
    transaction,
    attemptId: null,
    currency: parts.currency,
    words,
    bankReference,
    payer,
    orderWas,
  };
  const inSuspense = async (orderId: number | null, attention: Attention) => {
    const facts = { orderId, paymentId: null, amount, attention, shares: [], receivedAt };
    const receiptId = (await insertReceipts(tx, [{ ...receipt, ...facts }]))[0]!;
    await bookSuspense(tx, { receiptId, orderId, account: BANK, amount }, now);
    return { receiptId, attention, shares: [], rest: amount };
  };

  if (!found || !order) return { ...(await inSuspense(null, 'unmatched')), order: null };
  const paymentId = found.paymentId ?? firstPayable(await paymentsOf(tx, [order.id]))?.id;
  // A free order has no payments, so all money for it is in suspense.
  if (paymentId === undefined) return { ...(await inSuspense(order.id, 'double')), order };
  const arrival = { order, paymentId, amount, account: BANK, receivedAt, receipt } as const;
  const [arrived] = await receiveMoney(tx, parts.money, [arrival], now);
  return { ...arrived!, order };
}
