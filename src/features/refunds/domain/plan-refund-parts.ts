/** How the refund of a plan is calculated: the amount paid until then, less the fees. In minor units. */
export interface PlanRefundParts {
  readonly paid: number;
  readonly bookingFees: number;
  readonly refundFees: number;
  readonly total: number;
}

/**
 * The parts of a plan's frozen refund. The amount paid is computed from the frozen sum, because later money changes the order but not the
 * refund. That is exact: a plan is refunded as a whole and only if more than its fees was paid, so the sum was never capped at 0.
 */
export function planRefundParts(
  total: number,
  items: readonly { readonly fee: number; readonly refund_fee: number }[],
): PlanRefundParts {
  const bookingFees = items.reduce((sum, item) => sum + item.fee, 0);
  const refundFees = items.reduce((sum, item) => sum + item.refund_fee, 0);
  return { paid: total + bookingFees + refundFees, bookingFees, refundFees, total };
}
