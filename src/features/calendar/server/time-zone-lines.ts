import type { ContentLine } from '../domain/content-lines.ts';

/**
 * The VTIMEZONE of a zone (RFC 5545, 3.6.5) for the time between two moments: the offset that holds at the first one, and every
 * change until the last one. A reader that knows the zone by its name takes its own table; for the others this is exact.
 */
export function timeZoneLines(zone: string, from: Date, until: Date): ContentLine[] {
  const lines: ContentLine[] = [
    { name: 'BEGIN', value: 'VTIMEZONE' },
    { name: 'TZID', value: zone },
  ];
  let change = zoned(from, zone).getTimeZoneTransition('previous');
  // Long ago clocks went by the sun, to the second; all that counts of that is what holds since.
  if (!change || change.epochMilliseconds < 0) {
    const { offset } = zoned(from, zone);
    lines.push(...observance('STANDARD', zoned(new Date(0), 'UTC').toPlainDateTime(), offset, offset));
    change = zoned(from, zone).getTimeZoneTransition('next');
  }
  for (; change && change.epochMilliseconds <= until.getTime(); change = change.getTimeZoneTransition('next')) {
    const before = change.subtract({ nanoseconds: 1 });
    // The wall clock as it stood before it was changed.
    const local = change.toPlainDateTime().add({ nanoseconds: before.offsetNanoseconds - change.offsetNanoseconds });
    const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
    lines.push(...observance(kind, local, before.offset, change.offset));
  }
  return [...lines, { name: 'END', value: 'VTIMEZONE' }];
}

/** From when on, by the wall clock before it, a zone has an offset such as `+02:00`. */
function observance(
  kind: 'DAYLIGHT' | 'STANDARD',
  from: Temporal.PlainDateTime,
  offsetBefore: string,
  offset: string,
): ContentLine[] {
  return [
    { name: 'BEGIN', value: kind },
    { name: 'DTSTART', value: basic(from) },
    { name: 'TZOFFSETFROM', value: offsetBefore.replaceAll(':', '') },
    { name: 'TZOFFSETTO', value: offset.replaceAll(':', '') },
    { name: 'END', value: kind },
  ];
}

/** A moment on a zone's wall clock, as RFC 5545 writes it: `20270722T120000`. */
export const wallTime = (moment: Date, zone: string): string => basic(zoned(moment, zone).toPlainDateTime());

/** A moment in UTC: `20270722T100000Z`. */
export const utcTime = (moment: Date): string => `${wallTime(moment, 'UTC')}Z`;

const zoned = (moment: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);

const basic = (local: Temporal.PlainDateTime): string =>
  local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
