import type { ItemStatus } from '#features/tickets/domain/item-status.ts';

// The one place that says how a refund moves (docs/domain/refunds.md draws it).

export const refundTransitions = {
  /** Asked for; only now the customer may cancel. */
  active: ['processing', 'cancelled'],
  /** Accepted by the operator: the money is on its way, and what is refunded is dead for good. */
  processing: ['processed', 'problem'],
  /** The bank sent it back, or could not. */
  problem: ['processing'],
  processed: [],
  cancelled: [],
} as const;

export type RefundStatus = keyof typeof refundTransitions;

/** Every status, in the order of a refund's life. */
export const refundStatuses = Object.keys(refundTransitions) as readonly RefundStatus[];

export const canMoveRefund = (from: RefundStatus, to: RefundStatus): boolean =>
  (refundTransitions[from] as readonly RefundStatus[]).includes(to);

/** Whether it still waits for somebody; such a refund blocks further payments of its order. */
export const isUndecided = (status: RefundStatus): boolean =>
  status === 'active' || status === 'processing' || status === 'problem';

/** Whether the operator has accepted it: its money is owed, or was paid, and what it takes back is never sold again. */
export const isAccepted = (status: RefundStatus): boolean =>
  status === 'processing' || status === 'problem' || status === 'processed';

/** The amount that a refund pays, in minor units. A cancelled refund keeps the requested sums and pays none of them. */
export const payableTotal = ({ status, total }: { status: RefundStatus; total: number }): number =>
  status === 'cancelled' ? 0 : total;

/** What the items of a refund are while it has a status. */
export const itemStatusIn: Readonly<Record<RefundStatus, ItemStatus>> = {
  active: 'refund',
  processing: 'refunding',
  problem: 'refund-problem',
  processed: 'refunded',
  cancelled: 'active',
};
