/** Rows of a page. */
export const PAGE = 50;
/** Beside the name of a view, more than this many rows are not told apart. */
export const MOST_IN_TAB = 1_000;
/** No more rows than this are counted, summed up or exported. */
export const MOST_COUNTED = 10_000;
