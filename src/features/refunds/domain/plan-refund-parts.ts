/** How the refund of a plan comes about, in minor units: what was paid until then, less the fees. */
export interface PlanRefundParts {
  readonly paid: number;
  readonly bookingFees: number;
  readonly refundFees: number;
  readonly total: number;
}

/**
 * The parts of a plan's frozen refund. What had been paid is told from them, because later money changes the order and not the
 * refund: a plan goes back as a whole and for more than its fees, so nothing of the sum was cut off.
 */
export function planRefundParts(
  total: number,
  items: readonly { readonly fee: number; readonly refund_fee: number }[],
): PlanRefundParts {
  const bookingFees = items.reduce((sum, item) => sum + item.fee, 0);
  const refundFees = items.reduce((sum, item) => sum + item.refund_fee, 0);
  return { paid: total + bookingFees + refundFees, bookingFees, refundFees, total };
}
