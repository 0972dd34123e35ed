import { isUndecided, type RefundStatus } from '#features/refunds/domain/refund-status.ts';

/**
 * What of an order's money nothing pays back yet, in minor units: what counts, less what was returned, by refunds or by hand, and less what
 * undecided refunds are going to return. For an order that has ended it is owed to the customer. `ordersOwed` says the same in SQL.
 */
export const owedOf = (
  order: { readonly total_paid: number; readonly total_refunded: number },
  refunds: readonly { readonly status: RefundStatus; readonly total: number }[],
): number =>
  refunds
    .filter(({ status }) => isUndecided(status))
    .reduce((owed, { total }) => owed - total, order.total_paid - order.total_refunded);
