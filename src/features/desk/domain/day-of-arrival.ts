import { isoDay, localDay } from '#kernel/local-day.ts';

export type ArrivalRefusal = { readonly kind: 'in_future' | 'before_order' | 'too_long_ago' };

/** Older money is in accounts that are closed. */
const MAX_YEARS = 2;

/**
 * Why money cannot have arrived then; null if it can. Compares days in the shop's time zone. `placedAt` is when its
 * order was placed; null for money without an order.
 */
export function whyNotArrived(
  { receivedAt, placedAt, timezone }: { receivedAt: Date; placedAt: Date | null; timezone: string },
  now: Date,
): ArrivalRefusal | null {
  const dayOf = (moment: Date) => isoDay(localDay(moment, timezone));
  const today = localDay(now, timezone);
  if (dayOf(receivedAt) > isoDay(today)) return { kind: 'in_future' };
  if (placedAt !== null && dayOf(receivedAt) < dayOf(placedAt)) return { kind: 'before_order' };
  const isOld = dayOf(receivedAt) < isoDay({ ...today, year: today.year - MAX_YEARS });
  return placedAt === null && isOld ? { kind: 'too_long_ago' } : null;
}
