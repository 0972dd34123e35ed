import { type UnitCounts, unitsLeft } from '#features/catalogue/domain/units-left.ts';

export interface StockItem extends UnitCounts {
  readonly id: number;
  readonly isActive: boolean;
}

export interface StockDeparture extends UnitCounts {
  readonly id: number;
  readonly itemId: number;
  readonly isActive: boolean;
  readonly departsAt: Date;
}

/** One unit of an item and, if the item has selectable travel times, a seat on one of its departures. */
export interface UnitRequest {
  readonly itemId: number;
  readonly departureId: number | null;
}

export type StockRefusal =
  | { kind: 'item_withdrawn' }
  | DepartureRefusal
  | { kind: 'sold_out' }
  | { kind: 'departure_sold_out' };

/**
 * `departure_unknown`: it does not exist or belongs to another item. `departure_gone`: it was withdrawn or has left.
 */
export type DepartureRefusal = { kind: 'departure_unknown' } | { kind: 'departure_gone' };

/** Null if it is granted. */
export type Allocation = StockRefusal | null;

/**
 * Allocates units in order of arrival until an item or departure is used up. A request gets both its unit and its seat,
 * or neither. Expects all items and departures with locked counters; an unknown one counts as withdrawn.
 */
export function allocateUnits(
  stock: { items: readonly StockItem[]; departures: readonly StockDeparture[] },
  requests: readonly UnitRequest[],
  now: Date,
): Allocation[] {
  const items = new Map(stock.items.map((item) => [item.id, { item, left: unitsLeft(item) }]));
  const departures = new Map(
    stock.departures.map((departure) => [departure.id, { departure, left: unitsLeft(departure) }]),
  );

  return requests.map(({ itemId, departureId }) => {
    const item = items.get(itemId);
    if (!item?.item.isActive) return { kind: 'item_withdrawn' };
    const seat = departureId === null ? null : departures.get(departureId);
    const wrongSeat = seat === null ? null : whyNotBookable(seat?.departure, itemId, now);
    if (wrongSeat) return wrongSeat;
    if (item.left === 0) return { kind: 'sold_out' };
    if (seat && seat.left === 0) return { kind: 'departure_sold_out' };
    if (item.left !== null) item.left -= 1;
    if (seat && seat.left !== null) seat.left -= 1;
    return null;
  });
}

/** Returns why an item cannot have a seat on a departure, or null. */
export function whyNotBookable(
  departure: StockDeparture | undefined,
  itemId: number,
  now: Date,
): DepartureRefusal | null {
  if (departure?.itemId !== itemId) return { kind: 'departure_unknown' };
  const isOnSale = departure.isActive && departure.departsAt.getTime() > now.getTime();
  return isOnSale ? null : { kind: 'departure_gone' };
}

/** Whether freeing expired holds could turn the refusal into a grant. */
export const lacksUnits = (allocation: Allocation): boolean =>
  allocation?.kind === 'sold_out' || allocation?.kind === 'departure_sold_out';
