import { expect, test } from 'vitest';
import { owedBack, stillToPay, waitsForLastInstalment } from './order-money.ts';

const payment = (payment_status: 'paid' | 'pending' | 'partial' | 'problem' | 'cancelled', paid_amount = 0) => ({
  amount: 4_800,
  paid_amount,
  payment_status,
});
const plan = {
  payment_status: 'partial' as const,
  total_paid: 5_800,
  total_refunded: 0,
  payments: [payment('paid', 4_800), payment('partial', 1_000), payment('problem'), payment('pending')],
};
const cancelled = {
  ...plan,
  payment_status: 'cancelled' as const,
  payments: [payment('paid', 4_800), payment('cancelled', 1_000), payment('cancelled')],
};
const refunded = {
  ...plan,
  total_refunded: 4_350,
  payments: [payment('paid', 4_800), payment('cancelled', 1_000), payment('cancelled')],
};
const pending = { status: 'active', pending: true };

test('the missing amounts of a partly paid plan are still to be paid, even with a problem', () => {
  expect(stillToPay(plan)).toBe(3_800 + 4_800 + 4_800);
  expect(owedBack(plan)).toBe(0);
  expect(waitsForLastInstalment(pending, plan)).toBe(true);
});

test('the money of a cancelled order is owed back until it is returned; nothing more is to be paid', () => {
  expect(stillToPay(cancelled)).toBe(0);
  expect(owedBack(cancelled)).toBe(5_800);
  expect(owedBack({ ...cancelled, total_refunded: 5_000 })).toBe(800);
  expect(waitsForLastInstalment({ status: 'cancelled', pending: true }, cancelled)).toBe(false);
});

test('once a plan’s refund is accepted, nothing is to be paid and no item waits for a payment', () => {
  expect(stillToPay(refunded)).toBe(0);
  expect(waitsForLastInstalment({ status: 'refunding', pending: true }, refunded)).toBe(false);
});

test('an item with a requested refund does not wait for a payment', () => {
  expect(waitsForLastInstalment({ status: 'refund', pending: true }, plan)).toBe(false);
  expect(waitsForLastInstalment({ status: 'active', pending: false }, plan)).toBe(false);
});
