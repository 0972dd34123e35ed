import type { CalendarEntry } from '../domain/calendar-entries.ts';
import { type ContentLine, calendarText, escapedText } from '../domain/content-lines.ts';
import { timeZoneLines, utcTime, wallTime } from './time-zone-lines.ts';

/** An entry whose notes are in the shop's language. */
export type WordedEntry = Omit<CalendarEntry, 'notes'> & { readonly notes: string };

/** Writes an iCalendar file (RFC 5545), each entry in the wall time of its zone. Needs at least one entry. */
export function calendarFile(entries: readonly WordedEntry[], shop: { name: string }, now: Date): string {
  return calendarText([
    { name: 'BEGIN', value: 'VCALENDAR' },
    { name: 'VERSION', value: '2.0' },
    { name: 'PRODID', value: '-//Foyer//Foyer//EN' },
    { name: 'METHOD', value: 'PUBLISH' },
    { name: 'X-WR-CALNAME', value: escapedText(shop.name) },
    ...zonesOf(entries),
    ...entries.flatMap((entry) => eventLines(entry, now)),
    { name: 'END', value: 'VCALENDAR' },
  ]);
}

function zonesOf(entries: readonly WordedEntry[]): ContentLine[] {
  const zones = new Set(entries.map(({ timezone }) => timezone));
  return [...zones].filter(isNotUtc).flatMap((zone) => {
    const moments = entries
      .filter(({ timezone }) => timezone === zone)
      .flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), (endsAt ?? startsAt).getTime()]);
    return timeZoneLines(zone, new Date(Math.min(...moments)), new Date(Math.max(...moments)));
  });
}

function eventLines(entry: WordedEntry, now: Date): ContentLine[] {
  const { uid, title, place, notes, startsAt, endsAt, timezone } = entry;
  const time = (name: string, moment: Date): ContentLine =>
    isNotUtc(timezone)
      ? { name, parameters: `;TZID=${timezone}`, value: wallTime(moment, timezone) }
      : { name, value: utcTime(moment) };
  const text = (name: string, value: string): ContentLine[] => (value ? [{ name, value: escapedText(value) }] : []);
  return [
    { name: 'BEGIN', value: 'VEVENT' },
    { name: 'UID', value: escapedText(uid) },
    { name: 'DTSTAMP', value: utcTime(now) },
    time('DTSTART', startsAt),
    ...(endsAt ? [time('DTEND', endsAt)] : []),
    ...text('SUMMARY', title),
    ...text('LOCATION', place),
    ...text('DESCRIPTION', notes),
    { name: 'END', value: 'VEVENT' },
  ];
}

/** UTC has its own form and needs no VTIMEZONE. */
const isNotUtc = (zone: string): boolean => zone !== 'UTC';
