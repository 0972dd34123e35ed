/** The amount paid by the time of the refund, and what is subtracted from it, in minor units. */
export interface PlanRefundParts {
  readonly paid: number;
  readonly bookingFees: number;
  readonly refundFees: number;
  readonly notRefunded: number;
  readonly total: number;
}

/**
 * Derives the amount paid from the frozen total, because money that arrives later does not change the refund. That is
 * exact: a plan is refunded as a whole and only if more than its fees was paid, so the total was never capped at 0.
 */
export function planRefundParts(
  total: number,
  items: readonly { readonly fee: number; readonly refund_fee: number; readonly not_refunded: number }[],
  feesRefund = 0,
): PlanRefundParts {
  const bookingFees = items.reduce((sum, item) => sum + item.fee, 0) - feesRefund;
  const kept = items.reduce((sum, item) => sum + item.refund_fee, 0);
  const notRefunded = items.reduce((sum, item) => sum + item.not_refunded, 0);
  return { paid: total + bookingFees + kept, bookingFees, refundFees: kept - notRefunded, notRefunded, total };
}
