/** Rows of a list that an export has at most. */
export const MOST_EXPORTED = 10_000;
