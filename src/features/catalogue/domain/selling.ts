import { fewer, type UnitCounts, unitsLeft } from './units-left.ts';

interface DepartureCounts extends UnitCounts {
  readonly departsAt: Date;
}

export interface SellableCounts extends UnitCounts {
  readonly travelTimeType: 'fixed' | 'selectable' | null;
  /** Of a fixed travel time. */
  readonly travelTime: Date | null;
  /** The end of the event, or of the item's part of it; null for journeys and items without an event. */
  readonly saleEndsAt: Date | null;
  readonly departures: readonly DepartureCounts[];
}

/** Whether a coach is still to leave: nobody can buy a seat in one that has left. */
export const isStillToLeave = (departsAt: Date, now: Date): boolean => departsAt.getTime() > now.getTime();

/** Whether the sale is over: the fixed coach has left or the event has ended. Selectable departures end one by one. */
export function isSaleOver(
  item: Pick<SellableCounts, 'travelTimeType' | 'travelTime' | 'saleEndsAt'>,
  now: Date,
): boolean {
  if (item.travelTimeType === 'fixed') return item.travelTime !== null && !isStillToLeave(item.travelTime, now);
  return item.saleEndsAt !== null && item.saleEndsAt.getTime() <= now.getTime();
}

/**
 * Units of an item that somebody could buy now; null means unlimited. An item with selectable travel times has no more than its
 * departures have left together; a past departure and an item whose sale is over sell nothing.
 */
export function unitsForSale(item: SellableCounts, now: Date): number | null {
  const own = unitsLeft(item);
  if (isSaleOver(item, now)) return 0;
  if (item.travelTimeType !== 'selectable') return own;
  const seats = item.departures
    .filter((departure) => isStillToLeave(departure.departsAt, now))
    .map(unitsLeft)
    .reduce<number | null>((all, left) => (all === null || left === null ? null : all + left), 0);
  return fewer(own, seats);
}
