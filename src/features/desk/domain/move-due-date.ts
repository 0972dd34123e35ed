import { type DayRefusal, dueOn } from '#features/orders/domain/due-day.ts';
import { type OrderStatus, takesPayments } from '#features/orders/domain/order-status.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { addToDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';

/* How staff give the first transfer of an order another due date. A plan that has begun has its own rules. */

const DAY_MS = 24 * 60 * 60_000;

export type WhyNotMoveDueDate = 'not_waiting' | 'not_by_transfer' | 'on_its_way' | 'has_refunds';

export interface WaitingOrder {
  readonly status: OrderStatus;
  readonly method: PaymentMethod;
  /** Whether its items are held until a deadline. */
  readonly isHeld: boolean;
  readonly hasRefunds: boolean;
}

export function whyNotMoveDueDate({ status, method, isHeld, hasRefunds }: WaitingOrder): WhyNotMoveDueDate | null {
  if (!takesPayments(status) || !isHeld) return 'not_waiting';
  if (method !== 'bank_transfer') return 'not_by_transfer';
  if (status === 'processing') return 'on_its_way';
  return hasRefunds ? 'has_refunds' : null;
}

export interface DeadlineLimits {
  readonly timezone: string;
  readonly graceDays: number;
  /** The earliest end of an event or departure in the order; null if there is none. */
  readonly ends: Date | null;
  /** When the second instalment of a plan is due; null for other orders. */
  readonly nextDue: Date | null;
}

export interface Deadline {
  readonly dueAt: Date;
  /** Until when the items are held. */
  readonly payBy: Date;
}

export type DueDateRefusal =
  | DayRefusal
  /** `day`: when the event ends or the coach leaves. */
  | { kind: 'after_end'; day: Date };

/** Reads a day such as 2027-07-12 in the shop's zone. The items are held until the days of grace after it are over. */
export function movedDeadline(
  day: string,
  { timezone, graceDays, ends, nextDue }: DeadlineLimits,
  now: Date,
): Deadline | DueDateRefusal {
  const dueAt = dueOn(day, { timezone, previous: null, next: nextDue }, now);
  if (!(dueAt instanceof Date)) return dueAt;
  if (ends !== null && dueAt >= ends) return { kind: 'after_end', day: ends };
  const nextDay = startOfLocalDay(addToDay(localDay(dueAt, timezone), { months: 0, days: 1 }), timezone);
  const payBy = nextDay.getTime() + graceDays * DAY_MS;
  return { dueAt, payBy: new Date(Math.min(payBy, ends?.getTime() ?? Number.POSITIVE_INFINITY)) };
}
