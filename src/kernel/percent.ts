const formats = new Map<string, Intl.NumberFormat>();

/** 550 basis points are `5.5%` in English, `5,5 %` in German. */
export function formatPercent(basisPoints: number, locale: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
    formats.set(locale, format);
  }
  return format.format(basisPoints / 10_000);
}
