/** What a transfer says it is for, as codes and references are stored: banks turn dashes into blanks and capitals into small letters. */
export const normalizeReference = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]+/gu, '-');
