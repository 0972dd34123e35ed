import { isoDay, localDay } from '#kernel/local-day.ts';

export type ArrivalRefusal = { readonly kind: 'in_future' | 'before_order' | 'too_long_ago' };

/** Older money belongs to accounting years that are closed. */
const MAX_YEARS = 2;

interface Arrival {
  readonly receivedAt: Date;
  /** When the money's order was placed; null for money without an order. */
  readonly placedAt: Date | null;
  /**
   * Whether somebody has confirmed that the money came before its order, which staff may have placed because of that
   * payment.
   */
  readonly isBeforeOrder?: boolean;
  readonly timezone: string;
}

/** Returns why money cannot have arrived at that time; null if it can. Compares days in the shop's time zone. */
export function whyNotArrived(
  { receivedAt, placedAt, isBeforeOrder = false, timezone }: Arrival,
  now: Date,
): ArrivalRefusal | null {
  const dayOf = (moment: Date) => isoDay(localDay(moment, timezone));
  const today = localDay(now, timezone);
  if (dayOf(receivedAt) > isoDay(today)) return { kind: 'in_future' };
  const precedes = placedAt === null || dayOf(receivedAt) < dayOf(placedAt);
  if (!precedes) return null;
  if (placedAt !== null && !isBeforeOrder) return { kind: 'before_order' };
  return dayOf(receivedAt) < isoDay({ ...today, year: today.year - MAX_YEARS }) ? { kind: 'too_long_ago' } : null;
}
