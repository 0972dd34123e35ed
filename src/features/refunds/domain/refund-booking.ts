import { type SoldLine, taxedAmounts } from '#features/orders/domain/sale-booking.ts';
import { netOf } from '#features/pricing/domain/tax-rate.ts';
import { allocate, type Minor, minor, sum, zero } from '#kernel/money.ts';

/** The amounts at one tax rate, in minor units; `prices + shipping + tax` is gross. */
export interface TakenBack {
  readonly taxBasisPoints: number;
  readonly prices: Minor;
  readonly shipping: Minor;
  readonly tax: Minor;
}

export interface RefundedLine extends SoldLine {
  /** The part of the line's gross price that is taken back, with the part of its fee that is given back. */
  readonly takenBack: number;
  /** The part of `takenBack` that is a fee. Usually the shop keeps fees. */
  readonly feeTakenBack?: number;
}

export type TaxInPart = (taxBasisPoints: number, gross: number) => Minor;

const taxOf: TaxInPart = (taxBasisPoints, gross) => minor(gross - netOf(gross, taxBasisPoints));

/** What earlier refunds took back at a rate. */
export interface TakenBefore {
  readonly gross: number;
  readonly tax: number;
}

/**
 * A part's tax is what it adds to the tax of all parts so far. Rounded separately, small parts could take back more
 * than was sold.
 */
export const taxAfter =
  (before: ReadonlyMap<number, TakenBefore>): TaxInPart =>
  (taxBasisPoints, gross) => {
    const { gross: earlier, tax } = before.get(taxBasisPoints) ?? { gross: 0, tax: 0 };
    return minor(Math.min(gross, Math.max(0, taxOf(taxBasisPoints, earlier + gross) - tax)));
  };

export interface TakenParts {
  readonly lines: readonly RefundedLine[];
  readonly shipping: { readonly amount: number; readonly discountShare: number; readonly takenBack: number };
  /** Less than lines and shipping only if the refund was capped. */
  readonly gross: number;
}

/**
 * Returns what the refund takes back at each rate: each line at its own, shipping at the rates of the merchandise. The
 * default `taxInPart` is right for an order's only refund.
 */
export function takenBackByRate(parts: TakenParts, taxInPart: TaxInPart = taxOf): TakenBack[] {
  return grossByRate(parts).map(({ taxBasisPoints, prices, shipping, gross }) => {
    const tax = taxInPart(taxBasisPoints, gross);
    const [netPrices, netShipping] = allocate(minor(gross - tax), [prices, shipping]) as [Minor, Minor];
    return { taxBasisPoints, prices: netPrices, shipping: netShipping, tax };
  });
}

/** Divides a rate's net prices into the prices of the items and of their fees. */
export function salesAndFees({ taxBasisPoints, prices }: TakenBack, lines: readonly RefundedLine[]): [Minor, Minor] {
  const ofRate = linesAt(lines, taxBasisPoints);
  const fees = sum(ofRate.map((line) => line.feeTakenBack ?? 0));
  if (fees === 0) return [prices, zero];
  return allocate(prices, [sum(ofRate.map((line) => line.takenBack)) - fees, fees]) as [Minor, Minor];
}

/** `prices` and `shipping` are gross amounts, `gross` is their sum after the cap. */
export function grossByRate({ lines, shipping, gross }: TakenParts) {
  const sold = taxedAmounts(lines, shipping);
  const shippingPaid = minor(shipping.amount - shipping.discountShare);
  const carriers = sold.map((rate) => sum(goodsAt(lines, rate.taxBasisPoints)));
  const shippingParts = allocate(minor(shippingPaid === 0 ? 0 : shipping.takenBack), carriers);
  const prices = sold.map((rate) => sum(linesAt(lines, rate.taxBasisPoints).map((line) => line.takenBack)));
  const grossBeforeCap = prices.map((amount, index) => amount + (shippingParts[index] ?? 0));
  const grossParts = allocate(minor(gross), grossBeforeCap);
  return sold.map(({ taxBasisPoints }, index) => ({
    taxBasisPoints,
    prices: prices[index]!,
    shipping: shippingParts[index]!,
    gross: grossParts[index]!,
  }));
}

const linesAt = (lines: readonly RefundedLine[], rate: number) => lines.filter((line) => line.taxBasisPoints === rate);

const goodsAt = (lines: readonly RefundedLine[], rate: number) =>
  linesAt(lines, rate)
    .filter((line) => line.kind === 'merchandise')
    .map((line) => line.price + line.fee);
