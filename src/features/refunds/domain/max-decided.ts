/** The number of refunds that can be approved or refused at once: two pages of the list. */
export const MAX_DECIDED = 100;
