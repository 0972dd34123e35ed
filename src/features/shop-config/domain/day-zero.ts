/** A calendar date without a zone; months count from 1. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
type Weekday = (typeof weekdays)[number];

/** Such as the fourth Thursday of July, or next year's if that is less than 150 days away. */
export interface DayZeroRule {
  /** 1 to 4, or -1 for the last of the month. */
  readonly nth: 1 | 2 | 3 | 4 | -1;
  readonly weekday: Weekday;
  readonly month: number;
  readonly atLeastDaysAway: number;
}

const DAY_MS = 86_400_000;
const toUtc = ({ year, month, day }: CalendarDate): number => Date.UTC(year, month - 1, day);

function fromUtc(ms: number): CalendarDate {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const addDays = (date: CalendarDate, days: number): CalendarDate => fromUtc(toUtc(date) + days * DAY_MS);

export const isoDate = (date: CalendarDate): string => new Date(toUtc(date)).toISOString().slice(0, 10);

/** Reads a date; null if the calendar has no such day. */
export function calendarDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const date = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return date.year > 0 && isoDate(date) === text ? date : null;
}

/** The first day that is far enough from today in the shop's time zone. */
export function dayZero(rule: DayZeroRule, today: CalendarDate): CalendarDate {
  const earliest = toUtc(today) + rule.atLeastDaysAway * DAY_MS;
  let year = today.year;
  while (toUtc(nthWeekday(rule, year)) < earliest) year += 1;
  return nthWeekday(rule, year);
}

function nthWeekday({ nth, weekday, month }: DayZeroRule, year: number): CalendarDate {
  const wanted = weekdays.indexOf(weekday);
  if (nth === -1) {
    const lastDay = addDays(
      month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 },
      -1,
    );
    return addDays(lastDay, -((weekdayOf(lastDay) - wanted + 7) % 7));
  }
  const first = { year, month, day: 1 };
  return addDays(first, ((wanted - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

const weekdayOf = (date: CalendarDate): number => new Date(toUtc(date)).getUTCDay();
