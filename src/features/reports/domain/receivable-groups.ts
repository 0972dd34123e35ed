export const RECEIVABLE_GROUPS = ['age', 'month'] as const;
export type ReceivableGroup = (typeof RECEIVABLE_GROUPS)[number];

/** Groups by the days since an instalment became due, in the order of the report. */
export const AGES = ['not_due', '0-7', '8-14', '15-30', 'over-30'] as const;

/** The group of orders that have a problem, such as money that was taken back. They have no open instalments. */
export const PROBLEM = 'problem';
