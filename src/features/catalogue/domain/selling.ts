import { minUnits, type UnitCounts, unitsLeft } from './units-left.ts';

interface DepartureCounts extends UnitCounts {
  readonly departsAt: Date;
}

export interface SellableCounts extends UnitCounts {
  readonly travelTimeType: 'fixed' | 'selectable' | null;
  /** The fixed travel time, if there is one. */
  readonly travelTime: Date | null;
  /** The end of the event, or of the item's part of it; null for journeys and items without an event. */
  readonly saleEndsAt: Date | null;
  readonly departures: readonly DepartureCounts[];
}

/** Whether a coach is still to leave. Its seats are not for sale afterwards. */
export const hasNotDeparted = (departsAt: Date, now: Date): boolean => departsAt.getTime() > now.getTime();

/** Whether the fixed departure has left or the event has ended. False for items with selectable departures. */
export function isSaleOver(
  item: Pick<SellableCounts, 'travelTimeType' | 'travelTime' | 'saleEndsAt'>,
  now: Date,
): boolean {
  if (item.travelTimeType === 'fixed') return item.travelTime !== null && !hasNotDeparted(item.travelTime, now);
  return item.saleEndsAt !== null && item.saleEndsAt.getTime() <= now.getTime();
}

/**
 * Returns the units that can still be sold; null if unlimited. With selectable travel times, it is at most the sum of
 * the free seats on future departures. Returns 0 once the sale is over.
 */
export function unitsForSale(item: SellableCounts, now: Date): number | null {
  const own = unitsLeft(item);
  if (isSaleOver(item, now)) return 0;
  if (item.travelTimeType !== 'selectable') return own;
  const seats = item.departures
    .filter((departure) => hasNotDeparted(departure.departsAt, now))
    .map(unitsLeft)
    .reduce<number | null>((all, left) => (all === null || left === null ? null : all + left), 0);
  return minUnits(own, seats);
}
