import { addDays, type CalendarDate, calendarDate } from './day-zero.ts';

/** On the shop's wall clock; `time` is null if only the day was given. */
export interface WallTime {
  readonly date: CalendarDate;
  readonly time: { readonly hour: number; readonly minute: number } | null;
}

/** `day`, `day+1`, `day-30` or `2027-07-22`, each optionally followed by ` 13:00`. */
export const DATE_EXPRESSION = /^(?:day(?:([+-]\d{1,4}))?|(\d{4}-\d{2}-\d{2}))(?: ([01]\d|2[0-3]):([0-5]\d))?$/;

/** Resolves an expression; null if it is not a valid one. */
export function wallTime(expression: string, zero: CalendarDate): WallTime | null {
  const match = DATE_EXPRESSION.exec(expression);
  if (!match) return null;
  const [, offset, absolute, hour, minute] = match;
  const date = absolute === undefined ? addDays(zero, Number(offset ?? 0)) : calendarDate(absolute);
  if (!date) return null;
  return { date, time: hour === undefined ? null : { hour: Number(hour), minute: Number(minute) } };
}
