import { isIssued } from '#features/orders/domain/order-status.ts';
import { lockOrder, type OrderRow } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { releaseUnits } from '#features/stock/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { canMoveRefund, type RefundStatus } from '../domain/refund-status.ts';
import { bookRefundAccepted, bookRefundPaid } from './book-refund.ts';
import { mailRefundDone } from './refund-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import {
  addRefunded,
  cancelOpenPayments,
  detachUnits,
  isBeingPaid,
  lockRefund,
  moveRefund,
  type RefundRow,
  refundByCode,
  revokeTickets,
} from './refund-store.ts';

export interface OperatorMove {
  readonly code: string;
  /** Who asks: the account that ran the command. */
  readonly actor: string;
  /** In the operator's own words; for the audit log. */
  readonly reason?: string;
}

export type AdvanceRefusal =
  | { readonly kind: 'unknown_refund' }
  | { readonly kind: 'not_from_here'; readonly status: RefundStatus }
  /** The order has a problem, such as a chargeback; paying it back now could pay twice. */
  | { readonly kind: 'order_not_settled'; readonly paymentStatus: string }
  | { readonly kind: 'being_paid' };

type Advanced = Promise<Result<RefundRow, AdvanceRefusal>>;

/**
 * The operator accepts a refund, or tries again after a problem: from here on the money is owed, no code of its tickets is taken
 * at any door, and a plan asks for no more payments.
 */
export const startRefund = (parts: RefundParts, move: OperatorMove, now: Date): Advanced =>
  advance(parts, move, 'processing', now, {
    whyNot: async (tx, order, refund) => {
      if (refund.status === 'problem') return null;
      if (!order.stock_released && !isIssued(order.payment_status)) {
        return { kind: 'order_not_settled', paymentStatus: order.payment_status };
      }
      return (await isBeingPaid(tx, order.id)) ? { kind: 'being_paid' } : null;
    },
    effects: async (tx, order, refund, from) => {
      if (from === 'problem') return;
      await revokeTickets(tx, refund.id, now);
      await bookRefundAccepted(tx, order, refund, now);
      if (refund.isWholePlan) await cancelOpenPayments(tx, order.id);
    },
  });

/** The bank could not pay it, or sent it back. It can be started again. */
export const holdRefund = (parts: RefundParts, move: OperatorMove, now: Date): Advanced =>
  advance(parts, move, 'problem', now, {});

/** The money has been paid: it is booked, the units return to sale unless the operator keeps them, and the customer is told. */
export const finishRefund = (parts: RefundParts, move: OperatorMove, now: Date): Advanced =>
  advance(parts, move, 'processed', now, {
    effects: async (tx, order, refund) => {
      const shop = await parts.loadShop(tx);
      if (shop.private.restockRefunds) await releaseUnits(tx, await detachUnits(tx, refund.id));
      await addRefunded(tx, order.id, refund.total);
      await bookRefundPaid(tx, refund, now);
      await mailRefundDone(tx, { ...parts, shop }, refund, order, now);
      await parts.refundDone?.(tx, { refundId: refund.id, orderId: order.id }, now);
    },
  });

interface Steps {
  whyNot?(tx: Tx, order: OrderRow, refund: RefundRow): Promise<AdvanceRefusal | null>;
  effects?(tx: Tx, order: OrderRow, refund: RefundRow, from: RefundStatus): Promise<void>;
}

/** One transaction: the locks, the move along the table, what it brings about, and the line in the audit log. */
function advance(
  parts: RefundParts,
  { code, actor, reason }: OperatorMove,
  to: RefundStatus,
  now: Date,
  steps: Steps,
): Advanced {
  return parts.db.stockTransaction(async (tx): Advanced => {
    const found = await refundByCode(tx, code);
    if (!found) return refuse({ kind: 'unknown_refund' });
    const order = (await lockOrder(tx, found.orderId))!;
    const refund = (await lockRefund(tx, found.id))!;
    const from = refund.status;
    if (!canMoveRefund(from, to)) return refuse({ kind: 'not_from_here', status: from });
    const refusal = await steps.whyNot?.(tx, order, refund);
    if (refusal) return refuse(refusal);
    await moveRefund(tx, refund, to, now);
    await steps.effects?.(tx, order, refund, from);
    const details = { order: order.code, total: refund.total, from, ...(reason ? { reason } : {}) };
    await writeAudit(tx, { actor, action: `refund.${to}`, subject: refund.code, details }, now);
    return ok(refund);
  });
}
