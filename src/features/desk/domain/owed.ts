import { isUndecided, type RefundStatus } from '#features/refunds/domain/refund-status.ts';

/**
 * Money of an order that is neither returned nor about to be, in minor units: what counts, less what was returned by
 * refunds or by hand, less what open refunds will return. For an ended order it is owed to the customer. `ordersOwed`
 * has the same rule in SQL.
 */
export const owedOf = (
  order: { readonly total_paid: number; readonly total_refunded: number },
  refunds: readonly { readonly status: RefundStatus; readonly total: number }[],
): number =>
  refunds
    .filter(({ status }) => isUndecided(status))
    .reduce((owed, { total }) => owed - total, order.total_paid - order.total_refunded);
