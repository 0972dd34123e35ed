import { daysAfter, localDay, startOfLocalDay } from '#kernel/local-day.ts';
import { isPayable, type PaymentStatus } from './payment-status.ts';

/** An instalment that is not fully paid is due from its date, and overdue a day later. */
export interface PaymentMoments {
  status: PaymentStatus;
  dueAt: Date;
}

export const isDue = (payment: PaymentMoments, now: Date): boolean => isPayable(payment.status) && now >= payment.dueAt;

export const isOverdue = (payment: PaymentMoments, timezone: string, now: Date): boolean =>
  isPayable(payment.status) && payment.dueAt < overdueBefore(timezone, now);

/**
 * Open payments that were due before this moment are overdue. SQL statements also compare with it, so that every list
 * follows the same rule. It is the same time on the previous day, by the shop's calendar: a day on which clocks go back
 * has 25 hours, and a payment due on that day is due for all of it.
 */
export function overdueBefore(timezone: string, now: Date): Date {
  const today = localDay(now, timezone);
  const startOfToday = startOfLocalDay(today, timezone).getTime();
  const sinceMidnight = now.getTime() - startOfToday;
  const yesterday = startOfLocalDay(daysAfter(today, -1), timezone).getTime();
  // One millisecond later, because a payment that was due exactly then is overdue, too.
  return new Date(Math.min(yesterday + sinceMidnight + 1, startOfToday));
}
