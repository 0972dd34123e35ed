import { expect, test } from 'vitest';
import { planRefundParts } from './plan-refund-parts.ts';
import { refundSums } from './refundable-items.ts';

const pass = {
  code: 'A',
  kind: 'tickets' as const,
  fee: 950,
  refundFee: 500,
  refundTotal: 18_400,
  isStillOrdered: true,
};

test('the parts of a plan’s refund add up to its total and include the amount that had been paid', () => {
  const order = {
    hasPaymentPlan: true,
    totalPaid: 15_050,
    alreadyRefunding: 0,
    shippingPaid: 0,
    shippingRefunding: 0,
    items: [pass],
  };
  const { total } = refundSums(order, new Set(['A']));
  const parts = planRefundParts(total, [{ fee: 950, refund_fee: 500, not_refunded: 0 }]);
  expect(parts).toEqual({ paid: 15_050, bookingFees: 950, refundFees: 500, notRefunded: 0, total: 13_600 });
  expect(parts.paid - parts.bookingFees - parts.refundFees).toBe(total);
});

test('for a plan, money that is kept beyond the fees does not count as a fee', () => {
  const parts = planRefundParts(5_000, [{ fee: 950, refund_fee: 9_100, not_refunded: 8_600 }]);
  expect(parts).toEqual({ paid: 15_050, bookingFees: 950, refundFees: 500, notRefunded: 8_600, total: 5_000 });
});
