import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountShares } from '#features/pricing/domain/discount-shares.ts';
import { paidShipping, refundTotal } from '#features/tickets/domain/item-refund.ts';
import { sum } from '#kernel/money.ts';
import { refundSums, type SummedItem, type SummedOrder } from './refundable-items.ts';

const item = (over: Partial<SummedItem> = {}): SummedItem => ({
  code: 'A',
  kind: 'tickets',
  fee: 950,
  refundFee: 500,
  refundTotal: 18_400,
  isStillOrdered: true,
  ...over,
});
const order = (over: Partial<SummedOrder> = {}): SummedOrder => ({
  hasPaymentPlan: false,
  totalPaid: 19_850,
  alreadyRefunding: 0,
  shippingPaid: 0,
  shippingRefunding: 0,
  items: [item()],
  ...over,
});
const all = (of: SummedOrder) => new Set(of.items.map(({ code }) => code));

describe('a refund pays back', () => {
  test('the prices of the chosen items less discounts and refund fees, and nothing if none is chosen', () => {
    const two = order({ totalPaid: 39_700, items: [item(), item({ code: 'B', refundTotal: 100 })] });
    expect(refundSums(two, new Set(['A']))).toEqual({
      lines: [{ code: 'A', amount: 18_400, refundFee: 500 }],
      shippingRefund: 0,
      total: 18_400,
    });
    expect(refundSums(two, new Set(['A', 'B', 'unknown'])).total).toBe(18_500);
    expect(refundSums(two, new Set())).toEqual({ lines: [], shippingRefund: 0, total: 0 });
  });

  test('for a plan what was paid less booking and refund fees, never below 0', () => {
    const plan = (totalPaid: number) => refundSums(order({ hasPaymentPlan: true, totalPaid }), new Set(['A'])).total;
    expect(plan(5_450)).toBe(4_000);
    expect(plan(19_850)).toBe(18_400);
    expect(plan(1_450)).toBe(0);
    expect(plan(100)).toBe(0);
  });

  test('shipping with the last merchandise that is left, unless another refund takes it', () => {
    const goods = (code: string, { isStillOrdered } = { isStillOrdered: true }) =>
      item({ code, kind: 'merchandise', refundTotal: 2_800, isStillOrdered });
    const three = order({
      totalPaid: 9_050,
      shippingPaid: 650,
      items: [goods('A'), goods('B'), goods('C', { isStillOrdered: false }), item({ code: 'T' })],
    });
    expect(refundSums(three, new Set(['A'])).shippingRefund).toBe(0);
    expect(refundSums(three, new Set(['A', 'B']))).toMatchObject({ shippingRefund: 650, total: 6_250 });
    expect(refundSums({ ...three, shippingRefunding: 650 }, new Set(['A', 'B'])).shippingRefund).toBe(0);
    expect(refundSums(three, new Set(['T'])).shippingRefund).toBe(0);
  });

  test('never more than was paid and is not in another refund', () => {
    expect(refundSums(order({ alreadyRefunding: 19_000 }), new Set(['A'])).total).toBe(850);
    expect(refundSums(order({ alreadyRefunding: 30_000 }), new Set(['A'])).total).toBe(0);
  });
});

/** Amounts from single units to millions, discounts up to the whole price, and refund fees even above prices. */
const anyLine = fc.record({
  kind: fc.constantFrom('tickets' as const, 'merchandise' as const),
  price: fc.nat(5_000_000),
  fee: fc.nat(100_000),
  refundFee: fc.nat(200_000),
});
const anyOrder = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 8 }),
    shipping: fc.nat(50_000),
    discount: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ lines, shipping, discount }) => {
    const shippingAmount = lines.some(({ kind }) => kind === 'merchandise') ? shipping : 0;
    const itemsTotal = sum(lines.map(({ price, fee }) => price + fee));
    const discountAmount = Math.floor((itemsTotal + shippingAmount) * discount);
    const shares = discountShares(lines, shippingAmount, discountAmount);
    return {
      totalPaid: itemsTotal + shippingAmount - discountAmount,
      shippingPaid: paidShipping({ shippingAmount, discountAmount, itemsTotal }),
      items: lines.map((line, index) => ({
        code: String(index),
        kind: line.kind,
        fee: line.fee,
        refundFee: line.refundFee,
        refundTotal: refundTotal({ ...line, discountShare: shares.lines[index]!.share }),
      })),
    };
  });

test('refunds item by item pay back as much as one refund of everything, and no more than was paid', () => {
  fc.assert(
    fc.property(anyOrder, fc.array(fc.nat(7), { maxLength: 8 }), (paid, turns) => {
      const gone = new Set<string>();
      let total = 0;
      let shipping = 0;
      const now = (): SummedOrder => ({
        hasPaymentPlan: false,
        totalPaid: paid.totalPaid,
        shippingPaid: paid.shippingPaid,
        alreadyRefunding: total,
        shippingRefunding: shipping,
        items: paid.items.map((one) => ({ ...one, isStillOrdered: !gone.has(one.code) })),
      });
      const whole = refundSums(now(), all(now()));
      const take = (codes: string[]) => {
        const sums = refundSums(now(), new Set(codes));
        expect(sums.total).toBe(sum(sums.lines.map((line) => line.amount)) + sums.shippingRefund);
        total += sums.total;
        shipping += sums.shippingRefund;
        for (const code of codes) gone.add(code);
      };
      for (const turn of turns) {
        const left = now().items.filter(({ isStillOrdered }) => isStillOrdered);
        if (left.length > 0) take([left[turn % left.length]!.code]);
      }
      take(now().items.flatMap(({ code, isStillOrdered }) => (isStillOrdered ? [code] : [])));
      expect(total).toBeLessThanOrEqual(paid.totalPaid);
      expect(total).toBe(whole.total);
      expect(shipping).toBeLessThanOrEqual(paid.shippingPaid);
    }),
    { numRuns: 400 },
  );
});

test('a plan pays back at most what was paid, and once fully paid, its price less the refund fee', () => {
  const anyPlan = fc.record({ price: fc.nat(5_000_000), fee: fc.nat(100_000), refundFee: fc.nat(200_000) });
  fc.assert(
    fc.property(anyPlan, fc.double({ min: 0, max: 1, noNaN: true }), ({ price, fee, refundFee }, part) => {
      const back = Math.max(0, price - refundFee);
      const plan = (totalPaid: number) =>
        refundSums(
          order({ hasPaymentPlan: true, totalPaid, items: [item({ fee, refundFee, refundTotal: back })] }),
          new Set(['A']),
        ).total;
      const paid = Math.floor((price + fee) * part);
      expect(plan(paid)).toBeGreaterThanOrEqual(0);
      expect(plan(paid)).toBeLessThanOrEqual(paid);
      expect(plan(price + fee)).toBe(back);
    }),
  );
});
