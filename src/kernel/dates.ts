import { dateFormat } from './date-format.ts';
import { shownAt } from './typed-moment.ts';

export interface DateSettings {
  /** A BCP 47 tag. */
  locale: string;
  timezone: string;
}

/** ISO 8601 if it is text. */
type Instant = Date | string;

/* Dates and times are joined here from pieces of Intl. How Intl joins a weekday, a day and a time varies by version and
   set of fields ("Do., 22. Juli", "22. Juli um 13:00", "čet, 22. srpnja 13:00"), so a page, its server and its mails
   would differ. */

/** `en` means British English: the day before the month, and a 24-hour clock. */
const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

const format = ({ locale, timezone }: DateSettings, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(dateLocale(locale), { ...options, timeZone: timezone });

const formatted = (instant: Instant, settings: DateSettings, options: Intl.DateTimeFormatOptions): string =>
  format(settings, options).format(new Date(instant));

/** English dates have no comma after the weekday, as on a poster. */
const afterWeekday = (locale: string): string => (/^en\b/i.test(locale) ? ' ' : ', ');

function withWeekday(
  instant: Instant,
  settings: DateSettings,
  weekday: 'short' | 'long',
  fields: Intl.DateTimeFormatOptions,
  day = formatted(instant, settings, fields),
): string {
  // The weekday is formatted together with the day, because some languages write it differently when alone.
  const parts = format(settings, { weekday, ...fields }).formatToParts(new Date(instant));
  const name = parts.find(({ type }) => type === 'weekday')?.value ?? '';
  return `${name}${afterWeekday(settings.locale)}${day}`;
}

const withTime = (day: string, instant: Instant, settings: DateSettings): string =>
  `${day}, ${formatTime(instant, settings)}`;

interface DayOptions {
  year?: boolean;
}

const dayAndMonth = ({ year }: DayOptions): Intl.DateTimeFormatOptions => ({
  day: 'numeric',
  month: 'long',
  ...(year && { year: 'numeric' }),
});

/** Returns `Thu 22 July`; with `year` `Thu 22 July 2027`. */
export const formatDay = (instant: Instant, settings: DateSettings, options: DayOptions = {}): string =>
  withWeekday(instant, settings, 'short', dayAndMonth(options));

/** Returns `Thu 22 Jul`, for tables; with `year` `Thu 22 Jul 2027`. */
export const formatShortDay = (instant: Instant, settings: DateSettings, { year }: DayOptions = {}): string =>
  withWeekday(instant, settings, 'short', { day: 'numeric', month: 'short', ...(year && { year: 'numeric' }) });

/** Returns `13:00`. */
export const formatTime = (instant: Instant, settings: DateSettings): string =>
  formatted(instant, settings, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Returns `14 November 2026`. */
export const formatDate = (instant: Instant, settings: DateSettings): string =>
  formatted(instant, settings, { day: 'numeric', month: 'long', year: 'numeric' });

/** Returns `22 February`, or `22 February 2028` if that day is more than eleven months away. */
export function formatDayInYear(instant: Instant, now: Date, settings: DateSettings): string {
  const isFar = new Date(instant).getTime() - now.getTime() > ELEVEN_MONTHS_MS;
  return isFar ? formatDate(instant, settings) : formatted(instant, settings, { day: 'numeric', month: 'long' });
}

/** Eleven months in milliseconds: below a year, so that a day is never taken for one a year earlier. */
const ELEVEN_MONTHS_MS = 335 * 24 * 60 * 60_000;

/** Returns `14 Nov 2026`, for tables; without `year` `14 Nov`. */
export const formatShortDate = (
  instant: Instant,
  settings: DateSettings,
  { year }: DayOptions = { year: true },
): string => formatted(instant, settings, { day: 'numeric', month: 'short', ...(year && { year: 'numeric' }) });

/** Returns `14 November 2026, 19:22`. */
export const formatDateTime = (instant: Instant, settings: DateSettings): string =>
  withTime(formatDate(instant, settings), instant, settings);

/** Returns `2026-11-14 19:22`, as spreadsheets read it. */
export function spreadsheetTime(instant: Date, timezone: string): string {
  const { day, time } = shownAt(instant, timezone);
  return `${day} ${time}`;
}

/** Returns `14 November 2026, 19:22 CET`, for readers who may be in another zone. */
export function formatDateTimeInZone(instant: Instant, settings: DateSettings): string {
  const parts = format(settings, { hour: '2-digit', timeZoneName: 'short' }).formatToParts(new Date(instant));
  return `${formatDateTime(instant, settings)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}

/** Returns `Thursday 22 July 2027, 09:30`, for documents. */
export const formatFullMoment = (instant: Instant, settings: DateSettings): string =>
  withTime(
    withWeekday(instant, settings, 'long', { day: 'numeric', month: 'long', year: 'numeric' }),
    instant,
    settings,
  );

/**
 * Returns `22–25 July`, `30 July – 2 August`, or `Sat 24 July` for one day; with `year` `22–25 July 2027`. Both years
 * appear if they differ.
 */
export function formatDays(first: Instant, last: Instant, settings: DateSettings, options: DayOptions = {}): string {
  if (formatDate(first, settings) === formatDate(last, settings)) return formatDay(first, settings, options);
  const { fields, dayAlone } = firstOfRange(first, last, settings);
  const whole = formatted(last, settings, dayAndMonth({ year: options.year || fields.year !== undefined }));
  return dayAlone === undefined ? `${formatted(first, settings, fields)} – ${whole}` : `${dayAlone}–${whole}`;
}

/** Returns `Saturday 24 July 2027`, or `Thursday 22 – Sunday 25 July 2027` for several days. */
export function formatFullDays(first: Instant, last: Instant, settings: DateSettings): string {
  const whole = withWeekday(last, settings, 'long', dayAndMonth({ year: true }));
  if (formatDate(first, settings) === formatDate(last, settings)) return whole;
  const { fields, dayAlone } = firstOfRange(first, last, settings);
  return `${withWeekday(first, settings, 'long', fields, dayAlone)} – ${whole}`;
}

/**
 * Returns the fields of a range's first day, without a year that it shares with the last day. If they share the month
 * too, `dayAlone` is all that the first day needs.
 */
function firstOfRange(first: Instant, last: Instant, settings: DateSettings) {
  const isSame = (unit: Intl.DateTimeFormatOptions) =>
    formatted(first, settings, unit) === formatted(last, settings, unit);
  const isSameYear = isSame({ year: 'numeric' });
  const fields = dayAndMonth({ year: !isSameYear });
  if (!isSameYear || !isSame({ month: 'numeric' })) return { fields };
  const parts = format(settings, fields).formatToParts(new Date(first));
  const beforeMonth = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'month'),
  );
  // In some languages the month comes first and stays. In others a full stop follows the day: `22.`.
  const day = beforeMonth.map(({ value }) => value).join('');
  return { fields, dayAlone: day.trim() || undefined };
}

/** Returns the city of a zone, `Amsterdam` for `Europe/Amsterdam`, and `UTC` unchanged. */
export const zoneCity = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

/** Formats a departure in its zone, which is named if it is not the shop's: `Thu 22 July, 13:00 (Cologne)`. */
export function formatTravelTime(instant: Instant, zone: string, shop: DateSettings, options: DayOptions = {}): string {
  const there = { locale: shop.locale, timezone: zone };
  const time = withTime(formatDay(instant, there, options), instant, there);
  return zone === shop.timezone ? time : `${time} (${zoneCity(zone)})`;
}
