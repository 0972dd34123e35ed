/** Words that operators use, with the HTML autocomplete token. */
const tokens: readonly [words: RegExp, token: string][] = [
  [/\b(apartment|floor|unit|flat|suite|building)\b/i, 'address-line2'],
  [/\b(street|address|road)\b/i, 'address-line1'],
  [/\b(postal|postcode|zip)\b/i, 'postal-code'],
  [/\b(city|town|village)\b/i, 'address-level2'],
  [/\b(state|province|region|county)\b/i, 'address-level1'],
];

/** Returns the token without `billing` or `shipping`; null if none fits. */
export const autocompleteToken = (text: string): string | null =>
  tokens.find(([words]) => words.test(text))?.[1] ?? null;
