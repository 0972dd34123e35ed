import type { WallTime } from '../../domain/date-expression.ts';
import { type CalendarDate, calendarDate } from '../../domain/day-zero.ts';

/** A day without a time means its first moment, or its last second for an end. */
export function instantOf({ date, time }: WallTime, timezone: string, edge: 'start' | 'end'): Date {
  const clock = time ? { ...time, second: 0 } : edge === 'start' ? { hour: 0, minute: 0, second: 0 } : LAST_SECOND;
  // A time that a clock change skips moves on by the gap; of one that occurs twice, the first counts ("compatible").
  const zoned = Temporal.PlainDateTime.from({ ...date, ...clock }).toZonedDateTime(timezone);
  return new Date(zoned.epochMilliseconds);
}

const LAST_SECOND = { hour: 23, minute: 59, second: 59 };

/** On the zone's wall clock. */
export function dayIn(timezone: string, now: Date): CalendarDate {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return calendarDate(day.toString())!;
}
