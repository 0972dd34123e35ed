import { expect, test } from 'vitest';
import { makeRefundableItem, makeRefundableOrder } from '../testing.ts';
import { whyNoRefund } from './offer-refund.ts';

const now = new Date('2027-01-10T12:00:00Z');

test('an order fully paid by a voucher has no money to refund', () => {
  expect(whyNoRefund(makeRefundableOrder({ totalPaid: 0 }), now)).toEqual({ kind: 'nothing_was_paid' });
});

test('the reason shown is that the items are never refundable, or outside their refund window', () => {
  const fixed = makeRefundableItem({ isEverRefundable: false, isRefundable: false });
  const late = makeRefundableItem({ isRefundable: false, until: '2027-01-01T00:00:00Z' });
  const early = makeRefundableItem({ isRefundable: false, from: '2027-02-01T00:00:00Z' });
  expect(whyNoRefund(makeRefundableOrder({ items: [fixed] }), now)).toEqual({ kind: 'not_refundable' });
  expect(whyNoRefund(makeRefundableOrder({ items: [fixed, late] }), now)).toEqual({ kind: 'too_late', at: late.until });
  expect(whyNoRefund(makeRefundableOrder({ items: [late, early] }), now)).toEqual({ kind: 'not_yet', at: early.from });
});

test('no reason is given for an unpaid order, or if the items are in a refund', () => {
  expect(whyNoRefund(makeRefundableOrder({ paymentStatus: 'pending' }), now)).toBeNull();
  expect(whyNoRefund(makeRefundableOrder({ items: [makeRefundableItem({ status: 'refunding' })] }), now)).toBeNull();
  expect(whyNoRefund(makeRefundableOrder({ items: [makeRefundableItem({ status: 'refunded' })] }), now)).toBeNull();
});
