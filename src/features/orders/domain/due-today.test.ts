import { expect, test } from 'vitest';
import { paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import { dueToday } from './due-today.ts';

const ordered = new Date('2026-11-22T12:00:00Z');
const dueTodayOf = (...amounts: number[]) =>
  dueToday(
    paymentPlanSchedule(
      amounts.map((amount, index) => (index === 0 ? { amount } : { amount, count: 1, units: 'months' as const })),
      ordered,
      'Europe/Amsterdam',
    ),
  );

test('a plan’s first payment is due today; equal later ones are counted, with the day of the last one', () => {
  expect(dueTodayOf(5_450, 4_800, 4_800, 4_800)).toEqual({
    amount: 5_450,
    total: 19_850,
    later: { count: 3, each: 4_800, total: 14_400, lastDueAt: new Date('2027-02-21T23:00:00Z') },
  });
});

test('later instalments with different amounts have only a total, and no amount for each', () => {
  expect(dueTodayOf(5_000, 4_000, 6_000).later).toMatchObject({ count: 2, each: null, total: 10_000 });
});

test('nothing is due later with a plan of one payment', () => {
  expect(dueTodayOf(5_000)).toEqual({ amount: 5_000, total: 5_000, later: null });
});
