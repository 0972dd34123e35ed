/** A departure as the API lists it in a ticket. `remaining` is null if unlimited. */
export interface TravelTime {
  readonly id: string;
  readonly travel_time: string;
  readonly remaining: number | null;
}

/** True for a departure that has a seat and is not the ticket's present one. */
export const mayMoveTo = (time: Pick<TravelTime, 'id' | 'remaining'>, ownId: string | null): boolean =>
  time.id !== ownId && (time.remaining === null || time.remaining > 0);

export const hasChoice = (times: readonly TravelTime[], ownId: string | null): boolean =>
  times.some((time) => mayMoveTo(time, ownId));
