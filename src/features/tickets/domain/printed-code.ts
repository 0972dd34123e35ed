/** A ticket's code in groups, as a person reads it: `7KQ2M X4PH T9WC 3VBN`. */
export const printedCode = (code: string): string => code.replace(/^(.{5})(.{4})(.{4})(.{4})$/, '$1 $2 $3 $4');

/** A code as somebody typed it from paper, as it is stored: without spaces, hyphens and case. */
export const typedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
