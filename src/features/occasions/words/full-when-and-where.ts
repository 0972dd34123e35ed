import { type DateSettings, formatFullDays, formatFullMoment, formatTime, zoneCity } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { type Dated, whenOf } from '../domain/occasion.ts';
import { departureDays } from './departure-days.ts';

/** `whenAndWhere` in full: `Saturday 24 July 2027, from 11:00` and `Larkduin Beach Park`. */
export function fullWhenAndWhere(language: Language, item: Dated, shop: DateSettings): string[] {
  const when = whenOf(item);
  if (when === null) return [];
  const { first, last, timezone } = when;
  const settings = { locale: shop.locale, timezone };
  const inCity = (time: string) => (timezone === shop.timezone ? time : `${time} (${zoneCity(timezone)})`);
  const withPlace = (departs: string) => (item.meeting_point ? [departs, item.meeting_point] : [departs]);
  if (when.kind === 'departure') return withPlace(inCity(formatFullMoment(first, settings)));
  if (when.kind === 'departures') return withPlace(departureDays(language, item, when, shop, { showsYear: true }));
  const days = formatFullDays(first, last, settings);
  // A start at midnight means a day without a time.
  const time = formatTime(first, settings);
  const begins = time === '00:00' ? days : language.text('{days}, from {time}', { days, time: inCity(time) });
  return item.occasion?.venue ? [begins, item.occasion.venue] : [begins];
}
