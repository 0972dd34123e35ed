/**
 * The maximum number of rows that are loaded to be printed: about 75 sheets. They are loaded a page at a time, which
 * takes seconds.
 */
export const MAX_PRINTED = 3_000;
