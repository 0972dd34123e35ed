import { book, isBooked } from '#features/ledger/server/public.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { addRefunded, lockOrder, type OrderRow, orderByCode, refundsOf } from '#features/orders/server/public.ts';
import { type AmountLimits, isWithin } from '#features/shop-config/domain/typed-amount.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { amountNotReturned } from '../domain/amount-not-returned.ts';

export type ReturnRefusal =
  | { kind: 'unknown_order' }
  /** The order still has its stock, so its money must be returned by refunds. */
  | { kind: 'not_over' }
  /** The maximum is the amount that has not been returned yet. */
  | ({ kind: 'amount_not_between' } & AmountLimits)
  | { kind: 'booked_before' };

/**
 * Books money that the operator has returned for an ended order, once per bank transaction. After that, late money can
 * no longer revive the order.
 */
export async function returnOwed(
  parts: { db: Db },
  wanted: { code: string; amount: Minor; transaction: string; actor: Actor },
  now: Date,
): Promise<Result<{ order: OrderRow; owed: number }, ReturnRefusal>> {
  return await parts.db.transaction(async (tx) => {
    const seen = await orderByCode(tx, normalizeReference(wanted.code));
    const order = seen && (await lockOrder(tx, seen.id));
    if (!order) return refuse({ kind: 'unknown_order' as const });
    if (!order.stockReleased) return refuse({ kind: 'not_over' as const });
    const key = `order:${order.id}:returned:${wanted.transaction}`;
    if (await isBooked(tx, key)) {
      return refuse({ kind: 'booked_before' as const });
    }
    const owed = amountNotReturned(order, await refundsOf(tx, order.id));
    const limits = { minimum: 1, maximum: owed };
    if (!isWithin(wanted.amount, limits)) return refuse({ kind: 'amount_not_between' as const, ...limits });
    const entries = [
      { account: 'customer', amount: wanted.amount },
      { account: 'bank', amount: -wanted.amount },
    ] as const;
    await book(tx, { kind: 'order_returned', key, orderId: order.id, movement: wanted.transaction, entries }, now);
    await addRefunded(tx, order, wanted.amount);
    const details = { transaction: wanted.transaction, amount: wanted.amount, still: owed - wanted.amount };
    await writeAudit(tx, { actor: wanted.actor, action: 'payment.returned', subject: order.code, details }, now);
    return ok({ order, owed: owed - wanted.amount });
  });
}
