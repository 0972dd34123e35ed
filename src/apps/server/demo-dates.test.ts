import { expect, test } from 'vitest';
import { paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import { orderedForDueToday } from './demo-dates.ts';

const months = (count: number) => ({ amount: 4_800, count, units: 'months' as const });
const plan = [{ amount: 5_450 }, months(1), months(1), months(1)];
const DAY = 24 * 60 * 60_000;

test.each(['Europe/Amsterdam', 'Pacific/Auckland'])(
  'on every day of a leap year one payment of the demo’s plan falls due, usually the second (%s)',
  { timeout: 20_000 },
  (timezone) => {
    let second = 0;
    for (let day = 0; day < 366; day += 1) {
      const now = new Date(Date.UTC(2028, 0, 1 + day, 10, 30));
      const { orderedAt, paidBefore } = orderedForDueToday(plan, now, timezone)!;
      const due = paymentPlanSchedule(plan, orderedAt, timezone)[paidBefore]!;
      expect(now.getTime()).toBeGreaterThanOrEqual(due.dueAt.getTime());
      // The day when the clocks go back is an hour longer.
      expect(now.getTime() - due.dueAt.getTime()).toBeLessThan(DAY + 3_600_000);
      expect(paidBefore).toBeLessThanOrEqual(2);
      if (paidBefore === 1) second += 1;
    }
    expect(second).toBeGreaterThan(355);
  },
);

test('weeks and days count too, and a plan without later payments never falls due', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const weekly = [{ amount: 1 }, { amount: 1, count: 2, units: 'weeks' as const }];
  expect(orderedForDueToday(weekly, now, 'UTC')).toEqual({
    orderedAt: new Date('2026-11-06T12:00:00Z'),
    paidBefore: 1,
  });
  expect(orderedForDueToday([{ amount: 1 }], now, 'UTC')).toBeNull();
});
