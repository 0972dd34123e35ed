/** Matches stored codes: banks replace dashes with spaces and capitals with small letters. */
export const normalizeReference = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]+/gu, '-');
