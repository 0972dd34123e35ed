import { rateText } from '#features/pricing/domain/tax-rate.ts';
import {
  type RefundedLine,
  type TakenBack,
  type TakenParts,
  type TaxInPart,
  takenBackByRate,
} from '#features/refunds/domain/refund-booking.ts';
import { allocate, type Minor, minor, sum } from '#kernel/money.ts';
import type { InvoiceRow, RateSum } from './invoice-content.ts';
import type { InvoiceFigures } from './invoice-rows.ts';

export interface CreditedLine extends RefundedLine {
  readonly name: string;
  readonly details: readonly string[];
}

export interface CreditedOrder extends TakenParts {
  /** All lines of the order; lines outside the refund have a `takenBack` of 0. */
  readonly lines: readonly CreditedLine[];
}

/**
 * Calculates a refund's credit note. The sums of each rate are the booked ones (`takenBackByRate`, with the booked
 * tax). Within a rate, they are split over the rows in proportion to the amounts taken back.
 */
export function creditFigures(order: CreditedOrder, shippingName: string, taxInPart?: TaxInPart): InvoiceFigures {
  const { lines } = order;
  const booked = takenBackByRate(order, taxInPart);
  const rates = booked.map(rateSumOf).filter(({ gross }) => gross !== 0);
  const rows = rates.flatMap((rate) => rowsOf(rate, lines, booked, shippingName));
  return { rows, rates, total: sum(rows.map(({ amount }) => amount)) };
}

function rateSumOf({ taxBasisPoints, prices, shipping, tax }: TakenBack): RateSum {
  const net = minor(prices + shipping);
  return { rate: rateText(taxBasisPoints), taxBasisPoints, net, tax, gross: minor(net + tax) };
}

/** Returns the rows of one rate: its lines, and its share of the shipping. */
function rowsOf(
  { taxBasisPoints, net, gross }: RateSum,
  lines: readonly CreditedLine[],
  booked: readonly TakenBack[],
  shippingName: string,
): InvoiceRow[] {
  const ofRate = lines.filter((line) => line.taxBasisPoints === taxBasisPoints && line.takenBack > 0);
  const netShipping = booked.find((one) => one.taxBasisPoints === taxBasisPoints)?.shipping ?? 0;
  const [goods, shipping] = allocate(minor(gross), [net - netShipping, netShipping]) as [Minor, Minor];
  const shares =
    ofRate.length > 0
      ? allocate(
          minor(goods),
          ofRate.map((line) => line.takenBack),
        )
      : [];
  const goodsRows = ofRate.map((line, index) => rowOf('refunded', line, shares[index]!));
  const shippingRow = rowOf('refunded_shipping', { name: shippingName, details: [], taxBasisPoints }, shipping);
  return [...goodsRows, shippingRow].filter(({ amount }) => amount !== 0);
}

function rowOf(
  kind: InvoiceRow['kind'],
  { name, details, taxBasisPoints }: Pick<CreditedLine, 'name' | 'details' | 'taxBasisPoints'>,
  amount: number,
): InvoiceRow {
  return { kind, description: name, details, quantity: 1, unitPrice: amount, taxBasisPoints, amount };
}

/** Calculates the credit note of an order's cancellation: the invoice minus its credit notes, one row for each rate. */
export function restFigures(
  invoice: { readonly rates: readonly RateSum[] },
  credited: readonly { readonly rates: readonly RateSum[] }[],
  description: string,
): InvoiceFigures {
  const rates = invoice.rates
    .map((one): RateSum => {
      const earlier = credited.flatMap((note) => note.rates).filter(({ rate }) => rate === one.rate);
      const left = (figure: 'net' | 'tax' | 'gross') => minor(one[figure] - sum(earlier.map((rate) => rate[figure])));
      return { ...one, net: left('net'), tax: left('tax'), gross: left('gross') };
    })
    .filter(({ net, tax, gross }) => net !== 0 || tax !== 0 || gross !== 0);
  const rows = rates.map(({ taxBasisPoints, gross }) =>
    rowOf('cancelled', { name: description, details: [], taxBasisPoints }, gross),
  );
  return { rows, rates, total: sum(rows.map(({ amount }) => amount)) };
}

/**
 * Calculates what is kept of a sale without an invoice after a refund of most of it: the rows of the sale, then the
 * refund's rows as deductions. By rate, it equals the ledger's balance.
 */
export function keptFigures(sold: InvoiceFigures, takenBack: InvoiceFigures): InvoiceFigures {
  const { rates, total } = restFigures(sold, [takenBack], '');
  const deducted = takenBack.rows.map((row) => ({ ...row, unitPrice: -row.unitPrice, amount: -row.amount }));
  return { rows: [...sold.rows, ...deducted], rates, total };
}
