import { expect, test } from 'vitest';
import type { RefundableItem, RefundableOrder } from './choose-items.ts';
import { whyNoRefund } from './offer-refund.ts';

const now = new Date('2027-01-10T12:00:00Z');
const item = (over: Partial<RefundableItem> = {}): RefundableItem => ({
  code: 'A',
  kind: 'tickets',
  name: 'Pass',
  fee: 950,
  refundFee: 0,
  refundTotal: 18_900,
  isLeft: true,
  status: 'active',
  isEverRefundable: true,
  isRefundable: true,
  from: null,
  until: null,
  isHandedOver: false,
  ...over,
});
const order = (over: Partial<RefundableOrder> = {}): RefundableOrder => ({
  paymentStatus: 'paid',
  hasPaymentPlan: false,
  isBeingPaid: false,
  totalPaid: 19_850,
  alreadyRefunding: 0,
  shippingPaid: 0,
  shippingRefunding: 0,
  items: [item()],
  ...over,
});

test('given an order that a voucher paid wholly, then nothing was paid that could go back', () => {
  expect(whyNoRefund(order({ totalPaid: 0 }), now)).toEqual({ kind: 'nothing_was_paid' });
});

test('given items that are sold without refunds, or whose time is over or to come, then that is the reason', () => {
  const fixed = item({ isEverRefundable: false, isRefundable: false });
  const late = item({ isRefundable: false, until: '2027-01-01T00:00:00Z' });
  const early = item({ isRefundable: false, from: '2027-02-01T00:00:00Z' });
  expect(whyNoRefund(order({ items: [fixed] }), now)).toEqual({ kind: 'not_refundable' });
  expect(whyNoRefund(order({ items: [fixed, late] }), now)).toEqual({ kind: 'too_late', at: late.until });
  expect(whyNoRefund(order({ items: [late, early] }), now)).toEqual({ kind: 'not_yet', at: early.from });
});

test('given an order that waits for money, or a refund of it, then nothing is said', () => {
  expect(whyNoRefund(order({ paymentStatus: 'pending' }), now)).toBeNull();
  expect(whyNoRefund(order({ items: [item({ status: 'refunding' })] }), now)).toBeNull();
  expect(whyNoRefund(order({ items: [item({ status: 'refunded' })] }), now)).toBeNull();
});
