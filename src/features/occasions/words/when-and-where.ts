import { type DateSettings, formatDays, formatTravelTime } from '#kernel/dates.ts';
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
