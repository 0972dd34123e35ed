export const RECEIVABLE_GROUPS = ['age', 'month'] as const;
export type ReceivableGroup = (typeof RECEIVABLE_GROUPS)[number];

/** How long a part has been due, in days; the order is that of the rows. */
export const AGES = ['not_due', '0-7', '8-14', '15-30', 'over-30'] as const;

/** Owed by orders whose money was taken back, or that are a problem otherwise; no part of them is open. */
export const PROBLEM = 'problem';
