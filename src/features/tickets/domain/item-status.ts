// The only definition of an issued item's status changes, for tickets and merchandise (drawn in
// docs/domain/tickets.md).

export const itemTransitions = {
  active: ['refund', 'cancelled'],
  /** A refund was requested; cancelling the request makes the item active again. */
  refund: ['active', 'refunding'],
  refunding: ['refunded', 'refund-problem'],
  'refund-problem': ['refunding'],
  /** The money reached the customer, but the bank may still return it: `refund-problem`. */
  refunded: ['refund-problem'],
  /** Its order was cancelled or abandoned; a late payment may restore both. */
  cancelled: ['active'],
} as const;

export type ItemStatus = keyof typeof itemTransitions;

/** The statuses in the order of an item's life. */
export const itemStatuses = Object.keys(itemTransitions) as readonly ItemStatus[];

export const canMoveItem = (from: ItemStatus, to: ItemStatus): boolean =>
  (itemTransitions[from] as readonly ItemStatus[]).includes(to);

/**
 * The state of an order's unfinished refunds: a customer can cancel a requested refund, but nobody can cancel one under
 * way.
 */
export const openRefunds = ['none', 'requested', 'under_way'] as const;
export type OpenRefund = (typeof openRefunds)[number];

export function openRefundOf(statuses: readonly ItemStatus[]): OpenRefund {
  if (statuses.some((status) => status === 'refunding' || status === 'refund-problem')) return 'under_way';
  return statuses.includes('refund') ? 'requested' : 'none';
}

/** Whether a refund of the item is requested, under way or done, and not cancelled. */
export const isInRefund = (status: ItemStatus): boolean =>
  status === 'refund' || status === 'refunding' || status === 'refund-problem' || status === 'refunded';

/** Whether an item still belongs to its order: it is in no refund and not cancelled. */
export const isStillOrdered = (status: ItemStatus): boolean => !isInRefund(status) && status !== 'cancelled';
