import { formatCache } from './format-cache.ts';

const cached = formatCache<Intl.DateTimeFormat>();

/** Caches `new Intl.DateTimeFormat(locale, options)`. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(`${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
