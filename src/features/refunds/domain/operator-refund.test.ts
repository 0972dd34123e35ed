import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#kernel/money.ts';
import { makeRefundableItem, makeRefundableOrder } from '../testing.ts';
import { paidAndKept } from './kept-money.ts';
import {
  exceedsRequest,
  type OperatorRequest,
  operatorRefund,
  type PaidItem,
  type PaidOrder,
  planLimits,
} from './operator-refund.ts';

const item = (over: Partial<PaidItem> = {}): PaidItem => ({
  ...makeRefundableItem(),
  ...{ price: 18_900, discountShare: 0, fee: 950, refundFee: 500 },
  ...over,
});
const order = (over: Partial<PaidOrder> = {}): PaidOrder => ({ ...makeRefundableOrder(), items: [item()], ...over });
const wanted = (over: Partial<OperatorRequest> = {}): OperatorRequest => ({
  ...{ codes: [], fees: 'kept', shipping: null, amount: null },
  ...over,
});
const sumsOf = (...args: Parameters<typeof operatorRefund>) => {
  const sums = operatorRefund(...args);
  expect(sums.ok).toBe(true);
  return sums.ok ? sums.value : null;
};

test.each([
  ['fees are given back', 'returned', [true], true],
  ['an item is outside its refund period', 'kept', [true, false], true],
  ['each item can be requested and fees are kept', 'kept', [true, true], false],
] as const)('if %s, whether the refund exceeds what customers can request', (_if, fees, items, exceeds) => {
  expect(
    exceedsRequest(
      fees,
      items.map((mayBeRequested) => ({ mayBeRequested })),
    ),
  ).toBe(exceeds);
});

describe('a refund by the operator', () => {
  test('pays what a customer’s request would, unless fees are refunded too', () => {
    expect(sumsOf(order(), wanted())).toEqual({
      lines: [{ code: 'A', amount: 18_400, refundFee: 500, feeRefund: 0 }],
      ...{ shippingRefund: 0, total: 18_400 },
    });
    expect(sumsOf(order(), wanted({ fees: 'returned' }))).toEqual({
      lines: [{ code: 'A', amount: 19_850, refundFee: 0, feeRefund: 950 }],
      ...{ shippingRefund: 0, total: 19_850 },
    });
  });

  test.each([
    ['a full price', {}, { paid: 19_850, kept: 1_450 }],
    ['a discount', { discountShare: 10_000 }, { paid: 9_850, kept: 1_450 }],
    ['a discount that leaves a part of the fee', { discountShare: 19_000 }, { paid: 850, kept: 850 }],
    ['a refund fee above the price', { price: 300 }, { paid: 1_250, kept: 1_250 }],
  ])('pays what is shown for %s: what was paid, less what is kept', (_what, over, shown) => {
    const one = item(over);
    expect(paidAndKept(one)).toEqual(shown);
    const { paid, kept } = shown;
    const all = order({ items: [one], totalPaid: paid });
    expect(sumsOf(all, wanted())?.total).toBe(paid - kept);
    expect(sumsOf(all, wanted({ fees: 'returned' }))?.total).toBe(paid);
  });

  test('can be a smaller amount, which is spread over the items; the rest is kept as a refund fee', () => {
    const two = order({ items: [item(), item({ code: 'B', price: 9_450 })] });
    expect(sumsOf(two, wanted({ amount: 3_000 }))).toEqual({
      lines: [
        { code: 'A', amount: 2_018, refundFee: 16_882, feeRefund: 0 },
        { code: 'B', amount: 982, refundFee: 8_468, feeRefund: 0 },
      ],
      ...{ shippingRefund: 0, total: 3_000 },
    });
  });

  test('is never more than what was paid and is in no other refund, less the fees that are kept', () => {
    for (const amount of [18_401, 0, -1])
      expect(operatorRefund(order(), wanted({ amount }))).toEqual({
        ok: false,
        error: { kind: 'amount_not_between', minimum: 1, maximum: 18_400 },
      });
    expect(sumsOf(order(), wanted({ amount: 18_401, fees: 'returned' }))).toMatchObject({ total: 18_401 });
    const half = order({ totalPaid: 20_000, alreadyRefunding: 15_000 });
    expect(sumsOf(half, wanted({ fees: 'returned' }))).toMatchObject({ total: 5_000 });
    expect(operatorRefund(half, wanted({ amount: 5_001 }))).toMatchObject({
      error: { kind: 'amount_not_between', maximum: 5_000 },
    });
  });

  test('ignores deadlines and transfers, but takes only items that are in no refund', () => {
    const late = item({ isRefundable: false, isEverRefundable: false, isReassigned: true });
    expect(sumsOf(order({ items: [late] }), wanted())).toMatchObject({ total: 18_400 });
    const gone = item({ code: 'B', status: 'refunded', isStillOrdered: false });
    expect(sumsOf(order({ items: [item(), gone] }), wanted())).toMatchObject({ lines: [{ code: 'A' }] });
    expect(operatorRefund(order({ items: [item(), gone] }), wanted({ codes: ['B'] }))).toMatchObject({
      error: { kind: 'item_in_refund', code: 'B' },
    });
    expect(operatorRefund(order({ items: [gone] }), wanted())).toMatchObject({ error: { kind: 'nothing_left' } });
    expect(operatorRefund(order(), wanted({ codes: ['X'] }))).toMatchObject({ error: { kind: 'unknown_item' } });
    expect(operatorRefund(order({ paymentStatus: 'problem' }), wanted())).toMatchObject({
      error: { kind: 'order_not_refundable' },
    });
    expect(operatorRefund(order({ isBeingPaid: true }), wanted())).toMatchObject({ error: { kind: 'being_paid' } });
  });

  test('includes shipping with the last merchandise, or as the operator decides', () => {
    const tee = (code: string) => item({ code, kind: 'merchandise', price: 2_000, fee: 0, refundFee: 0 });
    const goods = order({ items: [tee('A'), tee('B')], shippingPaid: 600 });
    expect(sumsOf(goods, wanted({ codes: ['A'] }))).toMatchObject({ shippingRefund: 0, total: 2_000 });
    expect(sumsOf(goods, wanted())).toMatchObject({ shippingRefund: 600, total: 4_600 });
    expect(sumsOf(goods, wanted({ codes: ['A'], shipping: true }))).toMatchObject({
      shippingRefund: 600,
      total: 2_600,
    });
    expect(sumsOf(goods, wanted({ shipping: false }))).toMatchObject({ shippingRefund: 0, total: 4_000 });
    expect(operatorRefund({ ...goods, shippingRefunding: 600 }, wanted({ shipping: true }))).toMatchObject({
      error: { kind: 'no_shipping_left' },
    });
  });

  test('is, for a plan, the amount paid less the fees that are kept', () => {
    const plan = order({ hasPaymentPlan: true, paymentStatus: 'partial', totalPaid: 10_000 });
    expect(sumsOf(plan, wanted())).toMatchObject({
      total: 8_550,
      lines: [{ amount: 0, refundFee: 500, feeRefund: 0 }],
    });
    expect(sumsOf(plan, wanted({ fees: 'returned' }))).toMatchObject({
      total: 10_000,
      lines: [{ amount: 0, refundFee: 0, feeRefund: 950 }],
    });
    expect(sumsOf(plan, wanted({ amount: 4_000 }))).toMatchObject({ total: 4_000, lines: [{ refundFee: 5_050 }] });
    for (const [fees, maximum] of [
      ['kept', 8_550],
      ['returned', 10_000],
    ] as const) {
      expect(planLimits(plan, fees)).toEqual({ minimum: 1, maximum });
      for (const amount of [0, maximum + 1])
        expect(operatorRefund(plan, wanted({ amount, fees }))).toMatchObject({
          error: { kind: 'amount_not_between', minimum: 1, maximum },
        });
    }
  });
});

