import { timesBooked } from '#features/ledger/server/public.ts';
import { findPayable, lockOrders, type OrderRow, paymentsOf } from '#features/orders/server/public.ts';
import { firstPayable } from '#features/payments/domain/spread-money.ts';
import { type Arrived, lockReceipt, receiptById, receiveMoney } from '#features/payments/server/public.ts';
import { isOnItsWayBack } from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { resolveProblemPayments } from './problem-payments.ts';
import type { TransferParts } from './record-transfer.ts';

export type AssignRefusal =
  | { kind: 'unknown_receipt' }
  | { kind: 'unknown_order' }
  /** All of the money already counts or was returned. */
  | { kind: 'nothing_in_suspense' }
  /** The money is being sent back to its card. */
  | { kind: 'on_its_way_back' }
  | { kind: 'other_currency'; currency: string }
  | { kind: 'paid_already'; code: string }
  /** The order's stock or voucher is gone, its plan was refunded, or the money is not enough to revive it. */
  | { kind: 'cannot_be_served'; code: string };

export interface Assigned extends Arrived {
  readonly order: OrderRow;
}

/**
 * Assigns money in suspense to an order or payment, as if it arrived in the order's current state. The rest stays in
 * suspense. If none of the money can count, nothing changes.
 */
export async function assignReceipt(
  parts: TransferParts,
  wanted: { receiptId: number; words: string; actor: Actor },
  now: Date,
): Promise<Result<Assigned, AssignRefusal>> {
  return await parts.db.stockTransaction(async (tx) => {
    const found = await findPayable(tx, wanted.words);
    if (!found) return refuse({ kind: 'unknown_order' as const });
    const seen = await receiptById(tx, wanted.receiptId);
    if (!seen) return refuse({ kind: 'unknown_receipt' as const });
    const { order, before } = await lockBoth(tx, found.orderId, seen.orderId);
    const receipt = (await lockReceipt(tx, wanted.receiptId))!;
    if (await isOnItsWayBack(tx, receipt.id)) return refuse({ kind: 'on_its_way_back' as const });
    if (receipt.currency !== parts.currency) {
      return refuse({ kind: 'other_currency' as const, currency: receipt.currency });
    }
    if (receipt.suspended <= 0) return refuse({ kind: 'nothing_in_suspense' as const });
    const paymentId = found.paymentId ?? firstPayable(await paymentsOf(tx, [order.id]))?.id;
    if (paymentId === undefined) return refuse({ kind: 'paid_already' as const, code: order.code });
    const arrival = {
      order,
      paymentId,
      amount: receipt.suspended,
      account: 'suspense',
      receivedAt: receipt.receivedAt,
      receipt: {
        id: receipt.id,
        note: `Assigned to ${order.code} by ${nameOfActor(wanted.actor)}.`,
        ledgerKey: `receipt:${receipt.id}:assigned:${await timesBooked(tx, receipt.id)}`,
      },
    } as const;
    const arrived = (await receiveMoney(tx, parts.money, [arrival], now))[0]!;
    // The refusal rolls everything back, including a revived order.
    if (arrived.attention === 'double') return refuse({ kind: 'paid_already' as const, code: order.code });
    if (arrived.attention === 'late') return refuse({ kind: 'cannot_be_served' as const, code: order.code });
    await resolveProblemPayments(tx, order);
    // The money first arrived with a wrong amount for another order, whose payment is no longer a problem.
    if (before) await resolveProblemPayments(tx, before);
    const details = { receipt: receipt.id, amount: receipt.suspended - arrived.rest, still: arrived.rest };
    await writeAudit(tx, { actor: wanted.actor, action: 'payment.assigned', subject: order.code, details }, now);
    return ok({ ...arrived, order });
  });
}

async function lockBoth(
  tx: Tx,
  orderId: number,
  earlierId: number | null,
): Promise<{ order: OrderRow; before: OrderRow | null }> {
  const locked = await lockOrders(tx, [orderId, earlierId ?? orderId]);
  const order = locked.get(orderId)!;
  const before = earlierId === null ? null : locked.get(earlierId)!;
  return { order, before: before === order ? null : before };
}
