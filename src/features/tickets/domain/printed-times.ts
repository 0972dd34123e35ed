import { lastDay } from '#features/occasions/domain/occasion.ts';
import { dateFormat } from '#kernel/date-format.ts';
import { formatFullDays, formatFullMoment, formatTime } from '#kernel/dates.ts';

/** Minutes before travel at which to be at the meeting point. */
export const MEETING_MINUTES = 30;

const MINUTE_MS = 60_000;

/** `Thursday 22 July 2027, 09:30`, in the locale's order and words. */
export const printedMoment = (moment: Date, timezone: string, locale: string): string =>
  formatFullMoment(moment, { locale, timezone });

/** `09:00`, preceded by the date if that is the day before. */
export function printedMeetingTime(travelTime: Date, timezone: string, locale: string): string {
  const meeting = new Date(travelTime.getTime() - MEETING_MINUTES * MINUTE_MS);
  const day = (moment: Date) => dateFormat('en-CA', { dateStyle: 'short', timeZone: timezone }).format(moment);
  if (day(meeting) !== day(travelTime)) return printedMoment(meeting, timezone, locale);
  return formatTime(meeting, { locale, timezone });
}

/** The days of the event in its own zone. */
export const printedEventDays = (startsAt: Date, endsAt: Date, timezone: string, locale: string): string =>
  formatFullDays(startsAt, lastDay(startsAt, endsAt, timezone), { locale, timezone });
