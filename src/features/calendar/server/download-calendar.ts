import { isJourney } from '#features/cart/domain/travel-time-choice.ts';
import { keepsStock } from '#features/orders/domain/order-status.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { opensLink } from '#platform/secrets/link-codes.ts';
import { type CalendarTicket, calendarEntries } from '../domain/calendar-entries.ts';
import { calendarFile } from './calendar-file.ts';
import { calendarOrder, type TicketLine, usableTickets } from './calendar-store.ts';
import { entryNotes } from './entry-notes.ts';

export interface CalendarParts {
  readonly db: Db;
  loadShop(): Promise<Shop>;
  readonly shopUrl: string;
  readonly limits?: Limits;
}

export type CalendarRefusal =
  /**
   * The order does not exist, was cancelled or abandoned, or has no dates, or the checksum is wrong. The answer does
   * not reveal which.
   */
  { readonly kind: 'not_available' } | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

/** Returns an order's events and departures as a calendar file. The link is enough, without a login. */
export async function downloadCalendar(
  parts: CalendarParts,
  wanted: { readonly order: string; readonly checksum: string; readonly network: string },
  now: Date,
): Promise<Result<{ filename: string; content: string }, CalendarRefusal>> {
  const { db, limits = defaultLimits } = parts;
  const counts = [
    [limits['calendar-network'], wanted.network],
    // Counted per complete link, so that somebody who knows only the order's code cannot use up its owner's downloads.
    [limits['calendar-order'], `${wanted.order} ${wanted.checksum}`],
  ] as const;
  for (const [limit, subject] of counts) {
    const answer = await countAttempt(db, limit, subject, now);
    if (!answer.allowed) return refuse({ kind: 'too_many_attempts', waitSeconds: answer.retryAfterSeconds });
  }
  const order = await calendarOrder(db, wanted.order);
  if (!opensLink(order, 'calendar', wanted.checksum) || !keepsStock(order.paymentStatus))
    return refuse({ kind: 'not_available' });

  const { public: config } = await parts.loadShop();
  const tickets = (await usableTickets(db, order.id)).map(ticketOf);
  const entries = calendarEntries({ code: order.code, tickets }, config.events, new URL(parts.shopUrl).hostname);
  if (entries.length === 0) return refuse({ kind: 'not_available' });
  const language = languageOfShop(config);
  const worded = entries.map((entry) => ({ ...entry, notes: entryNotes(entry.notes, language) }));
  return ok({ filename: `calendar-${order.code}.ics`, content: calendarFile(worded, config, now) });
}

function ticketOf({ position, frozen, departsAt, meetingPoint, validFrom, validUntil }: TicketLine): CalendarTicket {
  const fixed = frozen.travelTime === null ? null : new Date(frozen.travelTime);
  return {
    position,
    name: frozen.name,
    eventId: frozen.eventId,
    isJourney: isJourney(frozen),
    part: validFrom && validUntil ? { startsAt: validFrom, endsAt: validUntil } : null,
    travelsAt: departsAt ?? fixed,
    meetingPoint,
    timezone: frozen.timezone,
  };
}
