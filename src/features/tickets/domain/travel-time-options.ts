/** A departure as the wire's ticket lists it. `remaining` null: unlimited. */
export interface TravelTime {
  readonly id: string;
  readonly travel_time: string;
  readonly remaining: number | null;
}

/** Whether a ticket may move there: it has a seat, and is not where the ticket is already. */
export const mayMoveTo = (time: TravelTime, ownId: string | null): boolean =>
  time.id !== ownId && (time.remaining === null || time.remaining > 0);

/** Whether there is any other time to choose. */
export const hasChoice = (times: readonly TravelTime[], ownId: string | null): boolean =>
  times.some((time) => mayMoveTo(time, ownId));
