import { type SoldLine, taxedAmounts } from '#features/orders/domain/sale-booking.ts';
import { netOf } from '#features/pricing/domain/tax-rate.ts';
import { allocate, type Minor, minor, sum } from '#kernel/money.ts';

/** What is taken back of one tax rate's sales, in minor units; `prices + shipping + tax` is gross. */
export interface TakenBack {
  readonly taxBasisPoints: number;
  readonly prices: Minor;
  readonly shipping: Minor;
  readonly tax: Minor;
}

export interface RefundedLine extends SoldLine {
  /** Of the line's gross price; fees stay with the shop. */
  readonly takenBack: number;
}

/**
 * Splits what a refund takes back of a sale over the tax rates, as the sale itself was split: each line at its own rate, shipping at
 * the rates of the goods it carried. `gross` is what is taken back in all, and the parts sum to it; it differs from lines and
 * shipping only where a refund was capped.
 */
export function takenBackByRate(
  lines: readonly RefundedLine[],
  shipping: { readonly amount: number; readonly discountShare: number; readonly takenBack: number },
  gross: number,
): TakenBack[] {
  const sold = taxedAmounts(lines, shipping);
  const shippingPaid = minor(shipping.amount - shipping.discountShare);
  const carriers = sold.map((rate) => sum(goodsAt(lines, rate.taxBasisPoints)));
  const shippingParts = allocate(minor(shippingPaid === 0 ? 0 : shipping.takenBack), carriers);
  const prices = sold.map((rate) => sum(linesAt(lines, rate.taxBasisPoints).map((line) => line.takenBack)));
  const wholes = prices.map((amount, index) => amount + (shippingParts[index] ?? 0));
  const grossParts = allocate(minor(gross), wholes);
  return sold.map((rate, index) => {
    const grossPart = grossParts[index]!;
    const net = netOf(grossPart, rate.taxBasisPoints);
    const [netPrices, netShipping] = allocate(net, [prices[index]!, shippingParts[index]!]) as [Minor, Minor];
    return {
      taxBasisPoints: rate.taxBasisPoints,
      prices: netPrices,
      shipping: netShipping,
      tax: minor(grossPart - net),
    };
  });
}

const linesAt = (lines: readonly RefundedLine[], rate: number) => lines.filter((line) => line.taxBasisPoints === rate);

const goodsAt = (lines: readonly RefundedLine[], rate: number) =>
  linesAt(lines, rate)
    .filter((line) => line.kind === 'merchandise')
    .map((line) => line.price + line.fee);
