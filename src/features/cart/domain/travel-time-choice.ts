/** `remaining` is null if unlimited. */
export interface Departure {
  readonly id: string;
  readonly remaining: number | null;
}

/** True for a departure with a free seat, and for the line's current departure. */
export const mayChoose = (departure: Departure, ownId: string | null): boolean =>
  departure.remaining === null || departure.remaining > 0 || departure.id === ownId;

export type SeatNote =
  | { readonly kind: 'own_time' }
  | { readonly kind: 'seats_left'; readonly count: number }
  | { readonly kind: 'sold_out' };

export function seatNote(departure: Departure, ownId: string | null): SeatNote | null {
  if (departure.id === ownId) return { kind: 'own_time' };
  if (departure.remaining === null) return null;
  return departure.remaining > 0 ? { kind: 'seats_left', count: departure.remaining } : { kind: 'sold_out' };
}

/** Whether the dialog says that all travel times are sold out, so that it cannot be submitted. */
export const isEveryTimeSoldOut = (departures: readonly Departure[], ownId: string | null): boolean =>
  !departures.some((departure) => mayChoose(departure, ownId));

/** Whether the item is a journey, which starts at a meeting point. */
export const isJourney = (item: {
  readonly type: string;
  readonly travelTimeType: 'fixed' | 'selectable' | null;
}): boolean => item.type === 'transport' || item.travelTimeType !== null;
