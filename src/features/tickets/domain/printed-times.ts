import { dateFormat } from '#kernel/date-format.ts';
import { formatFullDays, formatFullMoment, formatTime } from '#kernel/dates.ts';

/** How long before travel a traveller should be at the meeting point. */
export const MEETING_MINUTES = 30;

const MINUTE_MS = 60_000;

/** `Thursday 22 July 2027, 09:30`, in the order and words of the locale. */
export const printedMoment = (moment: Date, timezone: string, locale: string): string =>
  formatFullMoment(moment, { locale, timezone });

/** When to be at the meeting point: `09:00`, with the day before it when that is another one. */
export function printedMeetingTime(travelTime: Date, timezone: string, locale: string): string {
  const meeting = new Date(travelTime.getTime() - MEETING_MINUTES * MINUTE_MS);
  const day = (moment: Date) => dateFormat('en-CA', { dateStyle: 'short', timeZone: timezone }).format(moment);
  if (day(meeting) !== day(travelTime)) return printedMoment(meeting, timezone, locale);
  return formatTime(meeting, { locale, timezone });
}

/** The city by which a traveller knows a zone; null for a zone that is named after none, such as UTC. */
export const zoneCity = (timezone: string): string | null =>
  timezone.includes('/') ? timezone.split('/').at(-1)!.replaceAll('_', ' ') : null;

/** The days of an event, in its own zone. An end at midnight belongs to the evening before. */
export function printedEventDays(startsAt: Date, endsAt: Date, timezone: string, locale: string): string {
  const last = new Date(Math.max(startsAt.getTime(), endsAt.getTime() - 1));
  return formatFullDays(startsAt, last, { locale, timezone });
}
