/** A number of bytes in gigabytes, as numbers are written in a locale: two decimals below 10, none from then on. */
export function gigabytesText(bytes: number, locale: string): string {
  const gigabytes = bytes / 1e9;
  const digits = gigabytes < 10 ? 2 : 0;
  return gigabytes.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
