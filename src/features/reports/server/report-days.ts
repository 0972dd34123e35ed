export interface Span {
  readonly from: Date;
  /** Not part of it. */
  readonly until: Date;
}

const zoned = (moment: Date, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timezone);
const instantOf = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds);

/** The shop's whole day, of which the rest is empty yet, and the same weekday a week ago until the same time of day. */
export function todayAndLastWeek(now: Date, timezone: string): { today: Span; lastWeek: Span } {
  const here = zoned(now, timezone);
  const before = here.subtract({ days: 7 });
  return {
    today: { from: instantOf(here.startOfDay()), until: instantOf(here.add({ days: 1 }).startOfDay()) },
    lastWeek: { from: instantOf(before.startOfDay()), until: instantOf(before) },
  };
}

/** Returns the day as text, such as 2027-07-12. */
export const dayOf = (moment: Date, timezone: string): string => zoned(moment, timezone).toPlainDate().toString();

/** A whole day of the shop, which may have 23 or 25 hours. Null for what is no day. */
export function spanOfDay(day: string, timezone: string): Span | null {
  try {
    const date = Temporal.PlainDate.from(day, { overflow: 'reject' });
    const from = date.toZonedDateTime(timezone);
    return { from: instantOf(from), until: instantOf(date.add({ days: 1 }).toZonedDateTime(timezone)) };
  } catch {
    return null;
  }
}

/** Days that end with today, the oldest first. `shift` days earlier: the same weekdays a year ago with 364. */
export function lastDays(now: Date, timezone: string, count: number, shift = 0): string[] {
  const today = zoned(now, timezone).toPlainDate().subtract({ days: shift });
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString());
}
