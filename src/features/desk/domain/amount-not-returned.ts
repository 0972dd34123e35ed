import { isUnfinished, type RefundStatus } from '#features/refunds/domain/refund-status.ts';

/**
 * Returns the part of an order's paid money that is neither returned nor in an unfinished refund, in minor units. Once
 * the order has ended, the shop owes it to the customer. `ordersThatOweMoney` has the same rule in SQL.
 */
export const amountNotReturned = (
  order: { readonly totalPaid: number; readonly totalRefunded: number },
  refunds: readonly { readonly status: RefundStatus; readonly total: number }[],
): number =>
  refunds
    .filter(({ status }) => isUnfinished(status))
    .reduce((rest, { total }) => rest - total, order.totalPaid - order.totalRefunded);
