import { formatTime } from '#kernel/dates.ts';

/** The event that a ticket admits to, or the item's part of it. Instants are ISO 8601, in the event's `timezone`. */
export interface Occasion {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  readonly venue: string;
}

interface TicketToEvent {
  readonly travelTimeType: 'fixed' | 'selectable' | null;
  /** Only for tickets to a part of the event. */
  readonly validFrom?: string | null | undefined;
  readonly validUntil?: string | null | undefined;
}

/**
 * Returns the event or the part of it that a ticket is for; undefined for merchandise and for journeys, which take
 * place at their travel times.
 */
export function occasionOf(item: TicketToEvent, event: Occasion | null | undefined): Occasion | undefined {
  if (!event || item.travelTimeType !== null) return undefined;
  // Lines of earlier versions have only the end of their part. Showing no days is better than showing those of the
  // whole event.
  if (Boolean(item.validFrom) !== Boolean(item.validUntil)) return undefined;
  return {
    starts_at: new Date(item.validFrom ?? event.starts_at).toISOString(),
    ends_at: new Date(item.validUntil ?? event.ends_at).toISOString(),
    timezone: event.timezone,
    venue: event.venue,
  };
}

/** More than the time from midnight to six in the morning, even with the hour that clocks repeat in autumn. */
const BEYOND_NIGHT_MS = 7 * 60 * 60 * 1_000;

/** A moment on the last day of an occasion. A night that ends before six in the morning belongs to the day before. */
export function lastDay(startsAt: Date, endsAt: Date, timezone: string): Date {
  const isNight = formatTime(endsAt, { locale: 'en', timezone }) < '06:00';
  return isNight ? new Date(Math.max(startsAt.getTime(), endsAt.getTime() - BEYOND_NIGHT_MS)) : endsAt;
}

/** The times and places of something on sale, in a cart or in an order, under their API names. */
export interface Dated {
  readonly occasion?: Occasion | undefined;
  /** The fixed or chosen departure. */
  readonly travel_time?: string | null;
  /** The departures to choose from. */
  readonly travel_times?: readonly { readonly travel_time: string }[];
  readonly timezone?: string;
  /** Where travellers meet. */
  readonly meeting_point?: string | undefined;
}

/** The first and last day of an item. For a `departure`, both are its exact moment. */
export interface When {
  readonly kind: 'departure' | 'departures' | 'occasion';
  readonly first: Date;
  readonly last: Date;
  readonly timezone: string;
}

/** Returns when the item takes place; null for merchandise and everything else without a time. */
export function whenOf({ occasion, travel_time: chosen, travel_times: choices, timezone }: Dated): When | null {
  if (timezone !== undefined && chosen) {
    const at = new Date(chosen);
    return { kind: 'departure', first: at, last: at, timezone };
  }
  if (timezone !== undefined && choices && choices.length > 0) {
    const moments = choices.map((choice) => Date.parse(choice.travel_time));
    const [first, last] = [new Date(Math.min(...moments)), new Date(Math.max(...moments))];
    return { kind: choices.length === 1 ? 'departure' : 'departures', first, last, timezone };
  }
  if (!occasion) return null;
  const first = new Date(occasion.starts_at);
  return {
    kind: 'occasion',
    first,
    last: lastDay(first, new Date(occasion.ends_at), occasion.timezone),
    timezone: occasion.timezone,
  };
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whether readers know a day's year without seeing it: the day is in the last three or the next nine months. */
export const isYearObvious = (day: Date, now: Date): boolean => {
  const ahead = day.getTime() - now.getTime();
  return ahead > -90 * DAY_MS && ahead < 270 * DAY_MS;
};
