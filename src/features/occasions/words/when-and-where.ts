import { type DateSettings, formatDays, formatTravelTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { type Dated, isYearObvious, whenOf } from '../domain/occasion.ts';
import { departureDays } from './departure-days.ts';

/**
 * When and where something takes place, for cards and rows, as separate facts: `Sat 24 July` and `Larkduin Beach Park`,
 * or the departures of a journey and where its travellers meet. Empty for merchandise.
 */
export function whenAndWhere(language: Language, item: Dated, shop: DateSettings, now: Date): string[] {
  const when = whenOf(item);
  if (when === null) return [];
  const { first, last, timezone } = when;
  const withPlace = (time: string) => (item.meeting_point ? [time, item.meeting_point] : [time]);
  const showsYear = !isYearObvious(first, now);
  if (when.kind === 'departure')
    return withPlace(formatTravelTime(first.toISOString(), timezone, shop, { year: showsYear }));
  if (when.kind === 'departures') return withPlace(departureDays(language, item, when, shop, { showsYear }));
  const days = formatDays(first, last, { locale: shop.locale, timezone }, { year: showsYear });
  return item.occasion?.venue ? [days, item.occasion.venue] : [days];
}
