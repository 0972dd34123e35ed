import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taxedAmounts } from '#features/orders/domain/sale-booking.ts';
import { discountShares } from '#features/pricing/domain/discount-shares.ts';
import { orderTotals } from '#features/pricing/domain/order-totals.ts';
import { sum } from '#kernel/money.ts';
import { creditFigures, restFigures } from './credit-rows.ts';
import { documentCode } from './document-code.ts';
import { type InvoicedLine, invoiceFigures } from './invoice-rows.ts';

const amount = fc.oneof(fc.nat(30_000), fc.nat(3));
const anyLine = fc.record({
  kind: fc.constantFrom('tickets' as const, 'merchandise' as const),
  name: fc.constantFrom('Pass', 'Coach', 'Shirt'),
  price: amount,
  fee: amount,
  taxBasisPoints: fc.constantFrom(0, 550, 900, 2_100),
});
/** A new order: each line with its share of a voucher, and shipping if there are goods. */
const anyOrder = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 8 }),
    shipping: fc.nat(2_000),
    voucher: fc.nat(60_000),
  })
  .map(({ lines, shipping, voucher }) => {
    const amountShipped = lines.some(({ kind }) => kind === 'merchandise') ? shipping : 0;
    const totals = orderTotals(lines, amountShipped, voucher);
    const shares = discountShares(lines, amountShipped, totals.discountAmount);
    return {
      total: totals.totalPrice,
      offShipping: shares.shipping,
      lines: lines.map(
        (line, index): InvoicedLine => ({ ...line, details: [], discountShare: shares.lines[index]!.share }),
      ),
      shipping: { name: 'Post', amount: amountShipped },
      discount: { name: 'Voucher', amount: totals.discountAmount },
    };
  });

describe('the figures of an invoice', () => {
  test('add up by row, by rate and in total, and match the ledger', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const { rows, rates, total } = invoiceFigures(order);
        expect(total).toBe(order.total);
        expect(sum(rates.map(({ gross }) => gross))).toBe(total);
        for (const { taxBasisPoints, net, tax, gross } of rates) {
          expect(net + tax).toBe(gross);
          expect(sum(rows.filter((row) => row.taxBasisPoints === taxBasisPoints).map((row) => row.amount))).toBe(gross);
        }
        for (const row of rows) expect(row.unitPrice * row.quantity).toBe(row.amount);
        const booked = taxedAmounts(order.lines, { amount: order.shipping.amount, discountShare: order.offShipping });
        expect(rates.map(({ tax }) => tax)).toEqual(booked.map(({ tax }) => tax));
      }),
    );
  });

  test('have the discount and the shipping once for each rate that they affect, and no row of 0', () => {
    const goods = (taxBasisPoints: number, price: number): InvoicedLine => ({
      kind: 'merchandise',
      name: 'Shirt',
      details: [],
      price,
      fee: 0,
      discountShare: 0,
      taxBasisPoints,
    });
    const { rows } = invoiceFigures({
      lines: [goods(900, 1_000), goods(2_100, 3_000)],
      shipping: { name: 'Post', amount: 800 },
      discount: { name: 'Voucher', amount: 0 },
    });
    expect(rows.map(({ kind, taxBasisPoints, amount: one }) => [kind, taxBasisPoints, one])).toEqual([
      ['item', 900, 1_000],
      ['item', 2_100, 3_000],
      ['shipping', 900, 200],
      ['shipping', 2_100, 600],
    ]);
  });
});

/** An order, which of its lines are refunded, and the fee that is kept for each. */
const anyRefund = fc.record({
  order: anyOrder,
  chosen: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  fee: fc.nat(500),
});

describe('the figures of a credit note', () => {
  test('add up to the refunded amount, and every row is above 0', () => {
    fc.assert(
      fc.property(anyRefund, ({ order, chosen, fee }) => {
        const lines = order.lines.map((line, index) => ({
          ...line,
          takenBack: chosen[index] ? Math.max(0, line.price - line.discountShare - fee) : 0,
        }));
        const all = chosen.slice(0, lines.length).every(Boolean);
        const takenBack = all ? order.shipping.amount - order.offShipping : 0;
        const total = sum(lines.map((line) => line.takenBack)) + takenBack;
        const shipping = { amount: order.shipping.amount, discountShare: order.offShipping, takenBack };
        const figures = creditFigures({ lines, shipping, gross: total }, 'Shipping');
        expect(figures.total).toBe(total);
        expect(sum(figures.rates.map(({ gross }) => gross))).toBe(total);
        for (const { net, tax, gross } of figures.rates) expect(net + tax).toBe(gross);
        for (const row of figures.rows) expect(row.amount).toBeGreaterThan(0);
      }),
    );
  });

  test('for a cancelled order credit exactly what earlier credit notes left', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const invoice = invoiceFigures(order);
        const whole = restFigures(invoice, [], 'Cancellation');
        expect(whole.total).toBe(invoice.total);
        expect(restFigures(invoice, [whole], 'Cancellation')).toEqual({ rows: [], rates: [], total: 0 });
      }),
    );
  });
});

test.each([
  ['invoice', 1, '2026-00001'],
  ['invoice', 123_456, '2026-123456'],
  ['credit_note', 42, 'CN-2026-00042'],
] as const)('the %s number %i is printed as %s', (series, number, code) => {
  expect(documentCode(series, 2026, number)).toBe(code);
});
