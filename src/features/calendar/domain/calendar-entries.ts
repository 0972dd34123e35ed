/** A valid ticket of an order, with the facts for a calendar. */
export interface CalendarTicket {
  /** The position of the ticket's line in the order. */
  readonly position: number;
  readonly name: string;
  readonly eventId: string | null;
  readonly isJourney: boolean;
  /** Only for tickets to a part of the event: when that part begins and ends. */
  readonly part: { readonly startsAt: Date; readonly endsAt: Date } | null;
  /** When it departs; null for other tickets. */
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
 * Facts for an entry's notes: its order, and for a departure the number of tickets and whether it is a journey.
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
 * Creates the calendar entries for an order's tickets, in order of time: each event or part of it once, and each
 * departure once for any number of travellers. `host` is the shop's host name, which makes the ids globally unique.
 * Holders are not named, because people forward such files. Departures have no end, because arrival times are unknown.
 */
export function calendarEntries(
  order: { readonly code: string; readonly tickets: readonly CalendarTicket[] },
  events: readonly CalendarEvent[],
  host: string,
): CalendarEntry[] {
  const entries = events.flatMap((event) => {
    const tickets = order.tickets.filter(({ eventId }) => eventId === event.id);
    return eventEntries(event, tickets, order.code, host);
  });
  return [...entries, ...departureEntries(order, host)].sort(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime(),
  );
}

/** The event, or only the parts of it that the tickets are for. With journeys alone, it is the whole event. */
function eventEntries(
  event: CalendarEvent,
  tickets: readonly CalendarTicket[],
  code: string,
  host: string,
): CalendarEntry[] {
  if (tickets.length === 0) return [];
  const whole: CalendarEntry = {
    uid: `event-${event.id}@${host}`,
    title: event.name,
    place: [event.venue, event.address].filter(Boolean).join(', '),
    notes: { kind: 'event', code },
    startsAt: new Date(event.starts_at),
    endsAt: new Date(event.ends_at),
    timezone: event.timezone,
  };
  const entryTickets = tickets.filter((ticket) => !ticket.isJourney && ticket.travelsAt === null);
  if (entryTickets.length === 0 || entryTickets.some(({ part }) => part === null)) return [whole];
  const parts = new Map<string, CalendarEntry>();
  for (const { name, part, position } of entryTickets) {
    const key = `${part!.startsAt.getTime()} ${part!.endsAt.getTime()}`;
    if (!parts.has(key))
      parts.set(key, { ...whole, ...part!, uid: `part-${code}-${position}@${host}`, title: `${event.name}, ${name}` });
  }
  return [...parts.values()];
}

function departureEntries(order: Parameters<typeof calendarEntries>[0], host: string): CalendarEntry[] {
  const byDeparture = new Map<string, CalendarTicket[]>();
  for (const ticket of order.tickets) {
    if (ticket.travelsAt === null) continue;
    const key = `${ticket.travelsAt.getTime()} ${ticket.name}`;
    byDeparture.set(key, [...(byDeparture.get(key) ?? []), ticket]);
  }
  return [...byDeparture.values()].map((tickets) => {
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
