/** The number of rows in one part of an export. The browser puts the parts together. */
export const EXPORTED_AT_ONCE = 10_000;
