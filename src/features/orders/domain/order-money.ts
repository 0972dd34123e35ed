import { keepsStock, type OrderStatus } from './order-status.ts';
import { isClosed, type PaymentStatus } from './payment-status.ts';

interface OrderAmounts {
  readonly payment_status: OrderStatus;
  /** Minor units. */
  readonly total_paid: number;
  readonly total_refunded: number;
  readonly payments: readonly {
    readonly amount: number;
    readonly paid_amount: number;
    readonly payment_status: PaymentStatus;
  }[];
}

/**
 * The missing amount of the open payments, in minor units. It is 0 for an ended order. A plan's payments are cancelled
 * once its refund is accepted.
 */
export function stillToPay(order: OrderAmounts): number {
  if (!keepsStock(order.payment_status)) return 0;
  return order.payments
    .filter(({ payment_status: status }) => !isClosed(status))
    .reduce((total, payment) => total + Math.max(0, payment.amount - payment.paid_amount), 0);
}

/** Returns the money of an ended order that is still owed to the customer, in minor units. */
export const owedBack = (order: OrderAmounts): number =>
  keepsStock(order.payment_status) ? 0 : Math.max(0, order.total_paid - order.total_refunded);

/** Whether the item only waits for the last instalment. False if the order has ended or the item is in a refund. */
export const waitsForLastInstalment = (item: { status: string; pending: boolean }, order: OrderAmounts): boolean =>
  item.pending && item.status === 'active' && stillToPay(order) > 0;
