import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentStatus } from '#features/orders/domain/payment-status.ts';
import { splitLimits } from '#features/orders/domain/split-limits.ts';
import { type AmountLimits, isWithin } from '#features/shop-config/domain/typed-amount.ts';
import { addToDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';

/* How staff may change the instalments of a plan that has begun. Amounts in minor units, days such as 2027-07-12. */

export interface PlanInstalment {
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
  /** All instalments, by position. */
  readonly instalments: readonly PlanInstalment[];
}

export type WhyNotChangePlan =
  | 'no_plan'
  | 'not_begun'
  /** The order is paid, has ended or has a problem. */
  | 'not_under_way'
  | 'has_refunds';

export type WhyNotChangeInstalment = WhyNotChangePlan | 'paid_already' | 'on_its_way' | 'instalment_problem';

/** Returns why the plan cannot be changed; null if it can. */
export function whyNotChangePlan({ isPlan, status, hasRefunds, instalments }: PlanFacts): WhyNotChangePlan | null {
  if (!isPlan) return 'no_plan';
  const [first] = instalments;
  if (status === 'pending' || status === 'processing') return 'not_begun';
  if (status !== 'partial') return 'not_under_way';
  if (!first || first.paidAmount < first.amount) return 'not_begun';
  return hasRefunds ? 'has_refunds' : null;
}

/** Returns why this instalment cannot be changed; null if it can. Money on its way could still pay it. */
export function whyNotChangeInstalment(
  plan: PlanFacts,
  { status }: Pick<PlanInstalment, 'status'>,
): WhyNotChangeInstalment | null {
  const why = whyNotChangePlan(plan);
  if (why) return why;
  if (status === 'processing') return 'on_its_way';
  if (status === 'problem') return 'instalment_problem';
  return status === 'paid' || status === 'cancelled' ? 'paid_already' : null;
}

const missingOf = ({ amount, paidAmount }: Pick<PlanInstalment, 'amount' | 'paidAmount'>): number =>
  amount - paidAmount;

/** Returns the open instalments before and after one. Its day must stay between theirs. */
export function neighboursOf(
  instalments: readonly PlanInstalment[],
  instalment: Pick<PlanInstalment, 'position'>,
): { previous: PlanInstalment | null; later: PlanInstalment[] } {
  const open = instalments.filter(({ status }) => status === 'pending' || status === 'partial');
  return {
    previous: open.findLast(({ position }) => position < instalment.position) ?? null,
    later: open.filter(({ position }) => position > instalment.position),
  };
}

/** Returns a later instalment's new day. It keeps its distance in days from the instalment that is moved. */
export function movedAlong(dueAt: Date, from: Date, to: Date, timezone: string): Date {
  const [start, end] = [localDay(from, timezone), localDay(to, timezone)];
  const days = Math.round(
    (Date.UTC(end.year, end.month - 1, end.day) - Date.UTC(start.year, start.month - 1, start.day)) / 86_400_000,
  );
  return startOfLocalDay(addToDay(localDay(dueAt, timezone), { months: 0, days }), timezone);
}

export type SplitRefusal = { kind: 'amount_not_between' } & AmountLimits;

/** The first instalment keeps what is paid of it and stays open. */
export function whyNotSplitAt(
  instalment: Pick<PlanInstalment, 'amount' | 'paidAmount'>,
  amount: number,
): SplitRefusal | null {
  const limits = splitLimits(instalment);
  return isWithin(amount, limits) ? null : { kind: 'amount_not_between', ...limits };
}

/**
 * Returns the amount waived from each instalment: its full open amount, or `amount` if there is only one. Null if
 * `amount` is below 1 or more than is open.
 */
export function waivedOf(
  instalments: readonly PlanInstalment[],
  amount: number | null,
): { instalment: PlanInstalment; amount: number }[] | null {
  if (amount === null) return instalments.map((instalment) => ({ instalment, amount: missingOf(instalment) }));
  const [instalment] = instalments;
  if (!instalment || instalments.length > 1 || amount < 1 || amount > missingOf(instalment)) return null;
  return [{ instalment, amount }];
}
