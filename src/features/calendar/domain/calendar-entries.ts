/** A valid ticket of an order, with the facts for a calendar. */
export interface CalendarTicket {
  /** Of its line in the order. */
  readonly position: number;
  readonly name: string;
  readonly eventId: string | null;
  readonly isJourney: boolean;
  /** Its departure; null for other tickets. */
  readonly travelsAt: Date | null;
  /** The travellers' meeting point; null if unknown. */
  readonly meetingPoint: string | null;
  /** IANA name. */
  readonly timezone: string;
}

export interface CalendarEvent {
  readonly id: string;
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  readonly venue: string;
  readonly address: string;
}

/**
 * Facts for an entry's notes: its order, the number of travellers on a departure, and whether they have a meeting
 * point.
 */
export type EntryNotes =
  | { readonly kind: 'event'; readonly code: string }
  | { readonly kind: 'departure'; readonly code: string; readonly tickets: number; readonly isJourney: boolean };

export interface CalendarEntry {
  /** Stays the same in every download, so that a calendar updates the entry instead of adding one. */
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: EntryNotes;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly timezone: string;
}

/**
 * Creates the calendar entries for an order's tickets, in order of time: each event once, and each departure once for
 * any number of travellers. `host` is the shop's and makes the ids globally unique. Holders are not named, because
 * people forward such files. Departures have no end, because arrival times are unknown.
 */
export function calendarEntries(
  order: { readonly code: string; readonly tickets: readonly CalendarTicket[] },
  events: readonly CalendarEvent[],
  host: string,
): CalendarEntry[] {
  const attended = new Set(order.tickets.map(({ eventId }) => eventId));
  const eventEntries = events
    .filter(({ id }) => attended.has(id))
    .map((event) => ({
      uid: `event-${event.id}@${host}`,
      title: event.name,
      place: [event.venue, event.address].filter(Boolean).join(', '),
      notes: { kind: 'event' as const, code: order.code },
      startsAt: new Date(event.starts_at),
      endsAt: new Date(event.ends_at),
      timezone: event.timezone,
    }));
  return [...eventEntries, ...departureEntries(order, host)].sort(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime(),
  );
}

function departureEntries(order: Parameters<typeof calendarEntries>[0], host: string): CalendarEntry[] {
  const together = new Map<string, CalendarTicket[]>();
  for (const ticket of order.tickets) {
    if (ticket.travelsAt === null) continue;
    const key = `${ticket.travelsAt.getTime()} ${ticket.name}`;
    together.set(key, [...(together.get(key) ?? []), ticket]);
  }
  return [...together.values()].map((tickets) => {
    const first = tickets[0]!;
    return {
      uid: `departure-${order.code}-${first.position}@${host}`,
      title: first.name,
      place: first.meetingPoint ?? '',
      notes: { kind: 'departure', code: order.code, tickets: tickets.length, isJourney: first.isJourney },
      startsAt: first.travelsAt!,
      endsAt: null,
      timezone: first.timezone,
    };
  });
}
