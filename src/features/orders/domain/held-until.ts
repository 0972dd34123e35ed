import { type OrderStatus, takesPayments } from './order-status.ts';

/**
 * The moment until which an order keeps its items although it is not fully paid; null if no deadline applies. For a
 * bank transfer it includes the days of grace, which customers do not see: they are shown the payment's due date.
 * `listItemsOfUnpaidOrders` has the same rule in SQL.
 */
export const heldUntil = (order: { readonly paymentStatus: OrderStatus; readonly payBy: Date | null }): Date | null =>
  takesPayments(order.paymentStatus) ? order.payBy : null;
