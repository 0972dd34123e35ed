export const RECEIVABLE_GROUPS = ['age', 'month'] as const;
export type ReceivableGroup = (typeof RECEIVABLE_GROUPS)[number];

/** Payments by the days since they were due, in the order of the report. */
export const AGES = ['not_overdue', '1-7', '8-14', '15-30', 'over-30'] as const;

/**
 * Money that waits for a decision: that of orders that have a problem, such as a chargeback, and, in a report by age,
 * that of payments for which wrong money arrived.
 */
export const PROBLEM = 'problem';
