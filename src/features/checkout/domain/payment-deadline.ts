import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface DeadlineSettings {
  readonly cardHoldMinutes: number;
  /** For orders taken by the operator, whose customers pay by an emailed link. */
  readonly cardLinkHours: number;
  readonly bankTransferDays: number;
  readonly bankTransferGraceDays: number;
}

export interface OrderToWaitFor {
  readonly method: PaymentMethod;
  /** Whether the operator took the order, so that the customer is not redirected to the gateway but gets a link. */
  readonly isPaidByLink: boolean;
  /** The earliest end of an event or departure in the order; null if there is none. */
  readonly ends: Date | null;
}

/**
 * Whether a transfer has its full time, including grace, before the first event or departure. `begins` is null if there
 * is none.
 */
export const isInTimeForTransfer = (leadDays: number, begins: Date | null, now: Date): boolean =>
  begins === null || now.getTime() + leadDays * DAY_MS <= begins.getTime();

export interface FirstPayment extends Pick<OrderToWaitFor, 'method' | 'ends'> {
  /** When the second instalment of a plan is due; null for other orders. */
  readonly nextDue: Date | null;
}

/**
 * When the first payment of an order is due. A transfer is due after its number of days, but not after `ends` or the
 * second instalment. Anything else is due immediately.
 */
export function dueDate({ method, ends, nextDue }: FirstPayment, settings: DeadlineSettings, now: Date): Date {
  if (method !== 'bank_transfer') return now;
  const due = capped(now.getTime() + settings.bankTransferDays * DAY_MS, ends);
  // The second instalment of an order that comes back may have been due long ago.
  return nextDue !== null && nextDue > now ? capped(due.getTime(), nextDue) : due;
}

/**
 * Returns when the order expires if it is not paid: after minutes for a card, after hours for an emailed payment link,
 * and for a transfer after its days plus the days of grace. Never later than `ends`.
 */
export const payBy = (order: OrderToWaitFor, settings: DeadlineSettings, now: Date): Date =>
  capped(now.getTime() + waitMs(order, settings), order.ends);

const capped = (moment: number, ends: Date | null): Date =>
  new Date(Math.min(moment, ends?.getTime() ?? Number.POSITIVE_INFINITY));

function waitMs({ method, isPaidByLink }: OrderToWaitFor, settings: DeadlineSettings): number {
  if (method === 'bank_transfer') return (settings.bankTransferDays + settings.bankTransferGraceDays) * DAY_MS;
  return isPaidByLink ? settings.cardLinkHours * HOUR_MS : settings.cardHoldMinutes * MINUTE_MS;
}
