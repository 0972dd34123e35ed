/** Rows of a page. */
export const PAGE = 50;
/** No more rows than this are counted, summed up or exported. */
export const MOST_COUNTED = 10_000;
