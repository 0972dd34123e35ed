import { canMove, type OrderStatus } from '#features/orders/domain/order-status.ts';

export const bulkActions = ['mail', 'cancel'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Why an order is left out of a bulk action. `failed`: there were too many attempts. */
export const leftOutReasons = [
  'ended',
  'has_money',
  'has_refunds',
  'problem',
  'being_paid',
  'no_customer',
  'failed',
] as const;
export type LeftOut = (typeof leftOutReasons)[number];

/** Reasons that may no longer apply later, so that trying again makes sense. */
export const MAY_TRY_AGAIN: readonly LeftOut[] = ['being_paid', 'failed'];

export interface BulkOrder {
  readonly status: OrderStatus;
  /** Minor units. */
  readonly paid: number;
  readonly hasRefunds: boolean;
  /** False once the customer's data was deleted. */
  readonly hasCustomer: boolean;
}

/**
 * Returns null if the action includes this order. A bulk cancellation leaves out orders with money: a person cancels
 * each of them, because the money must be refunded.
 */
export function whyLeftOut(action: BulkAction, order: BulkOrder): LeftOut | null {
  if (!order.hasCustomer) return 'no_customer';
  if (action === 'mail') return null;
  if (order.status === 'cancelled' || order.status === 'abandoned') return 'ended';
  if (order.status === 'problem') return 'problem';
  if (order.paid > 0 || order.status === 'paid' || order.status === 'partial') return 'has_money';
  if (!canMove(order.status, 'cancelled')) return 'being_paid';
  return order.hasRefunds ? 'has_refunds' : null;
}
