/** Refunds that are approved or refused at once: two pages of the list. */
export const MOST_DECIDED = 100;
