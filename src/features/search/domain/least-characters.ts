/** Fewer characters would find half the shop. */
export const LEAST_CHARACTERS = 2;
/** A shorter text is like too many others to be searched with a typing mistake. */
export const LEAST_SIMILAR = 4;
