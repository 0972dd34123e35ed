import { laterText, text } from '#kernel/text.ts';

/** A departure as the wire tells it. `remaining` null: unlimited. */
export interface Departure {
  readonly id: string;
  readonly remaining: number | null;
}

/** Whether a departure may be chosen: it has a seat, or its seat is the one that is being changed. */
export const mayChoose = (departure: Departure, ownId: string | null): boolean =>
  departure.remaining === null || departure.remaining > 0 || departure.id === ownId;

/** The text in brackets after a travel time; null when seats are unlimited. */
export function seatNote(departure: Departure, ownId: string | null): string | null {
  if (departure.id === ownId) return text('your time now');
  if (departure.remaining === null) return null;
  return departure.remaining > 0 ? String(departure.remaining) : text('Sold out');
}

/** Whether there is nothing to choose: the dialog then says so and cannot be sent. */
export const isEveryTimeSoldOut = (departures: readonly Departure[], ownId: string | null): boolean =>
  !departures.some((departure) => mayChoose(departure, ownId));

export const MEETING_POINT = laterText('Be at the meeting point 30 minutes before travel.');

/** Whether a ticket is for a journey, which leaves from a meeting point. */
export const isJourney = (item: {
  readonly type: string;
  readonly travelTimeType: 'fixed' | 'selectable' | null;
}): boolean => item.type === 'transport' || item.travelTimeType !== null;
