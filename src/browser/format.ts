/** What is needed to say a time: a BCP 47 locale and the zone of the shop. `config` fits. */
export interface DateSettings {
  locale: string;
  timezone: string;
}

/** Plain English is the British kind in this shop: the day before the month, the day on a 24-hour clock. */
const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let known = formatters.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(dateLocale(locale), options);
    formatters.set(key, known);
  }
  return known;
}

/** Without the comma that some data versions put after a short weekday ("Thu, 22 Jul"). */
const withoutComma = (text: string): string => text.replace(/^(\p{L}+\.?),\s/u, '$1 ');

/** `Thu 22 Jul`; with `year` `Thu 22 Jul 2027`. */
export function formatDay(instant: string, settings: DateSettings, options: { year?: boolean } = {}): string {
  const parts: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };
  if (options.year) parts.year = 'numeric';
  return withoutComma(formatter(settings.locale, { ...parts, timeZone: settings.timezone }).format(new Date(instant)));
}

/** `13:00`. */
export const formatTime = (instant: string, settings: DateSettings): string =>
  formatter(settings.locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: settings.timezone,
  }).format(new Date(instant));

/** `14 November 2026`. */
export const formatDate = (instant: string, settings: DateSettings): string =>
  formatter(settings.locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: settings.timezone }).format(
    new Date(instant),
  );

/** `14 Nov 2026`, for tables. */
export const formatShortDate = (instant: string, settings: DateSettings): string =>
  formatter(settings.locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: settings.timezone }).format(
    new Date(instant),
  );

/** `14 November 2026, 19:22`. */
export const formatDateTime = (instant: string, settings: DateSettings): string =>
  `${formatDate(instant, settings)}, ${formatTime(instant, settings)}`;

/** The city of a zone: `Amsterdam` of `Europe/Amsterdam`; `UTC` as it is. */
export const zoneCity = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

/**
 * When something leaves or begins, in its own zone: `Thu 22 Jul, 13:00`, and `Thu 22 Jul, 13:00 (Cologne)` where that zone is
 * not the shop's.
 */
export function formatTravelTime(
  instant: string,
  zone: string,
  shop: DateSettings,
  options: { year?: boolean } = {},
): string {
  const there = { locale: shop.locale, timezone: zone };
  const time = `${formatDay(instant, there, options)}, ${formatTime(instant, there)}`;
  return zone === shop.timezone ? time : `${time} (${zoneCity(zone)})`;
}
