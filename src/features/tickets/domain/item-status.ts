// The one place that says how an issued item, ticket or merchandise, moves (docs/domain/tickets.md draws it).

export const itemTransitions = {
  active: ['refund', 'cancelled'],
  /** A refund was asked for; cancelling the request revives the item. */
  refund: ['active', 'refunding'],
  refunding: ['refunded', 'refund-problem'],
  'refund-problem': ['refunding'],
  refunded: [],
  /** Its order was cancelled or abandoned; money that comes late may revive both. */
  cancelled: ['active'],
} as const;

export type ItemStatus = keyof typeof itemTransitions;

/** Every status, in the order of an item's life. */
export const itemStatuses = Object.keys(itemTransitions) as readonly ItemStatus[];

export const canMoveItem = (from: ItemStatus, to: ItemStatus): boolean =>
  (itemTransitions[from] as readonly ItemStatus[]).includes(to);

/** How far the refunds of an order are that are not done: one that is only requested the customer can cancel, one under way nobody. */
export const openRefunds = ['none', 'requested', 'under_way'] as const;
export type OpenRefund = (typeof openRefunds)[number];

/** Of an order, by the statuses of its items. */
export function openRefundOf(statuses: readonly ItemStatus[]): OpenRefund {
  if (statuses.some((status) => status === 'refunding' || status === 'refund-problem')) return 'under_way';
  return statuses.includes('refund') ? 'requested' : 'none';
}

/** Whether a refund of the item is asked for, under way or done: it is then in a refund that is not cancelled. */
export const isInRefund = (status: ItemStatus): boolean =>
  status === 'refund' || status === 'refunding' || status === 'refund-problem' || status === 'refunded';
