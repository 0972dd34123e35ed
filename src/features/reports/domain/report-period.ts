import { addToDay, type CalendarDay, daysAfter } from '#kernel/local-day.ts';

/** Periods with a name. In an address they stay relative: "last month" is another month in June than in May. */
export const PERIODS = [
  'today',
  'yesterday',
  '7-days',
  '30-days',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  'next-7-days',
  'next-30-days',
] as const;

export type Period = (typeof PERIODS)[number];

export interface DaySpan {
  readonly from: CalendarDay;
  readonly until: CalendarDay;
}

/** Returns the days of a period. A current period ends with today, a future one begins with it. */
export function daysOf(period: Period, today: CalendarDay): DaySpan {
  const firstOfMonth = { ...today, day: 1 };
  const yesterday = daysAfter(today, -1);
  switch (period) {
    case 'today':
      return { from: today, until: today };
    case 'yesterday':
      return { from: yesterday, until: yesterday };
    case '7-days':
      return { from: daysAfter(today, -6), until: today };
    case '30-days':
      return { from: daysAfter(today, -29), until: today };
    case 'this-month':
      return { from: firstOfMonth, until: today };
    case 'last-month':
      return { from: addToDay(firstOfMonth, { months: -1, days: 0 }), until: daysAfter(firstOfMonth, -1) };
    case 'this-year':
      return { from: { year: today.year, month: 1, day: 1 }, until: today };
    case 'next-7-days':
      return { from: today, until: daysAfter(today, 6) };
    case 'next-30-days':
      return { from: today, until: daysAfter(today, 29) };
    case 'last-year':
      return { from: { year: today.year - 1, month: 1, day: 1 }, until: { year: today.year - 1, month: 12, day: 31 } };
  }
}
