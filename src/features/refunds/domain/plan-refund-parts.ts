/** The amount paid by the time of the refund, and the fees that are subtracted from it, in minor units. */
export interface PlanRefundParts {
  readonly paid: number;
  readonly bookingFees: number;
  readonly refundFees: number;
  readonly total: number;
}

/**
 * The amount paid comes from the frozen sum, because later money does not change the refund. That is exact: a plan is
 * refunded as a whole and only if more than its fees was paid, so the sum was never capped at 0.
 */
export function planRefundParts(
  total: number,
  items: readonly { readonly fee: number; readonly refund_fee: number }[],
  feesRefund = 0,
): PlanRefundParts {
  const bookingFees = items.reduce((sum, item) => sum + item.fee, 0) - feesRefund;
  const refundFees = items.reduce((sum, item) => sum + item.refund_fee, 0);
  return { paid: total + bookingFees + refundFees, bookingFees, refundFees, total };
}
