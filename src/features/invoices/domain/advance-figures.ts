import { taxAfter } from '#features/refunds/domain/refund-booking.ts';
import { allocate, minor, sum } from '#kernel/money.ts';
import type { InvoicePayment, InvoiceRow, RateSum } from './invoice-content.ts';
import type { InvoiceFigures } from './invoice-rows.ts';

interface WithRates {
  readonly rates: readonly RateSum[];
}

/**
 * The figures of a payment on account: one row for each rate of the sale. The amount is split in proportion to the rest
 * that earlier payments on account left of each rate. Its tax is the tax on all payments including this one, minus the
 * tax on the earlier ones, so that payments that add up to the sale have exactly its tax. `amount` is at most the rest.
 */
export function advanceFigures(
  sale: WithRates,
  earlier: readonly WithRates[],
  amount: number,
  describe: (taxBasisPoints: number) => Pick<InvoiceRow, 'description' | 'details'>,
): InvoiceFigures {
  const before = new Map(
    sale.rates.map(({ taxBasisPoints }) => {
      const ofRate = earlier.flatMap(({ rates }) => rates).filter((one) => one.taxBasisPoints === taxBasisPoints);
      return [taxBasisPoints, { gross: sum(ofRate.map((one) => one.gross)), tax: sum(ofRate.map((one) => one.tax)) }];
    }),
  );
  const taxInPart = taxAfter(before);
  const shares = allocate(
    minor(amount),
    sale.rates.map(({ taxBasisPoints, gross }) => gross - before.get(taxBasisPoints)!.gross),
  );
  const rates = sale.rates
    .map(({ rate, taxBasisPoints }, index): RateSum => {
      const gross = shares[index]!;
      const tax = taxInPart(taxBasisPoints, gross);
      return { rate, taxBasisPoints, net: minor(gross - tax), tax, gross };
    })
    .filter(({ gross }) => gross !== 0);
  const rows = rates.map(
    ({ taxBasisPoints, gross }): InvoiceRow => ({
      kind: 'advance',
      ...describe(taxBasisPoints),
      quantity: 1,
      unitPrice: gross,
      taxBasisPoints,
      amount: gross,
    }),
  );
  return { rows, rates, total: sum(rows.map((row) => row.amount)) };
}

/**
 * Returns the parts of the payments that were not invoiced on account. Each payment is reduced by its own documents;
 * amounts that match no payment reduce the first ones.
 */
export function paymentsBeyond<Payment extends Pick<InvoicePayment, 'reference' | 'amount'>>(
  payments: readonly Payment[],
  advances: readonly { readonly payments: readonly InvoicePayment[] }[],
): Payment[] {
  const invoiced = advances.flatMap((advance) => advance.payments);
  let unplaced = 0;
  for (const { reference, amount } of invoiced) {
    if (!payments.some((payment) => payment.reference === reference)) unplaced += amount;
  }
  const uncovered = payments.map((payment) => {
    const own = sum(invoiced.filter(({ reference }) => reference === payment.reference).map(({ amount }) => amount));
    unplaced += Math.max(0, own - payment.amount);
    return { ...payment, amount: Math.max(0, payment.amount - own) };
  });
  for (const payment of uncovered) {
    const taken = Math.min(payment.amount, unplaced);
    payment.amount -= taken;
    unplaced -= taken;
  }
  return uncovered.filter(({ amount }) => amount > 0);
}
