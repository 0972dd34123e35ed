/** A ticket's code in readable groups: `7KQ2M X4PH T9WC 3VBN`. */
export const printedCode = (code: string): string => code.replace(/^(.{5})(.{4})(.{4})(.{4})$/, '$1 $2 $3 $4');

/** Normalises a typed code to its stored form: without spaces and hyphens, in upper case. */
export const typedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
