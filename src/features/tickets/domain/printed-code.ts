/** Groups of four characters, the last of five: `7KQ2 MX4P HT9W C3VBN`. */
export const printedCode = (code: string): string => code.replace(/^(.{4})(.{4})(.{4})(.{5})$/, '$1 $2 $3 $4');

/** Without spaces and hyphens, in upper case, as a code is stored. */
export const normalizeTicketCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
