/** The number of rows on a page. */
export const PAGE = 50;
/** The number next to a view’s name stops counting here. */
export const MAX_IN_TAB = 1_000;
/** Larger than any list. */
export const UNLIMITED = 1_000_000_000;
/** The maximum number of rows that are counted and summed up. */
export const MAX_COUNTED = 10_000;
