import type { ItemStatus } from '#features/tickets/domain/item-status.ts';

// docs/domain/refunds.md has a diagram of these transitions.

export const refundTransitions = {
  /** Requested. The customer may still cancel. */
  active: ['processing', 'cancelled'],
  /** Accepted: the money is being paid, and the items are permanently void. */
  processing: ['processed', 'problem'],
  /** A card or the bank could not take some of the money, or it came back. */
  problem: ['processing'],
  /** Paid. The money can still come back later. */
  processed: ['problem'],
  cancelled: [],
} as const;

export type RefundStatus = keyof typeof refundTransitions;

/** In the usual order of a refund. */
export const refundStatuses = Object.keys(refundTransitions) as readonly RefundStatus[];

export const canMoveRefund = (from: RefundStatus, to: RefundStatus): boolean =>
  (refundTransitions[from] as readonly RefundStatus[]).includes(to);

/** Whether the refund is neither paid nor cancelled. If so, it blocks further payments of its order. */
export const isUnfinished = (status: RefundStatus): boolean =>
  status === 'active' || status === 'processing' || status === 'problem';

/** Whether the refund's money is owed or paid. If so, a late payment cannot revive its order. */
export const isAccepted = (status: RefundStatus): boolean =>
  status === 'processing' || status === 'problem' || status === 'processed';

/** Returns what the refund pays, in minor units. A cancelled refund keeps its requested sums but pays nothing. */
export const payableTotal = ({ status, total }: { status: RefundStatus; total: number }): number =>
  status === 'cancelled' ? 0 : total;

export const itemStatusIn: Readonly<Record<RefundStatus, ItemStatus>> = {
  active: 'refund',
  processing: 'refunding',
  problem: 'refund-problem',
  processed: 'refunded',
  cancelled: 'active',
};
