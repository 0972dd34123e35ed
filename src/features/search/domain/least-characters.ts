/** Fewer characters would find half the shop. */
export const LEAST_CHARACTERS = 2;
