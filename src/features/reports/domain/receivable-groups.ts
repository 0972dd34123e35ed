export const RECEIVABLE_GROUPS = ['age', 'month'] as const;
export type ReceivableGroup = (typeof RECEIVABLE_GROUPS)[number];

/** Days since a part became due, in the order of the rows. */
export const AGES = ['not_due', '0-7', '8-14', '15-30', 'over-30'] as const;

/**
 * What is owed by orders whose money was taken back, or that are a problem for another reason. No part of them is open.
 */
export const PROBLEM = 'problem';
