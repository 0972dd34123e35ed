import type { BookedSales, Booking, LedgerEntry } from '#features/ledger/domain/booking.ts';
import { netOf } from '#features/pricing/domain/tax-rate.ts';
import { allocate, type Minor, minor, sum } from '#kernel/money.ts';

export interface SoldLine {
  kind: 'tickets' | 'merchandise';
  price: number;
  fee: number;
  discountShare: number;
  taxBasisPoints: number;
}

/** Sums in minor units. */
interface SoldOrder {
  readonly id: number;
  readonly shippingAmount: number;
  readonly discountAmount: number;
  readonly totalPrice: number;
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
 * Returns the booking of an order's sale, which is made with the first money that counts; null if it is booked already.
 * An order without money has no sale, so that no tax is declared that may never be due.
 */
export function saleOf(order: SoldOrder, lines: readonly SoldLine[], booked: BookedSales): Booking | null {
  if (booked.sales > booked.reversals) return null;
  const shares = lines.reduce((all, line) => all + line.discountShare, 0);
  const amounts = taxedAmounts(lines, {
    amount: order.shippingAmount,
    discountShare: order.discountAmount - shares,
  });
  const entries: LedgerEntry[] = [{ account: 'customer', amount: order.totalPrice }];
  for (const rate of amounts) {
    entries.push(
      { account: 'sales', amount: -rate.prices },
      { account: 'fees', amount: -rate.fees },
      { account: 'shipping', amount: -rate.shipping },
      { account: 'tax', taxBasisPoints: rate.taxBasisPoints, amount: -rate.tax },
    );
  }
  return { kind: 'sale', key: `order:${order.id}:sale:${booked.sales}`, orderId: order.id, entries };
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
