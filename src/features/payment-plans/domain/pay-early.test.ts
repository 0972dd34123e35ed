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

test('all open instalments can be paid now, by one transfer with the first one’s reference', () => {
  expect(plan([instalment(1, 'paid', 4_800), instalment(2, 'partial', 800), instalment(3, 'pending')])).toEqual({
    count: 2,
    total: 8_800,
    reference: 'SLK-2',
    isAllThatIsLeft: true,
  });
});

test('nothing can be paid early if nothing is open, during a refund, or once the order has ended', () => {
  expect(plan([instalment(1, 'paid', 4_800)])).toBeNull();
  expect(plan([instalment(1, 'processing')])).toBeNull();
  expect(plan([instalment(1, 'pending')], { has_active_refunds: true })).toBeNull();
  expect(plan([instalment(1, 'pending')], { payment_status: 'cancelled' })).toBeNull();
});

test('an instalment in progress or with a problem is left once the open ones are paid', () => {
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
