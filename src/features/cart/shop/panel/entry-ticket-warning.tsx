import { useEffect } from 'react';
import { announce } from '#browser/announcer.ts';
import { useBundle } from '#browser/session-store.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useSettled } from '#ui/use-settled.ts';
import type { CartProduct } from '../../contract.ts';
import { lacksEntryTicket } from '../../domain/entry-ticket.ts';
import { NO_ENTRY_TICKET } from '../../words/entry-ticket.ts';

/** A name counts as typed after this pause, in milliseconds, so that there is no warning about half a name. */
const TYPED_MS = 700;

export interface EntryTicketWarningProps {
  item: { type: string; event_id: string | null };
  fullName: string;
  inCart: readonly CartProduct[];
}

/** Warns that the holder lacks the entry ticket that the item needs. It blocks nothing. */
export function EntryTicketWarning({ item, fullName, inCart }: EntryTicketWarningProps) {
  const { translate } = useLanguage();
  const { existing_tickets } = useBundle();
  const typed = useSettled(fullName, TYPED_MS);
  const isLacking = lacksEntryTicket(
    { type: item.type, eventId: item.event_id },
    typed,
    inCart.map((ticket) => ({ type: ticket.type, eventId: ticket.event_id, fullName: ticket.full_name })),
    existing_tickets.map((ticket) => ({ eventId: ticket.event_id, fullName: ticket.full_name })),
  );
  useEffect(() => {
    if (isLacking) announce(translate(NO_ENTRY_TICKET));
  }, [isLacking, translate]);
  if (!isLacking) return null;
  return (
    <Notice tone="warn" small>
      {translate(NO_ENTRY_TICKET)}
    </Notice>
  );
}
