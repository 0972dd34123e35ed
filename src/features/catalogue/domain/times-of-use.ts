export interface EventTimes {
  readonly id: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Instants are ISO 8601. */
export interface TimedItem {
  readonly eventId: string | null;
  /** The departure of a journey, or null. */
  readonly travelTime: string | null;
  /** Only for tickets to a part of an event: when that part ends. */
  readonly validUntil?: string | undefined;
}

export interface TimesOfUse {
  readonly begins: Date;
  readonly ends: Date;
}

/**
 * A journey's departure, regardless of its event; for other tickets, the times of their event. Null for items without a
 * time, such as merchandise.
 */
export function timesOfUse(bought: TimedItem, events: readonly EventTimes[]): TimesOfUse | null {
  if (bought.travelTime !== null) {
    const departure = new Date(bought.travelTime);
    return { begins: departure, ends: departure };
  }
  const event = events.find(({ id }) => id === bought.eventId);
  return event
    ? { begins: new Date(event.starts_at), ends: endOfUse(new Date(event.ends_at), bought.validUntil) }
    : null;
}

/** Returns the end of the part of the event that the item is for, or of the whole event. */
export const endOfUse = <End extends Date | null>(eventEnds: End, validUntil: string | undefined): End | Date =>
  eventEnds !== null && validUntil !== undefined ? new Date(validUntil) : eventEnds;

export const isOver = (times: TimesOfUse | null, now: Date): boolean =>
  times !== null && times.ends.getTime() <= now.getTime();

/** Returns the earliest beginning, or null if nothing has a time. */
export const earliestBeginning = (all: readonly (TimesOfUse | null)[]): Date | null =>
  earliest(all, ({ begins }) => begins);

/** Returns the earliest end, or null if nothing has a time. */
export const earliestEnd = (all: readonly (TimesOfUse | null)[]): Date | null => earliest(all, ({ ends }) => ends);

function earliest(all: readonly (TimesOfUse | null)[], moment: (times: TimesOfUse) => Date): Date | null {
  const moments = all.flatMap((times) => (times ? [moment(times).getTime()] : []));
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}
