/** Rows of a list that an export has at most. */
export const MAX_EXPORTED = 10_000;
