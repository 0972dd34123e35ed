export const RECEIVABLE_GROUPS = ['age', 'month'] as const;
export type ReceivableGroup = (typeof RECEIVABLE_GROUPS)[number];

/** Overdue instalments by the days since they were due, in the order of the report. */
export const AGES = ['not_overdue', '1-7', '8-14', '15-30', 'over-30'] as const;

/**
 * Money that waits for a decision: orders that have a problem, such as money that was taken back, and, by age,
 * instalments for which wrong money arrived.
 */
export const PROBLEM = 'problem';
