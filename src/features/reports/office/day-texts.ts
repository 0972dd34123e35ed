import { formatDay } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import type { TimeGroup } from '../domain/time-groups.ts';

/** Noon UTC is on the same day in any zone that a shop has. */
export const noonOf = (day: string) => `${day}T12:00:00Z`;

/** A day of the shop in words. */
const dayText = (day: string, locale: string): string =>
  formatDay(noonOf(day), { locale, timezone: 'UTC' }, { year: true });

/** From one day to another; a single day once. */
export const daysText = (from: string, until: string, locale: string): string =>
  from === until ? dayText(from, locale) : `${dayText(from, locale)} – ${dayText(until, locale)}`;

const monthText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(noonOf(day)));

/** The name of a group of days, by its first day. */
export function groupText(day: string, by: TimeGroup, { text }: Language, locale: string): string {
  if (by === 'month') return monthText(day, locale);
  return by === 'week' ? text('Week of {day}', { day: dayText(day, locale) }) : dayText(day, locale);
}

/** Labels the bars of a chart. */
export const shortDay = (day: string, by: TimeGroup, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...(by === 'month' ? { month: 'short' } : { day: 'numeric', month: 'short' }),
    timeZone: 'UTC',
  }).format(new Date(noonOf(day)));

export const shortNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
