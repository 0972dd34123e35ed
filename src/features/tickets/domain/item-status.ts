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

/** Whether a refund of the item is asked for, under way or done: it is then in a refund that is not cancelled. */
export const isInRefund = (status: ItemStatus): boolean =>
  status === 'refund' || status === 'refunding' || status === 'refund-problem' || status === 'refunded';
