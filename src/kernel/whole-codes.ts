/**
 * Hyphenated codes (of orders, refunds, payments, documents) and account numbers in groups of four, where browsers
 * would break lines.
 */
const CODES =
  /\b(?:[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?|[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,8}){1,3})(?![\w-])/g;

/** Keeps codes whole in the text of a piece of HTML, but not inside its tags. */
export const wholeCodes = (html: string, wrap: (code: string) => string): string =>
  html.replace(/(^|>)([^<>]+)/g, (_, before: string, text: string) => before + text.replace(CODES, wrap));
