import type { ContentLine } from '../domain/content-lines.ts';

/**
 * Writes the VTIMEZONE of a zone (RFC 5545, 3.6.5) between two moments: the offset at the first, and every change until
 * the last. Readers that know the zone's name use their own table; the others get exact times from this.
 */
export function timeZoneLines(zone: string, from: Date, until: Date): ContentLine[] {
  const lines: ContentLine[] = [
    { name: 'BEGIN', value: 'VTIMEZONE' },
    { name: 'TZID', value: zone },
  ];
  let change = zoned(from, zone).getTimeZoneTransition('previous');
  // Changes before 1970 do not matter, and the earliest offsets (local mean time) include seconds: use the current
  // offset.
  if (!change || change.epochMilliseconds < 0) {
    const { offset } = zoned(from, zone);
    lines.push(...observance('STANDARD', zoned(new Date(0), 'UTC').toPlainDateTime(), offset, offset));
    change = zoned(from, zone).getTimeZoneTransition('next');
  }
  for (; change && change.epochMilliseconds <= until.getTime(); change = change.getTimeZoneTransition('next')) {
    const before = change.subtract({ nanoseconds: 1 });
    // The wall time of the change in the old offset.
    const local = change.toPlainDateTime().add({ nanoseconds: before.offsetNanoseconds - change.offsetNanoseconds });
    const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
    lines.push(...observance(kind, local, before.offset, change.offset));
  }
  return [...lines, { name: 'END', value: 'VTIMEZONE' }];
}

/** Lines for an offset such as `+02:00` that begins at the wall time `from`, given in the previous offset. */
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

/** A moment on a zone's wall clock in the form of RFC 5545: `20270722T120000`. */
export const wallTime = (moment: Date, zone: string): string => basic(zoned(moment, zone).toPlainDateTime());

/** A moment in UTC: `20270722T100000Z`. */
export const utcTime = (moment: Date): string => `${wallTime(moment, 'UTC')}Z`;

const zoned = (moment: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);

const basic = (local: Temporal.PlainDateTime): string =>
  local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
