import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#kernel/money.ts';
import { advanceFigures, paymentsBeyond } from './advance-figures.ts';
import type { InvoicedLine, InvoiceFigures } from './invoice-rows.ts';
import { invoiceFigures } from './invoice-rows.ts';

const line = fc.record({
  kind: fc.constant('tickets' as const),
  name: fc.constant('Pass'),
  details: fc.constant([]),
  price: fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 3 })),
  fee: fc.nat(500),
  discountShare: fc.constant(0),
  taxBasisPoints: fc.constantFrom(0, 550, 900, 2_100),
});
/** A sale and its payments. */
const anyPlan = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    cuts: fc.array(fc.nat(1_000_000), { maxLength: 5 }),
  })
  .map(({ lines, cuts }) => {
    const none = { name: '', amount: 0 };
    const sale = invoiceFigures({ lines: lines as InvoicedLine[], shipping: none, discount: none });
    const points = [...new Set([0, sale.total, ...cuts.map((cut) => cut % (sale.total + 1))])].sort((a, b) => a - b);
    return { sale, payments: points.slice(1).map((point, index) => point - points[index]!) };
  });

describe('the figures of invoices for payments on account', () => {
  test('add up in each document, and together to the net amount and tax of the sale at each rate', () => {
    fc.assert(
      fc.property(anyPlan, ({ sale, payments }) => {
        const issued: InvoiceFigures[] = [];
        for (const amount of payments) {
          issued.push(advanceFigures(sale, issued, amount, () => ({ description: 'On account', details: [] })));
        }
        for (const [index, { rows, rates, total }] of issued.entries()) {
          expect(total).toBe(payments[index]);
          expect(sum(rows.map(({ amount }) => amount))).toBe(total);
          for (const { net, tax, gross } of rates) {
            expect(net + tax).toBe(gross);
            expect(Math.min(net, tax, gross)).toBeGreaterThanOrEqual(0);
          }
        }
        for (const { taxBasisPoints, net, tax, gross } of sale.rates) {
          const ofRate = issued.flatMap(({ rates }) => rates).filter((one) => one.taxBasisPoints === taxBasisPoints);
          expect([net, tax, gross]).toEqual(
            (['net', 'tax', 'gross'] as const).map((figure) => sum(ofRate.map((one) => one[figure]))),
          );
        }
      }),
    );
  });

  test('leave to the final invoice exactly the payments, and parts of payments, that they do not cover', () => {
    const paid = (reference: string, amount: number) => ({ reference, amount, paidAt: '2026-11-20T10:00:00.000Z' });
    const payments = [paid('A-1', 5_000), paid('A-2', 4_000), paid('A-3', 4_000)];
    expect(paymentsBeyond(payments, [])).toEqual(payments);
    expect(paymentsBeyond(payments, [{ payments: [paid('A-2', 4_000)] }])).toEqual([payments[0], payments[2]]);
    expect(paymentsBeyond(payments, [{ payments: [paid('A-1', 5_000), paid('A-2', 1_500)] }])).toEqual([
      paid('A-2', 2_500),
      payments[2],
    ]);
    // One payment was charged back and paid again under another reference. The sums are still correct.
    expect(paymentsBeyond(payments, [{ payments: [paid('gone', 6_000)] }])).toEqual([paid('A-2', 3_000), payments[2]]);
  });
});
