import { useEffect, useState } from 'react';
import { announce } from '#browser/announcer.ts';
import { useBundle } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import type { CartProduct } from '../../contract.ts';
import { lacksEntryTicket } from '../../domain/entry-ticket.ts';
import { NO_ENTRY_TICKET } from '../../words/entry-ticket.ts';

/** A name counts as typed after this pause, in milliseconds, so that there is no warning about half a name. */
const TYPED_MS = 700;

interface BoughtTicket {
  event_id: string | null;
  full_name: string;
}

interface AskedTicket extends BoughtTicket {
  type: string;
}

export interface EntryTicketWarningProps {
  item: Omit<AskedTicket, 'full_name'>;
  fullName: string;
  inCart: readonly CartProduct[];
}

/** Warns while a holder is typed that they lack the entry ticket that the item needs. It blocks nothing. */
export function EntryTicketWarning({ item, fullName, inCart }: EntryTicketWarningProps) {
  const { translate } = useLanguage();
  const ticket = { ...item, full_name: useDebounced(fullName, TYPED_MS) };
  const isLacking = useLackEntryTickets([ticket], inCart).length > 0;
  useEffect(() => {
    if (isLacking) announce(translate(NO_ENTRY_TICKET));
  }, [isLacking, translate]);
  return isLacking ? <NoEntryTicket /> : null;
}

/** The same warning at a ticket in the cart, where the dialog's may have gone unread. */
export function NoEntryTicket({ className }: { className?: string | undefined }) {
  const { translate } = useLanguage();
  return (
    <Notice tone="warn" small className={className}>
      {translate(NO_ENTRY_TICKET)}
    </Notice>
  );
}

/**
 * Returns the tickets whose holder lacks the entry ticket that they need: none until the older tickets are known, or if
 * they cannot be loaded. Makes one call for each event, however many tickets there are.
 */
export function useLackEntryTickets<Ticket extends AskedTicket>(
  tickets: readonly Ticket[],
  inCart: readonly CartProduct[],
): Ticket[] {
  const { existing_tickets, newest } = useBundle();
  const isLackingIn = (ticket: Ticket, bought: readonly BoughtTicket[]) =>
    lacksEntryTicket(
      { type: ticket.type, eventId: ticket.event_id },
      ticket.full_name,
      inCart.map(({ type, event_id, full_name }) => ({ type, eventId: event_id, fullName: full_name })),
      bought.map(({ event_id, full_name }) => ({ eventId: event_id, fullName: full_name })),
    );
  const lacking = tickets.filter((ticket) => isLackingIn(ticket, existing_tickets));
  const older = useOlderTickets(newest.has_older_tickets ? lacking.flatMap(({ event_id }) => event_id ?? []) : []);
  if (!newest.has_older_tickets) return lacking;
  return lacking.filter((ticket) => {
    const bought = older.get(ticket.event_id);
    return bought !== undefined && isLackingIn(ticket, bought);
  });
}

type OlderTickets = ReadonlyMap<string | null | undefined, readonly BoughtTicket[]>;

/** The entry tickets to these events that the visitor bought, by event, as far as they are loaded. */
function useOlderTickets(events: readonly string[]): OlderTickets {
  const [loaded, setLoaded] = useState<OlderTickets>(new Map());
  const next = events.find((event) => !loaded.has(event));
  const { answer, answered } = useCall('get-entry-tickets', next === undefined ? null : { event_id: next });
  if (answer && answered && !loaded.has(answered.event_id))
    setLoaded(new Map([...loaded, [answered.event_id, answer.existing_tickets]]));
  return loaded;
}
