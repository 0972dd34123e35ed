export interface Span {
  readonly from: Date;
  /** The first moment after it. */
  readonly until: Date;
}

const zoned = (moment: Date, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timezone);
const instantOf = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds);

/** Today's full day in the shop, and the same weekday last week up to the same time of day. */
export function todayAndLastWeek(now: Date, timezone: string): { today: Span; lastWeek: Span } {
  const local = zoned(now, timezone);
  const aWeekAgo = local.subtract({ days: 7 });
  return {
    today: { from: instantOf(local.startOfDay()), until: instantOf(local.add({ days: 1 }).startOfDay()) },
    lastWeek: { from: instantOf(aWeekAgo.startOfDay()), until: instantOf(aWeekAgo) },
  };
}

/** Returns the day as text, such as 2027-07-12. */
export const dayOf = (moment: Date, timezone: string): string => zoned(moment, timezone).toPlainDate().toString();

/** Returns a full day of the shop, which may have 23 or 25 hours. Null for an invalid date. */
export function spanOfDay(day: string, timezone: string): Span | null {
  try {
    const date = Temporal.PlainDate.from(day, { overflow: 'reject' });
    const from = date.toZonedDateTime(timezone);
    return { from: instantOf(from), until: instantOf(date.add({ days: 1 }).toZonedDateTime(timezone)) };
  } catch {
    return null;
  }
}

/**
 * Returns `count` days, oldest first, of which the last is `shift` days ago: 364 gives the same weekdays a year ago.
 */
export function lastDays(now: Date, timezone: string, count: number, shift = 0): string[] {
  const today = zoned(now, timezone).toPlainDate().subtract({ days: shift });
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString());
}

/**
 * A day of the shop is closed this long after its end: nothing is placed, booked or issued on it any more. A process
 * whose database was set back may be six hours ahead of another (`platform/clock`), and no work takes longer than
 * another hour.
 */
const CLOSED_AFTER_MS = 7 * 60 * 60_000;

/** Days before the day of the returned moment are closed. */
export const openSince = (now: Date): Date => new Date(now.getTime() - CLOSED_AFTER_MS);

/** Returns the closed days since the day of `first`, at most the last ten years. */
export function closedDays(first: Date, now: Date, timezone: string): readonly Span[] {
  const until = zoned(openSince(now), timezone).toPlainDate();
  const from = zoned(first, timezone).toPlainDate();
  const earliest = until.subtract({ days: MAX_DAYS });
  const days = daysFrom(
    (Temporal.PlainDate.compare(from, earliest) < 0 ? earliest : from).toString(),
    until.subtract({ days: 1 }).toString(),
    timezone,
  );
  return days?.spans ?? [];
}

/** Returns what has passed before `until` of the days that are not closed. */
export function openDays(now: Date, until: Date, timezone: string): readonly Span[] {
  const days = daysFrom(dayOf(openSince(now), timezone), dayOf(until, timezone), timezone);
  return (days?.spans ?? []).flatMap((span) => {
    if (span.from >= until) return [];
    return [span.until > until ? { from: span.from, until } : span];
  });
}

/** Ten years. Each day of a report is looked up, so there must be a limit. */
const MAX_DAYS = 3_660;

export interface DaysOfShop {
  /** In order, such as 2027-07-12. */
  readonly days: readonly string[];
  readonly spans: readonly Span[];
  /** From the first day to the last. */
  readonly whole: Span;
}

/**
 * Returns all days from one to another, both included. Null if one of them is not a day, or there are none or too many.
 */
export function daysFrom(from: string, until: string, timezone: string): DaysOfShop | null {
  if (!spanOfDay(from, timezone) || !spanOfDay(until, timezone)) return null;
  const first = Temporal.PlainDate.from(from);
  const count = first.until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days + 1;
  if (count < 1 || count > MAX_DAYS) return null;
  const starts = Array.from({ length: count + 1 }, (_, day) =>
    instantOf(first.add({ days: day }).toZonedDateTime(timezone)),
  );
  return {
    days: Array.from({ length: count }, (_, day) => first.add({ days: day }).toString()),
    spans: Array.from({ length: count }, (_, day) => ({ from: starts[day]!, until: starts[day + 1]! })),
    whole: { from: starts[0]!, until: starts[count]! },
  };
}
