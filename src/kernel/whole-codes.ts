/**
 * Codes with hyphens (of orders, refunds, payments, documents) and account numbers in groups of four, as they stand in running text. A
 * browser breaks lines at a hyphen and at a space, and half a code is no code.
 */
const CODES =
  /\b(?:[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?|[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,8}){1,3})(?![\w-])/g;

/** The codes in a piece of HTML, but not those in its tags, replaced by what `wrap` makes of each. */
export const wholeCodes = (html: string, wrap: (code: string) => string): string =>
  html.replace(/(^|>)([^<>]+)/g, (_, before: string, text: string) => before + text.replace(CODES, wrap));
