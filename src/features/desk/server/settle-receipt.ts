import { book, isBooked } from '#features/ledger/server/public.ts';
import { lockOrder } from '#features/orders/server/public.ts';
import { lockReceipt, markSettled, type ReceiptRow, receiptById } from '#features/payments/server/public.ts';
import { isOnItsWayBack } from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { resolveProblemPayments } from './problem-payments.ts';
import { returningEntries } from './returning-entries.ts';

export type SettleRefusal =
  | { kind: 'unknown_receipt' }
  | { kind: 'not_waiting' }
  | { kind: 'nothing_in_suspense' }
  /** The money is being sent back to its card. */
  | { kind: 'on_its_way_back' };

/**
 * Removes money from the operator's list. With `isReturned`, the part in suspense is booked as returned to its sender;
 * otherwise it stays in suspense.
 */
export async function settleReceipt(
  parts: { db: Db; currency: string },
  wanted: { receiptId: number; note: string; isReturned: boolean; actor: Actor },
  now: Date,
): Promise<Result<{ receipt: ReceiptRow; returned: number }, SettleRefusal>> {
  return await parts.db.transaction(async (tx) => {
    const seen = await receiptById(tx, wanted.receiptId);
    if (!seen) return refuse({ kind: 'unknown_receipt' as const });
    const order = seen.orderId === null ? undefined : await lockOrder(tx, seen.orderId);
    const receipt = (await lockReceipt(tx, seen.id))!;
    if (receipt.attention === null || receipt.settledAt !== null) return refuse({ kind: 'not_waiting' as const });
    if (await isOnItsWayBack(tx, receipt.id)) return refuse({ kind: 'on_its_way_back' as const });
    if (wanted.isReturned && receipt.suspended <= 0) return refuse({ kind: 'nothing_in_suspense' as const });
    const returned = wanted.isReturned ? receipt.suspended : 0;
    if (returned > 0) {
      const entries = returningEntries(receipt, returned, parts.currency);
      const key = await freeKey(tx, receipt.id);
      await book(tx, { kind: 'returned', key, orderId: receipt.orderId, receiptId: receipt.id, entries }, now);
    }
    await markSettled(tx, receipt.id, wanted.note, now);
    if (order) await resolveProblemPayments(tx, order);
    await writeAudit(
      tx,
      {
        actor: wanted.actor,
        action: 'payment.settled',
        subject: order?.code ?? `receipt ${receipt.id}`,
        details: { receipt: receipt.id, returned },
      },
      now,
    );
    return ok({ receipt, returned });
  });
}

/** Numbered, because money that a won dispute brought back can be returned again. Call it under the receipt's lock. */
async function freeKey(tx: Tx, receiptId: number): Promise<string> {
  let count = 1;
  const key = () => `receipt:${receiptId}:returned${count === 1 ? '' : `:${count}`}`;
  while (await isBooked(tx, key())) count += 1;
  return key();
}
