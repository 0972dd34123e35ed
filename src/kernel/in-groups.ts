/** Formats an account number or a key in groups of four, as on a bank card. Existing spaces are ignored. */
export const inGroups = (number: string): string => number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
