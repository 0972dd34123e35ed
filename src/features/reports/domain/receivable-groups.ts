export const RECEIVABLE_GROUPS = ['age', 'month'] as const;
export type ReceivableGroup = (typeof RECEIVABLE_GROUPS)[number];

/** Days since a part became due, in the order of the rows. */
export const AGES = ['not_due', '0-7', '8-14', '15-30', 'over-30'] as const;

/**
 * The group of orders whose money was taken back, or that have another problem. They have no open parts.
 */
export const PROBLEM = 'problem';
