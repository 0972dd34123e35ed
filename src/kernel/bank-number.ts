/** Returns the form that banks store: capitals without spaces and punctuation. */
export const electronicNumber = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Returns the printed form, in groups of four. */
export const printedNumber = (typed: string): string =>
  electronicNumber(typed)
    .replace(/(.{4})/g, '$1 ')
    .trim();
