import { wallTime } from '../domain/date-expression.ts';
import { calendarDate } from '../domain/day-zero.ts';
import { instantOf } from './folder/wall-clock.ts';

/** Day zero is irrelevant to absolute expressions. */
const ANY_DAY = calendarDate('2000-01-01')!;

/** An instant in the form of the shop folder: `2027-07-22 13:00`, or `2027-07-22` for the last second of a day. */
export function momentInFolder(instant: Date, timezone: string, edge: 'start' | 'end'): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDateTime();
  const isLastSecond = wall.hour === 23 && wall.minute === 59 && wall.second === 59;
  const text = isLastSecond
    ? wall.toPlainDate().toString()
    : wall.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  if (instantOf(wallTime(text, ANY_DAY)!, timezone, edge).getTime() !== instant.getTime()) {
    throw new Error(`${instant.toISOString()} cannot be written on the wall clock of ${timezone}`);
  }
  return text;
}
