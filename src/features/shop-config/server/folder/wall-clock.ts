import type { WallTime } from '../../domain/date-expression.ts';
import { type CalendarDate, calendarDate } from '../../domain/day-zero.ts';

/** A day without a time starts at its first moment and ends at its last second. */
export function instantOf({ date, time }: WallTime, timezone: string, edge: 'start' | 'end'): Date {
  const clock = time ? { ...time, second: 0 } : edge === 'start' ? { hour: 0, minute: 0, second: 0 } : LAST_SECOND;
  // A time that a clock change skips moves forward by the gap; a time that occurs twice means the first ("compatible").
  const zoned = Temporal.PlainDateTime.from({ ...date, ...clock }).toZonedDateTime(timezone);
  return new Date(zoned.epochMilliseconds);
}

const LAST_SECOND = { hour: 23, minute: 59, second: 59 };

export function dayIn(timezone: string, now: Date): CalendarDate {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return calendarDate(day.toString())!;
}
