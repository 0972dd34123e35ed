import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentStatus } from '#features/orders/domain/payment-status.ts';
import { splitLimits } from '#features/orders/domain/split-limits.ts';
import { type AmountLimits, isWithin } from '#features/shop-config/domain/typed-amount.ts';
import { addToDay, type CalendarDay, isoDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';

/* How staff may change the parts of a plan that has begun. Amounts in minor units, days such as 2027-07-12. */

export interface Part {
  readonly id: number;
  readonly position: number;
  readonly amount: number;
  readonly paidAmount: number;
  readonly dueAt: Date;
  readonly status: PaymentStatus;
}

export interface PlanFacts {
  readonly isPlan: boolean;
  readonly status: OrderStatus;
  readonly hasRefunds: boolean;
  /** All parts, by position. */
  readonly parts: readonly Part[];
}

export type WhyNotChangePlan =
  | 'no_plan'
  | 'not_begun'
  /** The order is paid, has ended or has a problem. */
  | 'not_under_way'
  | 'has_refunds';

export type WhyNotChangePart = WhyNotChangePlan | 'paid_already' | 'on_its_way' | 'part_problem';

/** Returns why the plan cannot be changed; null if it can. */
export function whyNotChangePlan({ isPlan, status, hasRefunds, parts }: PlanFacts): WhyNotChangePlan | null {
  if (!isPlan) return 'no_plan';
  const [first] = parts;
  if (status === 'pending' || status === 'processing') return 'not_begun';
  if (status !== 'partial') return 'not_under_way';
  if (!first || first.paidAmount < first.amount) return 'not_begun';
  return hasRefunds ? 'has_refunds' : null;
}

/** Returns why this part cannot be changed; null if it can. Money on its way could still pay it. */
export function whyNotChangePart(plan: PlanFacts, { status }: Pick<Part, 'status'>): WhyNotChangePart | null {
  const why = whyNotChangePlan(plan);
  if (why) return why;
  if (status === 'processing') return 'on_its_way';
  if (status === 'problem') return 'part_problem';
  return status === 'paid' || status === 'cancelled' ? 'paid_already' : null;
}

const missingOf = ({ amount, paidAmount }: Pick<Part, 'amount' | 'paidAmount'>): number => amount - paidAmount;

/** A day further ahead is a typing error. */
const MAX_DAYS_AHEAD = 2 * 365;

export type DayRefusal =
  | { kind: 'no_day' }
  | { kind: 'day_passed' }
  | { kind: 'day_too_far' }
  /** Parts stay in the order of their days. `day` belongs to the neighbouring part. */
  | { kind: 'not_before'; day: Date }
  | { kind: 'not_after'; day: Date };

export interface Neighbours {
  readonly timezone: string;
  /** The day of the open part before it, or null. */
  readonly previous: Date | null;
  /** The day of the open part after it, if that part keeps its day; otherwise null. */
  readonly next: Date | null;
}

/** Returns the start of the day in the shop's zone, or why the part cannot be due then. */
export function dueOn(day: string, { timezone, previous, next }: Neighbours, now: Date): Date | DayRefusal {
  const calendarDay = readDay(day);
  if (!calendarDay) return { kind: 'no_day' };
  const today = localDay(now, timezone);
  if (day < isoDay(today)) return { kind: 'day_passed' };
  if (day > isoDay(addToDay(today, { months: 0, days: MAX_DAYS_AHEAD }))) return { kind: 'day_too_far' };
  if (previous && day < isoDay(localDay(previous, timezone))) return { kind: 'not_before', day: previous };
  if (next && day > isoDay(localDay(next, timezone))) return { kind: 'not_after', day: next };
  return startOfLocalDay(calendarDay, timezone);
}

/** Reads `2027-07-12`. Returns null if there is no such day. */
function readDay(text: string): CalendarDay | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return null;
  const found = { year, month, day };
  return isoDay(addToDay(found, { months: 0, days: 0 })) === text ? found : null;
}

/** Returns the open parts before and after one. Its day must stay between theirs. */
export function neighboursOf(
  parts: readonly Part[],
  part: Pick<Part, 'position'>,
): { previous: Part | null; later: Part[] } {
  const open = parts.filter(({ status }) => status === 'pending' || status === 'partial');
  return {
    previous: open.findLast(({ position }) => position < part.position) ?? null,
    later: open.filter(({ position }) => position > part.position),
  };
}

/** Returns a later part's new day. It keeps its distance in days from the part that is moved. */
export function movedAlong(dueAt: Date, from: Date, to: Date, timezone: string): Date {
  const [start, end] = [localDay(from, timezone), localDay(to, timezone)];
  const days = Math.round(
    (Date.UTC(end.year, end.month - 1, end.day) - Date.UTC(start.year, start.month - 1, start.day)) / 86_400_000,
  );
  return startOfLocalDay(addToDay(localDay(dueAt, timezone), { months: 0, days }), timezone);
}

export type SplitRefusal = { kind: 'amount_not_between' } & AmountLimits;

/** The first part keeps what is paid of it and stays open. */
export function whyNotSplitAt(part: Pick<Part, 'amount' | 'paidAmount'>, amount: number): SplitRefusal | null {
  const limits = splitLimits(part);
  return isWithin(amount, limits) ? null : { kind: 'amount_not_between', ...limits };
}

/**
 * Returns the amount waived from each part: its full open amount, or `amount` if there is only one part. Null if that
 * is more than is open.
 */
export function waivedOf(parts: readonly Part[], amount: number | null): { part: Part; amount: number }[] | null {
  if (amount === null) return parts.map((part) => ({ part, amount: missingOf(part) }));
  const [part] = parts;
  if (!part || parts.length > 1 || amount < 1 || amount > missingOf(part)) return null;
  return [{ part, amount }];
}
