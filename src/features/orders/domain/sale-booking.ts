import { netOf } from '#features/pricing/domain/tax-rate.ts';
import { allocate, type Minor, minor, sum } from '#kernel/money.ts';

export interface SoldLine {
  kind: 'tickets' | 'merchandise';
  price: number;
  fee: number;
  discountShare: number;
  taxBasisPoints: number;
}

/** Sums of one tax rate after the discount, in minor units. */
export interface TaxedAmounts {
  taxBasisPoints: number;
  prices: Minor;
  fees: Minor;
  shipping: Minor;
  tax: Minor;
}

/**
 * Splits an order into net prices, fees, shipping and tax by rate, after the discount. Shipping is taxed like the
 * merchandise, in proportion to its prices. Each rate's sums add up to its gross amount, and the gross amounts to the
 * order's total.
 */
export function taxedAmounts(
  lines: readonly SoldLine[],
  shipping: { amount: number; discountShare: number },
): TaxedAmounts[] {
  const rates = [...new Set(lines.map((line) => line.taxBasisPoints))].sort((a, b) => a - b);
  const grossShipping = minor(shipping.amount - shipping.discountShare);
  const goods = rates.map((rate) =>
    sum(
      lines
        .filter((line) => line.kind === 'merchandise' && line.taxBasisPoints === rate)
        .map((line) => line.price + line.fee),
    ),
  );
  const shippingByRate = rates.length === 0 ? [] : allocate(grossShipping, goods);

  return rates.map((rate, index) => {
    const ofRate = lines.filter((line) => line.taxBasisPoints === rate);
    // A discount lowers a line's price before its fee.
    const prices = sum(ofRate.map((line) => Math.max(0, line.price - line.discountShare)));
    const fees = sum(ofRate.map((line) => line.fee - Math.max(0, line.discountShare - line.price)));
    const shippingGross = shippingByRate[index] as Minor;
    const gross = prices + fees + shippingGross;
    const net = netOf(gross, rate);
    const [netPrices, netFees, netShipping] = allocate(net, [prices, fees, shippingGross]) as [Minor, Minor, Minor];
    return { taxBasisPoints: rate, prices: netPrices, fees: netFees, shipping: netShipping, tax: minor(gross - net) };
  });
}
