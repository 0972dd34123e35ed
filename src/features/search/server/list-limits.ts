/** The number of rows on a page. */
export const PAGE = 50;
/** The number beside a view’s name stops counting here. */
export const MOST_IN_TAB = 1_000;
/** No more rows than this are counted and summed up. */
export const MOST_COUNTED = 10_000;
