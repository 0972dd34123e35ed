/**
 * The rule of `isOverdue` for rows of `payments p`. `$1` is `overdueBefore`. Money that is on its way or waits for a
 * decision is not overdue.
 */
export const OVERDUE_PAYMENT = `(p.due_at < $1 and p.status in ('pending', 'partial'))`;
