import { expect, test } from 'vitest';
import { planEnd } from './plan-end.ts';

const shop = (planOverdue: 'wait' | 'cancel') => ({
  public: { timezone: 'Europe/Amsterdam' },
  private: { planOverdue, planGraceDays: 14 },
});
const due = new Date('2027-02-09T00:00:00Z');

test('an unpaid instalment ends its plan after the grace period if the shop cancels overdue plans', () => {
  expect(planEnd(shop('cancel'), due)?.toISOString()).toMatch(/^2027-02-23T/);
});

test('an unpaid instalment ends nothing in a shop that waits', () => {
  expect(planEnd(shop('wait'), due)).toBeNull();
});
