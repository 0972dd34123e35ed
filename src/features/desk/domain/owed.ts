import { isUndecided, type RefundStatus } from '#features/refunds/domain/refund-status.ts';

/**
 * Returns the part of an order's money that is neither returned nor being returned, in minor units. If the order has
 * ended, it is owed to the customer. `ordersOwed` has the same rule in SQL.
 */
export const owedOf = (
  order: { readonly totalPaid: number; readonly totalRefunded: number },
  refunds: readonly { readonly status: RefundStatus; readonly total: number }[],
): number =>
  refunds
    .filter(({ status }) => isUndecided(status))
    .reduce((owed, { total }) => owed - total, order.totalPaid - order.totalRefunded);
