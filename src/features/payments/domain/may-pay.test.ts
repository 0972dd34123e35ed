import { expect, test } from 'vitest';
import { payRefusalTexts } from '../words/pay-refusal.ts';
import { type PayFacts, whyNotPay } from './may-pay.ts';

const open: PayFacts = {
  orderStatus: 'partial',
  openRefund: 'none',
  paymentStatus: 'pending',
  isWaived: false,
  attempts: 0,
  maxAttempts: 5,
  cardPaymentsOn: true,
};

test('given an instalment that received a wrong amount, then it cannot be paid again until the operator has dealt with that', () => {
  expect(whyNotPay(open)).toBeNull();
  expect(whyNotPay({ ...open, paymentStatus: 'problem' })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', attempts: 5 })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', openRefund: 'requested' })).toEqual({ kind: 'refund_active' });
});

test('given a requested refund, then the customer can cancel it to pay; given one that the operator has started, then only the shop can help', () => {
  expect(whyNotPay({ ...open, openRefund: 'requested' })).toEqual({ kind: 'refund_active' });
  expect(whyNotPay({ ...open, openRefund: 'under_way' })).toEqual({ kind: 'refund_under_way' });
  expect(payRefusalTexts.refund_under_way).not.toContain('cancel');
});
