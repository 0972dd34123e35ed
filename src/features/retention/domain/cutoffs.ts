import { localDay, startOfLocalDay } from '#kernel/local-day.ts';
import type { Retention } from './retention.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Data of each kind is deleted if it is from before this moment; null keeps it forever. */
export interface Cutoffs {
  readonly mails: Date | null;
  readonly attempts: Date;
  readonly payments: Date | null;
  readonly refunds: Date;
  readonly holders: Date | null;
  readonly invoices: Date | null;
}

/** `timezone` is the shop's: the years of its documents end in it. */
export function cutoffs(retention: Retention, now: Date, timezone: string): Cutoffs {
  const { mailDays, paymentDays, refundDays, holderMonths, invoiceYears } = retention;
  return {
    mails: mailDays === null ? null : daysBefore(now, mailDays),
    // Within a day, a repeated checkout returns the same gateway page.
    attempts: daysBefore(now, 1),
    payments: paymentDays === null ? null : daysBefore(now, paymentDays),
    refunds: daysBefore(now, refundDays),
    holders: holderMonths === null ? null : monthsBefore(now, holderMonths),
    invoices: invoiceYears === null ? null : startOfYear(now, invoiceYears, timezone),
  };
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Returns the same day and time of an earlier month, or that month's last day if it is shorter. */
function monthsBefore(now: Date, months: number): Date {
  const moment = new Date(now);
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();
  moment.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return moment;
}

/** Tax law counts whole years after the document's year: with ten, a document of 2026 is kept until the end of 2036. */
const startOfYear = (now: Date, years: number, timezone: string): Date =>
  startOfLocalDay({ year: localDay(now, timezone).year - years, month: 1, day: 1 }, timezone);
