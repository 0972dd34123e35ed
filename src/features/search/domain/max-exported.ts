/** The maximum number of rows in an export. */
export const MAX_EXPORTED = 10_000;
