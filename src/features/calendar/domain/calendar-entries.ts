/** A ticket of an order that may be used, as far as a calendar is concerned. */
export interface CalendarTicket {
  /** Of its line in the order. */
  readonly position: number;
  readonly name: string;
  readonly eventId: string | null;
  readonly isJourney: boolean;
  /** When it travels; null for a ticket that does not. */
  readonly travelsAt: Date | null;
  /** Where those who travel meet; null: not told. */
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

/** What is noted of an entry: its order, how many travel at a departure, and whether they meet beforehand. */
export type EntryNotes =
  | { readonly kind: 'event'; readonly code: string }
  | { readonly kind: 'departure'; readonly code: string; readonly tickets: number; readonly isJourney: boolean };

/** Something that takes place. A departure has no end: nobody knows when it arrives. */
export interface CalendarEntry {
  /** The same whenever the file is made again, so that a calendar changes its entry and adds none. */
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: EntryNotes;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly timezone: string;
}

/**
 * What an order's tickets let its buyer attend: each event once, and each departure once however many travel. In the order of
 * time. `host` is the shop's, which makes the ids unique in the world. No holder is named: such files are passed on.
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
