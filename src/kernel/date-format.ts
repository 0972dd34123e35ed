/** Creating a format costs a hundred times as much as using it. A shop has a few, for the zones of its items. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 200;

/** Caches `new Intl.DateTimeFormat(locale, options)`. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}
