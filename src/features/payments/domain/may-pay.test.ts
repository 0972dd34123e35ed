import { expect, test } from 'vitest';
import { type PayFacts, whyNotPay } from './may-pay.ts';

const open: PayFacts = {
  orderStatus: 'partial',
  hasActiveRefund: false,
  paymentStatus: 'pending',
  attempts: 0,
  maxAttempts: 5,
  cardPaymentsOn: true,
};

test('given an instalment whose money was not what was asked for, then it is not to be paid again while that is looked into', () => {
  expect(whyNotPay(open)).toBeNull();
  expect(whyNotPay({ ...open, paymentStatus: 'problem' })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', attempts: 5 })).toEqual({ kind: 'problem' });
  expect(whyNotPay({ ...open, paymentStatus: 'problem', hasActiveRefund: true })).toEqual({ kind: 'refund_active' });
});
