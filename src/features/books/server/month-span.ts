import { MONTH } from '../domain/books-month.ts';

export interface MonthSpan {
  readonly from: Date;
  /** The first moment after the month. */
  readonly until: Date;
}

/** Returns when a month begins and ends in the shop's time zone; null if the text is not a month. */
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

/** Returns all months from `first` to `last`, latest first. */
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
