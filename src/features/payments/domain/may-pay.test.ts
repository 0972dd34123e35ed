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
  takesCardPayments: true,
};

test('an instalment that received a wrong amount cannot be paid until the operator has resolved it', () => {
  expect(whyNotPay(open)).toBeNull();
  expect(whyNotPay({ ...open, paymentStatus: 'problem' })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', attempts: 5 })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', openRefund: 'requested' })).toEqual({ kind: 'refund_active' });
});

test('the customer is told to cancel a refund that is requested, but not one under way', () => {
  expect(whyNotPay({ ...open, openRefund: 'requested' })).toEqual({ kind: 'refund_active' });
  expect(whyNotPay({ ...open, openRefund: 'under_way' })).toEqual({ kind: 'refund_under_way' });
  expect(payRefusalTexts.refund_under_way).not.toContain('cancel');
});
