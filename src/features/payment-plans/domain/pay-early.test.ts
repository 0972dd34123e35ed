import { expect, test } from 'vitest';
import { earlyPaymentOf } from './pay-early.ts';

const part = (
  position: number,
  payment_status: 'paid' | 'pending' | 'partial' | 'processing' | 'problem',
  paid_amount = 0,
) => ({
  reference: `SLK-${position}`,
  amount: 4_800,
  paid_amount,
  payment_status,
});
const plan = (
  payments: ReturnType<typeof part>[],
  over: { payment_status?: string; has_active_refunds?: boolean } = {},
) => earlyPaymentOf({ payment_status: 'partial', has_active_refunds: false, payments, ...over });

test('given a plan under way, then everything that is open can be paid now, and a transfer of all names the first', () => {
  expect(plan([part(1, 'paid', 4_800), part(2, 'partial', 800), part(3, 'pending')])).toEqual({
    count: 2,
    total: 8_800,
    reference: 'SLK-2',
    isAllThatIsLeft: true,
  });
});

test('given nothing open, a payment on its way alone, a refund, or an order that is over, then nothing can', () => {
  expect(plan([part(1, 'paid', 4_800)])).toBeNull();
  expect(plan([part(1, 'processing')])).toBeNull();
  expect(plan([part(1, 'pending')], { has_active_refunds: true })).toBeNull();
  expect(plan([part(1, 'pending')], { payment_status: 'cancelled' })).toBeNull();
});

test('given an instalment that is a problem or on its way, then those that are open are not all that is left', () => {
  for (const other of ['problem', 'processing'] as const) {
    const early = plan([part(1, 'paid', 4_800), part(2, 'pending'), part(3, other), part(4, 'pending')]);
    expect(early).toEqual({ count: 2, total: 9_600, reference: 'SLK-2', isAllThatIsLeft: false });
  }
});
