import { type SoldLine, type TaxedAmounts, taxedAmounts } from '#features/orders/domain/sale-booking.ts';
import { rateText } from '#features/pricing/domain/tax-rate.ts';
import { allocate, type Minor, minor, sum } from '#kernel/money.ts';
import type { InvoiceRow, RateSum } from './invoice-content.ts';

export interface InvoicedLine extends SoldLine {
  readonly name: string;
  readonly details: readonly string[];
}

export interface InvoicedOrder {
  readonly lines: readonly InvoicedLine[];
  /** The amount before any discount. */
  readonly shipping: { readonly name: string; readonly amount: number };
  readonly discount: { readonly name: string; readonly amount: number };
}

export interface InvoiceFigures {
  readonly rows: readonly InvoiceRow[];
  readonly rates: readonly RateSum[];
  readonly total: Minor;
}

/**
 * Calculates the rows and sums of an order's invoice. Row amounts include tax; the rows of a rate add up to its gross,
 * and all rows to the total. The discount is deducted before tax, and shipping is taxed at the rates of the goods, so
 * both have one row for each rate. The sums are the ones that the ledger booked (`taxedAmounts`).
 */
export function invoiceFigures(order: InvoicedOrder): InvoiceFigures {
  const { lines, shipping, discount } = order;
  const linesDiscount = sum(lines.map((line) => line.discountShare));
  const shippingDiscount = minor(discount.amount - linesDiscount);
  const booked = taxedAmounts(lines, { amount: shipping.amount, discountShare: shippingDiscount });
  const fullShipping = allocate(minor(shipping.amount), goodsByRate(lines, booked));
  const paidShipping = allocate(minor(shipping.amount - shippingDiscount), goodsByRate(lines, booked));

  const shippingRows = booked.flatMap(({ taxBasisPoints }, index) =>
    rowOf('shipping', shipping.name, taxBasisPoints, fullShipping[index]!),
  );
  const discountRows = booked.flatMap(({ taxBasisPoints }, index) => {
    const linesDiscountAtRate = sum(lines.filter(isAt(taxBasisPoints)).map((line) => line.discountShare));
    const shippingDiscountAtRate = fullShipping[index]! - paidShipping[index]!;
    return rowOf('discount', discount.name, taxBasisPoints, minor(-(linesDiscountAtRate + shippingDiscountAtRate)));
  });
  const rows = [...itemRows(lines), ...shippingRows, ...discountRows];
  return { rows, rates: booked.map(rateSumOf), total: sum(rows.map((row) => row.amount)) };
}

const isAt =
  (taxBasisPoints: number) =>
  (line: SoldLine): boolean =>
    line.taxBasisPoints === taxBasisPoints;

/** The weights for splitting shipping. Must match `taxedAmounts`, so that both split it in the same way. */
const goodsByRate = (lines: readonly SoldLine[], rates: readonly TaxedAmounts[]): Minor[] =>
  rates.map(({ taxBasisPoints }) =>
    sum(
      lines
        .filter((line) => line.kind === 'merchandise' && line.taxBasisPoints === taxBasisPoints)
        .map((line) => line.price + line.fee),
    ),
  );

function rateSumOf({ taxBasisPoints, prices, fees, shipping, tax }: TaxedAmounts): RateSum {
  const net = minor(prices + fees + shipping);
  return { rate: rateText(taxBasisPoints), taxBasisPoints, net, tax, gross: minor(net + tax) };
}

/** Returns one row, or none for an amount of 0. */
const rowOf = (kind: InvoiceRow['kind'], description: string, taxBasisPoints: number, amount: Minor): InvoiceRow[] =>
  amount === 0 ? [] : [{ kind, description, details: [], quantity: 1, unitPrice: amount, taxBasisPoints, amount }];

/**
 * Merges lines with the same name, details, price, fee and tax rate into one row, in the order of their first lines.
 */
function itemRows(lines: readonly InvoicedLine[]): InvoiceRow[] {
  const alike = Map.groupBy(lines, ({ name, details, price, fee, taxBasisPoints }) =>
    JSON.stringify([name, details, price, fee, taxBasisPoints]),
  );
  return [...alike.values()].map((same) => {
    const { name, details, price, fee, taxBasisPoints } = same[0]!;
    const unitPrice = minor(price + fee);
    const amount = minor(unitPrice * same.length);
    return { kind: 'item', description: name, details, quantity: same.length, unitPrice, taxBasisPoints, amount };
  });
}
