/** A departure as the wire tells it. `remaining` null: unlimited. */
export interface Departure {
  readonly id: string;
  readonly remaining: number | null;
}

/** Whether a departure may be chosen: it has a seat, or its seat is the one that is being changed. */
export const mayChoose = (departure: Departure, ownId: string | null): boolean =>
  departure.remaining === null || departure.remaining > 0 || departure.id === ownId;

/** What is noted beside a travel time. */
export type SeatNote =
  | { readonly kind: 'own_time' }
  | { readonly kind: 'seats_left'; readonly count: number }
  | { readonly kind: 'sold_out' };

/** The note beside a travel time; null when seats are unlimited. */
export function seatNote(departure: Departure, ownId: string | null): SeatNote | null {
  if (departure.id === ownId) return { kind: 'own_time' };
  if (departure.remaining === null) return null;
  return departure.remaining > 0 ? { kind: 'seats_left', count: departure.remaining } : { kind: 'sold_out' };
}

/** Whether there is nothing to choose: the dialog then says so and cannot be sent. */
export const isEveryTimeSoldOut = (departures: readonly Departure[], ownId: string | null): boolean =>
  !departures.some((departure) => mayChoose(departure, ownId));

/** Whether a ticket is for a journey, which leaves from a meeting point. */
export const isJourney = (item: {
  readonly type: string;
  readonly travelTimeType: 'fixed' | 'selectable' | null;
}): boolean => item.type === 'transport' || item.travelTimeType !== null;
