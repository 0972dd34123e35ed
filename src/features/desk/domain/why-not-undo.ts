import { keepsStock, type OrderStatus } from '#features/orders/domain/order-status.ts';

/** The facts that may prevent undoing a recorded transfer. */
export interface UndoFacts {
  readonly isTransfer: boolean;
  readonly isUndone: boolean;
  /** Whether the transfer was later booked to another order, sent back, or removed from the list by a person. */
  readonly isDealtWith: boolean;
  /** Minor units that count for its order; 0 if all of it is in suspense. */
  readonly counted: number;
  /** The order that its money counts for. */
  readonly order: {
    readonly status: OrderStatus;
    /** The status before the transfer; null if it was not recorded. */
    readonly was: OrderStatus | null;
    readonly hasRefunds: boolean;
    readonly hasLaterMoney: boolean;
    /** Whether a ticket that would become invalid has since been given another holder or travel time. */
    readonly areTicketsChanged: boolean;
  } | null;
}

export type WhyNotUndo =
  | 'not_a_transfer'
  | 'undone_before'
  | 'dealt_with'
  | 'from_earlier_version'
  | 'order_ended'
  | 'order_problem'
  | 'has_refunds'
  | 'has_later_money'
  | 'tickets_changed';

/** Payments are undone latest first: anything that depends on the transfer must be undone before it. */
export function whyNotUndo({ isTransfer, isUndone, isDealtWith, counted, order }: UndoFacts): WhyNotUndo | null {
  if (!isTransfer) return 'not_a_transfer';
  if (isUndone) return 'undone_before';
  if (isDealtWith) return 'dealt_with';
  if (counted === 0 || order === null) return null;
  if (order.was === null) return 'from_earlier_version';
  if (!keepsStock(order.status)) return 'order_ended';
  if (order.status === 'problem') return 'order_problem';
  if (order.hasRefunds) return 'has_refunds';
  if (order.hasLaterMoney) return 'has_later_money';
  return order.areTicketsChanged ? 'tickets_changed' : null;
}
