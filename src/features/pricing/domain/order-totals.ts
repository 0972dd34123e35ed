import { type Minor, minor, sum } from '#kernel/money.ts';
import { lineTotal } from './invoice.ts';

export interface OrderTotals {
  /** Prices and fees of all lines. */
  readonly itemsTotal: Minor;
  readonly shippingAmount: Minor;
  /** The voucher's reduction: at most the amount to pay. */
  readonly discountAmount: Minor;
  readonly totalPrice: Minor;
}

/** Prices, fees and shipping minus the voucher, never below 0. `shippingPrice` is 0 if nothing is shipped. */
export function orderTotals(
  lines: readonly { readonly price: number; readonly fee: number }[],
  shippingPrice: number,
  voucherAmount: number,
): OrderTotals {
  const itemsTotal = sum(lines.map(lineTotal));
  const shippingAmount = minor(shippingPrice);
  const discountAmount = minor(Math.min(Math.max(0, voucherAmount), itemsTotal + shippingAmount));
  return {
    itemsTotal,
    shippingAmount,
    discountAmount,
    totalPrice: minor(itemsTotal + shippingAmount - discountAmount),
  };
}

/** The part of a voucher's amount that is lost because the order costs less, or 0. The checkout warns about it. */
export function voucherLeftover(totalBeforeDiscount: number, voucherAmount: number): Minor {
  return minor(Math.max(0, voucherAmount - totalBeforeDiscount));
}
