import { expect, test } from 'vitest';
import { earlyPaymentOf } from './pay-early.ts';

const instalment = (
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
  payments: ReturnType<typeof instalment>[],
  over: { payment_status?: string; has_active_refunds?: boolean } = {},
) => earlyPaymentOf({ payment_status: 'partial', has_active_refunds: false, payments, ...over });

test('given an active plan, then all open instalments can be paid now, and one transfer for all of them uses the first one’s reference', () => {
  expect(plan([instalment(1, 'paid', 4_800), instalment(2, 'partial', 800), instalment(3, 'pending')])).toEqual({
    count: 2,
    total: 8_800,
    reference: 'SLK-2',
    isAllThatIsLeft: true,
  });
});

test('given nothing open, only a payment in progress, a refund, or an order that has ended, then nothing can be paid early', () => {
  expect(plan([instalment(1, 'paid', 4_800)])).toBeNull();
  expect(plan([instalment(1, 'processing')])).toBeNull();
  expect(plan([instalment(1, 'pending')], { has_active_refunds: true })).toBeNull();
  expect(plan([instalment(1, 'pending')], { payment_status: 'cancelled' })).toBeNull();
});

test('given an instalment with a problem or in progress, then the open instalments are not all that is left', () => {
  for (const other of ['problem', 'processing'] as const) {
    const early = plan([
      instalment(1, 'paid', 4_800),
      instalment(2, 'pending'),
      instalment(3, other),
      instalment(4, 'pending'),
    ]);
    expect(early).toEqual({ count: 2, total: 9_600, reference: 'SLK-2', isAllThatIsLeft: false });
  }
});
