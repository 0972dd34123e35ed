import { type Minor, sum } from '#kernel/money.ts';

/** The amount of a plan that is due today, and its later payments. */
export interface DueToday {
  readonly amount: Minor;
  readonly total: Minor;
  /** Payments after the first; null if there are none. */
  readonly later: LaterPayments | null;
}

export interface LaterPayments {
  readonly count: number;
  /** Null if the amounts differ. */
  readonly each: Minor | null;
  readonly total: Minor;
  readonly lastDueAt: Date;
}

interface Due {
  readonly amount: Minor;
  readonly dueAt: Date;
}

/** `schedule` has at least one payment. */
export function dueToday(schedule: readonly Due[]): DueToday {
  const [first, ...later] = schedule;
  if (!first) throw new Error('A plan has at least one payment');
  return { amount: first.amount, total: totalOf(schedule), later: laterPayments(later) };
}

/** `payments` are sorted by due date. Null if there are none. */
export function laterPayments(payments: readonly Due[]): LaterPayments | null {
  const last = payments.at(-1);
  if (!last) return null;
  const isSame = payments.every(({ amount }) => amount === last.amount);
  return {
    count: payments.length,
    each: isSame ? last.amount : null,
    total: totalOf(payments),
    lastDueAt: last.dueAt,
  };
}

const totalOf = (payments: readonly Due[]): Minor => sum(payments.map(({ amount }) => amount));
