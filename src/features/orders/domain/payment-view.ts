import { daysAfter, localDay, startOfLocalDay } from '#kernel/local-day.ts';
import { asksForMoney, type PaymentStatus } from './payment-status.ts';

/** An instalment is due from its date and overdue a day later, while money is missing. */
export interface PaymentMoments {
  status: PaymentStatus;
  dueAt: Date;
}

export const isDue = (payment: PaymentMoments, now: Date): boolean =>
  asksForMoney(payment.status) && now >= payment.dueAt;

/** A calendar day of the shop, because the day when clocks are put back has 25 hours. */
export const isOverdue = (payment: PaymentMoments, timezone: string, now: Date): boolean =>
  asksForMoney(payment.status) && now >= aDayAfter(payment.dueAt, timezone);

function aDayAfter(moment: Date, timezone: string): Date {
  const day = localDay(moment, timezone);
  const intoTheDay = moment.getTime() - startOfLocalDay(day, timezone).getTime();
  return new Date(startOfLocalDay(daysAfter(day, 1), timezone).getTime() + intoTheDay);
}
