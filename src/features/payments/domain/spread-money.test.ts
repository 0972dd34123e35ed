import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstPayable, type PayablePayment, spreadMoney } from './spread-money.ts';

const payment = (id: number, amount: number, paidAmount = 0): PayablePayment => ({ id, amount, paidAmount });
const plan = [payment(1, 5_450, 5_450), payment(2, 4_800), payment(3, 4_800), payment(4, 4_800)];

describe('money for one payment', () => {
  test('pays that payment if it is exact', () => {
    expect(spreadMoney(plan, 2, 4_800)).toEqual({
      shares: [{ paymentId: 2, amount: 4_800 }],
      rest: 0,
      isShort: false,
    });
  });

  test('pays part of that payment if it is short', () => {
    expect(spreadMoney(plan, 2, 4_000)).toEqual({ shares: [{ paymentId: 2, amount: 4_000 }], rest: 0, isShort: true });
  });

  test('also pays the next payments that it covers in full, and none of them in part', () => {
    expect(spreadMoney(plan, 2, 10_000)).toEqual({
      shares: [
        { paymentId: 2, amount: 4_800 },
        { paymentId: 3, amount: 4_800 },
      ],
      rest: 400,
      isShort: false,
    });
  });

  test('pays an earlier payment that is still open', () => {
    expect(spreadMoney(plan, 4, 9_600).shares).toEqual([
      { paymentId: 4, amount: 4_800 },
      { paymentId: 2, amount: 4_800 },
    ]);
  });

  test('counts for no payment if that payment was already paid', () => {
    expect(spreadMoney(plan, 1, 5_450)).toEqual({ shares: [], rest: 5_450, isShort: false });
  });

  test('completes that payment if part of it was paid before', () => {
    expect(spreadMoney([payment(1, 100, 30)], 1, 80)).toEqual({
      shares: [{ paymentId: 1, amount: 70 }],
      rest: 10,
      isShort: false,
    });
  });
});

test('the payment to pay is the first incomplete one, or the last if all are paid', () => {
  expect(firstPayable(plan)?.id).toBe(2);
  expect(firstPayable([payment(1, 100, 100), payment(2, 50, 50)])?.id).toBe(2);
  expect(firstPayable([])).toBeUndefined();
});

test('shares and rest add up to the money, and only the intended payment can be paid in part', () => {
  const plans = fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 900 }), paid: fc.integer({ min: 0, max: 1_000 }) }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(plans, fc.nat(5), fc.integer({ min: 1, max: 5_000 }), (drawn, place, amount) => {
      const payments = drawn.map((one, index) => payment(index + 1, one.amount, Math.min(one.paid, one.amount)));
      const intendedId = payments[place % payments.length]!.id;
      const { shares, rest, isShort } = spreadMoney(payments, intendedId, amount);
      expect(shares.reduce((sum, share) => sum + share.amount, rest)).toBe(amount);
      expect(new Set(shares.map((share) => share.paymentId)).size).toBe(shares.length);
      shares.forEach((share, index) => {
        const { amount: whole, paidAmount: paid } = payments[share.paymentId - 1]!;
        if (index === 0) expect(share.amount).toBeLessThanOrEqual(whole - paid);
        else expect(share.amount).toBe(whole - paid);
      });
      if (isShort) expect({ shares: shares.length, rest }).toEqual({ shares: 1, rest: 0 });
    }),
  );
});
