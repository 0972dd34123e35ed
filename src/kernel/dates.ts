import { dateFormat } from './date-format.ts';

/** The configuration has these fields. */
export interface DateSettings {
  /** BCP 47. */
  locale: string;
  timezone: string;
}

/** A moment, or its ISO 8601 text. */
type Instant = Date | string;

/*
 * Dates and times are joined here from pieces of Intl. How Intl joins a weekday, a day and a time varies by version and
 * set of fields ("Do., 22. Juli", "22. Juli um 13:00", "čet, 22. srp 13:00"), so a page, its server and its mails would
 * differ.
 */

/** `en` means British English: the day before the month, and a 24-hour clock. */
const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

const format = ({ locale, timezone }: DateSettings, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(dateLocale(locale), { ...options, timeZone: timezone });

const said = (instant: Instant, settings: DateSettings, options: Intl.DateTimeFormatOptions): string =>
  format(settings, options).format(new Date(instant));

/** English has no comma after the weekday, as on a poster. */
const afterWeekday = (locale: string): string => (/^en\b/i.test(locale) ? ' ' : ', ');

function withWeekday(
  instant: Instant,
  settings: DateSettings,
  weekday: 'short' | 'long',
  day: Intl.DateTimeFormatOptions,
): string {
  // Formatted together with the day, because some languages write a weekday alone differently.
  const parts = format(settings, { weekday, ...day }).formatToParts(new Date(instant));
  const name = parts.find(({ type }) => type === 'weekday')?.value ?? '';
  return `${name}${afterWeekday(settings.locale)}${said(instant, settings, day)}`;
}

const withTime = (day: string, instant: Instant, settings: DateSettings): string =>
  `${day}, ${formatTime(instant, settings)}`;

/** `Thu 22 Jul`; with `year` `Thu 22 Jul 2027`. */
export const formatDay = (instant: Instant, settings: DateSettings, options: { year?: boolean } = {}): string =>
  withWeekday(instant, settings, 'short', {
    day: 'numeric',
    month: 'short',
    ...(options.year && { year: 'numeric' as const }),
  });

/** `13:00`. */
export const formatTime = (instant: Instant, settings: DateSettings): string =>
  said(instant, settings, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `14 November 2026`. */
export const formatDate = (instant: Instant, settings: DateSettings): string =>
  said(instant, settings, { day: 'numeric', month: 'long', year: 'numeric' });

/** `14 Nov 2026`, for tables. */
export const formatShortDate = (instant: Instant, settings: DateSettings): string =>
  said(instant, settings, { day: 'numeric', month: 'short', year: 'numeric' });

/** `14 November 2026, 19:22`. */
export const formatDateTime = (instant: Instant, settings: DateSettings): string =>
  withTime(formatDate(instant, settings), instant, settings);

/** `14 November 2026, 19:22 CET`, for readers who may be in another zone. */
export function formatDateTimeInZone(instant: Instant, settings: DateSettings): string {
  const parts = format(settings, { hour: '2-digit', timeZoneName: 'short' }).formatToParts(new Date(instant));
  return `${formatDateTime(instant, settings)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}

/** `Thursday 22 July 2027, 09:30`, for documents. */
export const formatFullMoment = (instant: Instant, settings: DateSettings): string =>
  withTime(
    withWeekday(instant, settings, 'long', { day: 'numeric', month: 'long', year: 'numeric' }),
    instant,
    settings,
  );

/** `Saturday 24 July 2027`, or `Thursday 22 – Sunday 25 July 2027` for several days. */
export function formatFullDays(first: Date, last: Date, settings: DateSettings): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (formatDate(first, settings) === formatDate(last, settings)) return withWeekday(first, settings, 'long', day);
  return format(settings, { weekday: 'long', ...day }).formatRange(first, last);
}

/** The city of a zone: `Amsterdam` of `Europe/Amsterdam`; `UTC` as it is. */
export const zoneCity = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

/**
 * Formats a departure in its own zone: `Thu 22 Jul, 13:00`, or `Thu 22 Jul, 13:00 (Cologne)` if that is not the shop's
 * zone.
 */
export function formatTravelTime(
  instant: Instant,
  zone: string,
  shop: DateSettings,
  options: { year?: boolean } = {},
): string {
  const there = { locale: shop.locale, timezone: zone };
  const time = withTime(formatDay(instant, there, options), instant, there);
  return zone === shop.timezone ? time : `${time} (${zoneCity(zone)})`;
}
