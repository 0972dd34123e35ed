import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';

/** The tabs of the list. `all` leaves out orders that ended unpaid. */
export const orderViews = ['all', 'waiting', 'overdue', 'terms_open', 'problem'] as const;
export type OrderViewName = (typeof orderViews)[number];

export interface OrderFilter {
  readonly view: OrderViewName;
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  /** Null: decided by the view. */
  readonly status: OrderStatus | null;
  readonly method: PaymentMethod | null;
  /** The buyer's account. Finds its orders in every state. */
  readonly customer: number | null;
  /** An item's external code. */
  readonly item: string | null;
  /** Placed from this moment on. */
  readonly from: Date | null;
  /** Placed before this moment. */
  readonly until: Date | null;
}
