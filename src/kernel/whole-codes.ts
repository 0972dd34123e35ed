/** Matches account numbers in groups of four, as people read them. */
const ACCOUNT = String.raw`[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?`;
/** Matches hyphenated codes of orders, refunds, payments and documents. */
const HYPHENATED = '[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,8}){1,3}';
const CODES = new RegExp(String.raw`\b(?:${ACCOUNT}|${HYPHENATED})(?![\w-])`, 'g');
/** Matches one or two days and their month, perhaps with the year: `22–25 July`, `30. März 2027`. */
const DATES = /(?<![\w.,])(?:\d{1,2}\.?–)?\d{1,2}\.? \p{L}{3,}(?: \d{4}\b\.?)?/gu;

/** Wraps codes, which browsers would break, in the text of a piece of HTML, but not inside its tags. */
export const wholeCodes = (html: string, wrap: (code: string) => string): string => inText(html, CODES, wrap);

/** Wraps dates in the same way. A number before any other word is kept with that word too. */
export const wholeDates = (html: string, wrap: (date: string) => string): string => inText(html, DATES, wrap);

const inText = (html: string, wanted: RegExp, wrap: (found: string) => string): string =>
  html.replace(/(^|>)([^<>]+)/g, (_, before: string, text: string) => before + text.replace(wanted, wrap));

const WHOLE_ACCOUNT = new RegExp(`^${ACCOUNT}$`);
export const isAccountNumber = (text: string): boolean => WHOLE_ACCOUNT.test(text);
