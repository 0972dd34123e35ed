import {
  linesOf,
  lockOrder,
  mailOrderEnded,
  mailOrdersReceived,
  mailPaymentReceived,
  type OrderMailParts,
  orderByCode,
  paymentsOf,
} from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { mailTermsToAccept } from '#features/terms/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#platform/db/db.ts';

export type OrderMailKind =
  | 'order-received'
  | 'payment-received'
  | 'order-cancelled'
  | 'order-abandoned'
  | 'terms-to-accept';

/** Mails the order's current state again. Returns null if there is no such order. */
export async function mailOrderAgain(
  db: Db,
  parts: { mailParts(tx: Tx): Promise<OrderMailParts> },
  wanted: { code: string; actor: Actor },
  now: Date,
): Promise<{ recipient: string; kinds: OrderMailKind[] } | null> {
  return await db.transaction(async (tx) => {
    const seen = await orderByCode(tx, wanted.code);
    if (!seen) return null;
    const order = (await lockOrder(tx, seen.id))!;
    const again = { ...(await parts.mailParts(tx)), again: true };
    const kinds: OrderMailKind[] = [];
    const { paymentStatus: status } = order;
    const isOver = status === 'cancelled' || status === 'abandoned';
    if (isOver) {
      await mailOrderEnded(tx, again, order, now);
      kinds.push(`order-${status}`);
    } else if (status === 'paid') {
      await mailPaymentReceived(tx, again, order, { paymentId: null, amount: 0 }, now);
      kinds.push('payment-received');
    } else {
      const contents = { lines: await linesOf(tx, [order.id]), payments: await paymentsOf(tx, [order.id]) };
      await mailOrdersReceived(tx, again, [{ order, ...contents }], now);
      kinds.push('order-received');
    }
    if (!isOver && order.termsAcceptedAt === null) {
      await mailTermsToAccept(tx, again, order, now);
      kinds.push('terms-to-accept');
    }
    const entry = {
      actor: wanted.actor,
      action: 'order.mailed_again' as const,
      subject: order.code,
      details: { kinds },
    };
    await writeAudit(tx, entry, now);
    return { recipient: order.customerEmail, kinds };
  });
}
