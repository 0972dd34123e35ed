import { MONTH } from '../domain/books-month.ts';

export interface MonthSpan {
  readonly from: Date;
  /** Not part of it. */
  readonly until: Date;
}

/** A whole month of the shop; null for what is none. */
export function monthSpan(month: string, timezone: string): MonthSpan | null {
  if (!MONTH.test(month)) return null;
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const begins = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timezone).epochMilliseconds);
  return { from: begins(first), until: begins(first.add({ months: 1 })) };
}

export const monthOf = (moment: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toPlainYearMonth()
    .toString();

/** From one month to another, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (
    let month = Temporal.PlainYearMonth.from(last);
    Temporal.PlainYearMonth.compare(month, first) >= 0;
    month = month.subtract({ months: 1 })
  )
    months.push(month.toString());
  return months;
}
