import { expect, test } from 'vitest';
import { payRefusalTexts } from '../words/pay-refusal.ts';
import { type PayFacts, whyNotPay } from './may-pay.ts';

const open: PayFacts = {
  orderStatus: 'partial',
  openRefund: 'none',
  paymentStatus: 'pending',
  attempts: 0,
  maxAttempts: 5,
  cardPaymentsOn: true,
};

test('given an instalment whose money was not what was asked for, then it is not to be paid again while that is looked into', () => {
  expect(whyNotPay(open)).toBeNull();
  expect(whyNotPay({ ...open, paymentStatus: 'problem' })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', attempts: 5 })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', openRefund: 'requested' })).toEqual({ kind: 'refund_active' });
});

test('given a refund that was requested, then cancelling it is what helps; given one that the operator has begun, then only asking the shop', () => {
  expect(whyNotPay({ ...open, openRefund: 'requested' })).toEqual({ kind: 'refund_active' });
  expect(whyNotPay({ ...open, openRefund: 'under_way' })).toEqual({ kind: 'refund_under_way' });
  expect(payRefusalTexts.refund_under_way).not.toContain('cancel');
});
