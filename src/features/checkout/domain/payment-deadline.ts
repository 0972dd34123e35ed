import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The shop's deadlines for an order's first money. */
export interface DeadlineSettings {
  readonly cardHoldMinutes: number;
  /** For an order that the operator took: its customer pays by the link in the mail. */
  readonly cardLinkHours: number;
  readonly bankTransferDays: number;
  readonly bankTransferGraceDays: number;
}

export interface OrderToWaitFor {
  readonly method: PaymentMethod;
  /** The operator took the order, so nobody is sent to the gateway at once. */
  readonly isPaidByLink: boolean;
  /** When the first coach of the order leaves or its first event is over; null if nothing has an end. */
  readonly ends: Date | null;
}

/** Whether a transfer has its full time, grace included, before the first event or departure. `begins` is null if there is none. */
export const isInTimeForTransfer = (leadDays: number, begins: Date | null, now: Date): boolean =>
  begins === null || now.getTime() + leadDays * DAY_MS <= begins.getTime();

/** When an order's money is due: a transfer after its days, but not after `ends`; anything else at once. */
export function dueDate(order: Pick<OrderToWaitFor, 'method' | 'ends'>, settings: DeadlineSettings, now: Date): Date {
  return order.method === 'bank_transfer'
    ? capped(now.getTime() + settings.bankTransferDays * DAY_MS, order.ends)
    : now;
}

/**
 * The moment until which an order keeps its unpaid stock: minutes for a card, hours if the customer pays by a mailed link, or a
 * transfer's days with its days of grace. Never later than `ends`.
 */
export const payBy = (order: OrderToWaitFor, settings: DeadlineSettings, now: Date): Date =>
  capped(now.getTime() + waitMs(order, settings), order.ends);

const capped = (moment: number, ends: Date | null): Date =>
  new Date(Math.min(moment, ends?.getTime() ?? Number.POSITIVE_INFINITY));

function waitMs({ method, isPaidByLink }: OrderToWaitFor, settings: DeadlineSettings): number {
  if (method === 'bank_transfer') return (settings.bankTransferDays + settings.bankTransferGraceDays) * DAY_MS;
  return isPaidByLink ? settings.cardLinkHours * HOUR_MS : settings.cardHoldMinutes * MINUTE_MS;
}
