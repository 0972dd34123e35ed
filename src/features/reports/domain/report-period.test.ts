import { expect, test } from 'vitest';
import { isoDay } from '#kernel/local-day.ts';
import { daysOf, type Period } from './report-period.ts';

const spanOf = (period: Period, [year, month, day]: readonly [number, number, number]) => {
  const { from, until } = daysOf(period, { year, month, day });
  return `${isoDay(from)} ${isoDay(until)}`;
};

test('the last 7 and 30 days include today', () => {
  expect(spanOf('7-days', [2027, 3, 3])).toBe('2027-02-25 2027-03-03');
  expect(spanOf('30-days', [2027, 3, 3])).toBe('2027-02-02 2027-03-03');
  expect(spanOf('today', [2027, 3, 3])).toBe('2027-03-03 2027-03-03');
  expect(spanOf('yesterday', [2027, 3, 1])).toBe('2027-02-28 2027-02-28');
});

test('past months and years are complete, current ones end with today', () => {
  expect(spanOf('this-month', [2027, 3, 31])).toBe('2027-03-01 2027-03-31');
  expect(spanOf('last-month', [2027, 3, 31])).toBe('2027-02-01 2027-02-28');
  expect(spanOf('last-month', [2027, 1, 15])).toBe('2026-12-01 2026-12-31');
  expect(spanOf('this-year', [2027, 3, 3])).toBe('2027-01-01 2027-03-03');
  expect(spanOf('last-year', [2027, 3, 3])).toBe('2026-01-01 2026-12-31');
});
