import { timesRefundPaid } from '#features/ledger/server/public.ts';
import { addRefunded, detachUnitsOfLines, type OrderRow } from '#features/orders/server/public.ts';
import { releaseUnits } from '#features/stock/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { statusByMovements, waysOf } from '../domain/movement-status.ts';
import { canMoveRefund } from '../domain/refund-status.ts';
import { movementsOf } from './movement-store.ts';
import { mailRefundDone } from './outcome-mails.ts';
import { lineIdsOf } from './refund-lines-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { moveRefund, type RefundRow } from './refund-store.ts';

interface LockedRefund {
  readonly order: OrderRow;
  readonly refund: RefundRow;
}

/**
 * Brings accepted refunds into line with their movements. Once a refund is paid, its units go back on sale unless the
 * operator keeps them, and its customer receives a mail. Call it under the locks of orders and refunds, after the
 * bookings.
 */
export async function followMovements(
  tx: Tx,
  parts: RefundParts,
  all: readonly LockedRefund[],
  now: Date,
): Promise<void> {
  const done: LockedRefund[] = [];
  for (const { order, refund } of all) {
    const from = refund.status;
    const to = statusByMovements(await movementsOf(tx, refund.id));
    if (to === from) continue;
    if (from === 'processed') await addRefunded(tx, order, -refund.total);
    if (!canMoveRefund(from, to)) await moveRefund(tx, refund, 'processing', now);
    if (refund.status !== to) await moveRefund(tx, refund, to, now);
    if (to === 'processed') done.push({ order, refund });
  }
  if (done.length > 0) await completeRefunds(tx, parts, done, now);
}

async function completeRefunds(tx: Tx, parts: RefundParts, all: readonly LockedRefund[], now: Date): Promise<void> {
  const shop = await parts.loadShop(tx);
  // Takes each step for all refunds before the next, to keep the order of locks and take contended ones last.
  for (const { order, refund } of all) {
    await addRefunded(tx, order, refund.total);
    // The mail about the refund has said that no money goes back.
    if (refund.total === 0) continue;
    // The card may have refused all of it.
    const { toCard } = waysOf(refund, await movementsOf(tx, refund.id));
    const timesPaid = await timesRefundPaid(tx, refund.id);
    await mailRefundDone(tx, { ...parts, shop }, { ...refund, toCard }, order, timesPaid, now);
  }
  if (shop.private.restockRefunds) {
    const units: number[] = [];
    for (const { refund } of all) units.push(...(await detachUnitsOfLines(tx, await lineIdsOf(tx, refund.id))));
    await releaseUnits(tx, units);
  }
  for (const { order, refund } of all) await parts.refundDone?.(tx, { refundId: refund.id, orderId: order.id }, now);
}
