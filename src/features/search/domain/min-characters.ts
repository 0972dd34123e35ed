/** Fewer characters would find half the shop. */
export const MIN_CHARACTERS = 2;
/** Shorter texts are too similar to others to be searched with a typing mistake. */
export const MIN_SIMILAR = 4;
