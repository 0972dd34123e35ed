import { formatCache } from './format-cache.ts';

const cached = formatCache<Intl.NumberFormat>();

/** Formats 550 basis points as `5.5%` in English, `5,5 %` in German. */
export const formatPercent = (basisPoints: number, locale: string): string =>
  cached(locale, () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })).format(
    basisPoints / 10_000,
  );
