/** Returns an account number, a BIC or a reference as banks store it: capitals without spaces and punctuation. */
export const electronicNumber = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Returns an account number as it is printed: in groups of four. */
export const printedNumber = (typed: string): string =>
  electronicNumber(typed)
    .replace(/(.{4})/g, '$1 ')
    .trim();
