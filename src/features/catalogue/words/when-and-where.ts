import {
  type DateSettings,
  formatDays,
  formatFullDays,
  formatFullMoment,
  formatTime,
  formatTravelTime,
  zoneCity,
} from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { type Dated, isYearObvious, whenOf } from '../domain/occasion.ts';

/**
 * When and where something takes place, for cards and rows, as separate facts: `Sat 24 July` and `Larkduin Beach Park`,
 * or the departure of a journey. Empty for merchandise.
 */
export function whenAndWhere(item: Dated, shop: DateSettings, now: Date): string[] {
  const when = whenOf(item);
  if (when === null) return [];
  const { first, last, timezone } = when;
  const year = !isYearObvious(first, now);
  if (when.kind === 'departure') return [formatTravelTime(first.toISOString(), timezone, shop, { year })];
  const days = formatDays(first, last, { locale: shop.locale, timezone }, { year });
  return when.kind === 'occasion' && item.occasion?.venue ? [days, item.occasion.venue] : [days];
}

/** The same in full: `Saturday 24 July 2027, from 11:00` and `Larkduin Beach Park`. */
export function fullWhenAndWhere({ text }: Language, item: Dated, shop: DateSettings): string[] {
  const when = whenOf(item);
  if (when === null) return [];
  const { first, last, timezone } = when;
  const there = { locale: shop.locale, timezone };
  const inCity = (time: string) => (timezone === shop.timezone ? time : `${time} (${zoneCity(timezone)})`);
  if (when.kind === 'departure') return [inCity(formatFullMoment(first, there))];
  const days = formatFullDays(first, last, there);
  if (when.kind === 'departures') return [days];
  // Midnight is a day without a time.
  const time = formatTime(first, there);
  const begins = time === '00:00' ? days : text('{days}, from {time}', { days, time: inCity(time) });
  return item.occasion?.venue ? [begins, item.occasion.venue] : [begins];
}