test('no line refunds more than was paid for it, and the total is no more than is left to refund', () => {
  const anyItem = fc
    .record({
      price: fc.nat(50_000),
      fee: fc.nat(2_000),
      refundFee: fc.nat(3_000),
      kind: fc.constantFrom('tickets' as const, 'merchandise' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ share, ...rest }) => ({ ...rest, discountShare: Math.floor(share * (rest.price + rest.fee)) }));
  const anything = fc.record({
    items: fc.array(anyItem, { minLength: 1, maxLength: 5 }),
    shippingPaid: fc.nat(2_000),
    before: fc.double({ min: 0, max: 1, noNaN: true }),
    fees: fc.constantFrom('kept' as const, 'returned' as const),
    shipping: fc.constantFrom(true, false, null),
    amount: fc.option(fc.nat(60_000)),
  });
  fc.assert(
    fc.property(anything, ({ items, shippingPaid, before, fees, shipping, amount }) => {
      const paid = items.map((one, index) => item({ ...one, code: String(index) }));
      const totalPaid = sum(paid.map((one) => one.price + one.fee - one.discountShare)) + shippingPaid;
      const alreadyRefunding = Math.floor(before * totalPaid);
      const sums = operatorRefund(order({ items: paid, totalPaid, alreadyRefunding, shippingPaid }), {
        ...{ codes: [], fees, shipping, amount },
      });
      if (!sums.ok) return ['amount_not_between', 'no_shipping_left'].includes(sums.error.kind);
      const { lines, shippingRefund, total } = sums.value;
      expect(sum(lines.map((line) => line.amount)) + shippingRefund).toBe(total);
      expect(total).toBeLessThanOrEqual(totalPaid - alreadyRefunding);
      if (amount !== null) expect(total).toBe(amount);
      for (const [index, line] of lines.entries()) {
        const { price, fee, discountShare } = paid[index]!;
        expect(line.amount).toBeLessThanOrEqual(price + fee - discountShare);
        expect(line.amount).toBe(Math.max(0, price - discountShare) - line.refundFee + line.feeRefund);
        for (const part of [line.amount, line.refundFee, line.feeRefund]) expect(part).toBeGreaterThanOrEqual(0);
        if (fees === 'kept') expect(line.feeRefund).toBe(0);
      }
      return true;
    }),
  );
});
