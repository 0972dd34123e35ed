import { type DateSettings, formatDay, formatDays } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import type { Dated, When } from '../domain/occasion.ts';

/**
 * The days of the departures to choose from: `Departs Thu 22 July or Fri 23 July`, or a range if there are three or
 * more days. Without the verb, it would read like a journey that ends on the last day.
 */
export function departureDays(
  { text }: Language,
  { travel_times: choices = [] }: Dated,
  { first, last, timezone }: When,
  { locale }: Pick<DateSettings, 'locale'>,
  { showsYear }: { readonly showsYear: boolean },
): string {
  const settings = { locale, timezone };
  const days = new Set(choices.map(({ travel_time }) => formatDay(travel_time, settings, { year: true })));
  if (days.size !== 2) return text('Departs {days}', { days: formatDays(first, last, settings, { year: showsYear }) });
  return text('Departs {first} or {last}', {
    first: formatDay(first, settings),
    last: formatDay(last, settings, { year: showsYear }),
  });
}
