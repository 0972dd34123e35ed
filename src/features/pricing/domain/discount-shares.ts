import { allocate, type Minor, minor, sum } from '#kernel/money.ts';
import { lineTotal } from './invoice.ts';

interface DiscountShare {
  /** Reduces the line's price and fee together. */
  readonly share: Minor;
  /** What is taken off the price. Only the excess is taken off the fee. */
  readonly offPrice: Minor;
  readonly offFee: Minor;
}

export interface DiscountShares {
  readonly lines: DiscountShare[];
  readonly shipping: Minor;
}

/**
 * Splits a discount over the lines in proportion to price and fee (largest remainder, so that the shares add up). An
 * excess reduces shipping. `discountAmount`, from `orderTotals`, is at most lines and shipping together.
 */
export function discountShares(
  lines: readonly { readonly price: number; readonly fee: number }[],
  shippingAmount: number,
  discountAmount: number,
): DiscountShares {
  const totals = lines.map(lineTotal);
  const itemsTotal = sum(totals);
  const overLines = minor(Math.min(discountAmount, itemsTotal));
  const shipping = minor(discountAmount - overLines);
  if (shipping > shippingAmount) throw new RangeError(`A discount of ${discountAmount} is more than the order costs`);
  const shares = lines.length > 0 ? allocate(overLines, totals) : [];
  return {
    lines: lines.map((line, index) => {
      const share = shares[index]!;
      const offPrice = minor(Math.min(share, line.price));
      return { share, offPrice, offFee: minor(share - offPrice) };
    }),
    shipping,
  };
}
