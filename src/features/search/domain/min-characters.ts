/** Fewer characters would find half the shop. */
export const MIN_CHARACTERS = 2;
/** Shorter texts resemble too many others to be searched with a typing mistake. */
export const MIN_SIMILAR = 4;
