import { fewer, type UnitCounts, unitsLeft } from './units-left.ts';

export interface DepartureCounts extends UnitCounts {
  readonly departsAt: Date;
}

export interface SellableCounts extends UnitCounts {
  readonly travelTimeType: 'fixed' | 'selectable' | null;
  /** Of a fixed travel time. */
  readonly travelTime: Date | null;
  readonly departures: readonly DepartureCounts[];
}

/** Whether a coach is still to leave: nobody can buy a seat in one that has left. */
export const isStillToLeave = (departsAt: Date, now: Date): boolean => departsAt.getTime() > now.getTime();

/**
 * Units of an item that somebody could buy now; null means unlimited. An item with selectable travel times has no more
 * than its departures have left together, and a departure or fixed time in the past sells nothing.
 */
export function unitsForSale(item: SellableCounts, now: Date): number | null {
  const own = unitsLeft(item);
  if (item.travelTimeType === 'fixed') return item.travelTime && !isStillToLeave(item.travelTime, now) ? 0 : own;
  if (item.travelTimeType !== 'selectable') return own;
  const seats = item.departures
    .filter((departure) => isStillToLeave(departure.departsAt, now))
    .map(unitsLeft)
    .reduce<number | null>((all, left) => (all === null || left === null ? null : all + left), 0);
  return fewer(own, seats);
}
