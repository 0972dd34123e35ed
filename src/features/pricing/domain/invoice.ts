import { type Minor, minor, sum, zero } from '#kernel/money.ts';
import type { ShippingPrice } from './shipping.ts';
import { netOf, rateText } from './tax-rate.ts';

/** Minor units, taxes included. */
export interface PricedLine {
  readonly price: number;
  readonly fee: number;
  /** 900 is 9 percent. */
  readonly taxBasisPoints: number;
}

export interface InvoiceFigures {
  /** Items and shipping, before any discount. */
  readonly total: Minor;
  /** By rate in percent as text, lowest first. Excludes shipping, which is shown gross. */
  readonly tax: Record<string, Minor>;
  readonly itemsTotalWithoutTax: Record<string, Minor>;
}

export const lineTotal = (line: Pick<PricedLine, 'price' | 'fee'>): Minor => minor(line.price + line.fee);

/**
 * Calculates the figures of an invoice. Computes tax once per rate from the gross sum of its lines, so that net and tax
 * of each rate add up to its lines, and all nets, taxes and shipping to the total.
 */
export function calculateInvoice(lines: readonly PricedLine[], shipping: ShippingPrice | null): InvoiceFigures {
  const grossByRate = new Map<number, Minor>();
  for (const line of lines) {
    grossByRate.set(line.taxBasisPoints, sum([grossByRate.get(line.taxBasisPoints) ?? zero, lineTotal(line)]));
  }
  const rates = [...grossByRate].sort(([one], [other]) => one - other);
  const tax: Record<string, Minor> = {};
  const itemsTotalWithoutTax: Record<string, Minor> = {};
  for (const [rate, gross] of rates) {
    const net = netOf(gross, rate);
    itemsTotalWithoutTax[rateText(rate)] = net;
    tax[rateText(rate)] = minor(gross - net);
  }
  return { total: sum([...lines.map(lineTotal), shipping?.price ?? 0]), tax, itemsTotalWithoutTax };
}
