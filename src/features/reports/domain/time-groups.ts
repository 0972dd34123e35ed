import { addToDay, type CalendarDay, daysAfter, isoDay } from '#kernel/local-day.ts';

const TIME_GROUPS = ['day', 'week', 'month'] as const;
export type TimeGroup = (typeof TIME_GROUPS)[number];

export const isTimeGroup = (by: string): by is TimeGroup => TIME_GROUPS.some((one) => one === by);

/** Reads `2027-07-12`, which must be a day. */
function calendarDay(text: string): CalendarDay {
  const [year, month, day] = text.split('-').map(Number);
  return { year: year!, month: month!, day: day! };
}

/** Returns the first day of the group that a day belongs to. Weeks begin on Monday. */
export function groupOf(day: string, by: TimeGroup): string {
  if (by === 'day') return day;
  const date = calendarDay(day);
  if (by === 'month') return isoDay({ ...date, day: 1 });
  const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay();
  return isoDay(daysAfter(date, -((weekday + 6) % 7)));
}

/** Returns the part of a group that is inside the period. All days are texts such as `2027-07-12`. */
export function daysOfGroup(
  first: string,
  by: TimeGroup,
  period: { readonly from: string; readonly until: string },
): { from: string; until: string } {
  const begin = calendarDay(first);
  const end = by === 'day' ? begin : by === 'week' ? daysAfter(begin, 6) : addToDay(begin, { months: 1, days: -1 });
  return {
    from: first < period.from ? period.from : first,
    until: [isoDay(end), period.until].toSorted()[0]!,
  };
}
