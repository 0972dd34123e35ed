/** What a line of an address is, in the words of operators, and the browser's name for it (HTML autocomplete). */
const tokens: readonly [words: RegExp, token: string][] = [
  [/\b(apartment|floor|unit|flat|suite|building)\b/i, 'address-line2'],
  [/\b(street|address|road)\b/i, 'address-line1'],
  [/\b(postal|postcode|zip)\b/i, 'postal-code'],
  [/\b(city|town|village)\b/i, 'address-level2'],
  [/\b(state|province|region|county)\b/i, 'address-level1'],
];

/** The autocomplete token that a line's text suggests, without `billing` or `shipping`; null when none does. */
export const autocompleteToken = (text: string): string | null =>
  tokens.find(([words]) => words.test(text))?.[1] ?? null;
