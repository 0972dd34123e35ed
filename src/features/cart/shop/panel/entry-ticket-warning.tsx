import { useEffect } from 'react';
import { announce } from '#browser/announcer.ts';
import { useBundle } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import type { CartProduct } from '../../contract.ts';
import { lacksEntryTicket } from '../../domain/entry-ticket.ts';
import { NO_ENTRY_TICKET } from '../../words/entry-ticket.ts';
import styles from './cart-rows.module.css';

/** A name counts as typed after this pause, in milliseconds, so that there is no warning about half a name. */
const TYPED_MS = 700;

interface BoughtTicket {
  event_id: string | null;
  full_name: string;
}

export interface EntryTicketWarningProps {
  item: { type: string; event_id: string | null };
  fullName: string;
  inCart: readonly CartProduct[];
}

/** Warns while a holder is typed that they lack the entry ticket that the item needs. It blocks nothing. */
export function EntryTicketWarning({ item, fullName, inCart }: EntryTicketWarningProps) {
  const { translate } = useLanguage();
  const isLacking = useLacksEntryTicket({ item, fullName: useDebounced(fullName, TYPED_MS), inCart });
  useEffect(() => {
    if (isLacking) announce(translate(NO_ENTRY_TICKET));
  }, [isLacking, translate]);
  return isLacking ? <Warning /> : null;
}

/** The same warning at a ticket in the cart, where the dialog's may have gone unread. */
export function LineWithoutEntryTicket({ line, inCart }: { line: CartProduct; inCart: readonly CartProduct[] }) {
  return useLacksEntryTicket({ item: line, fullName: line.full_name, inCart }) ? (
    <Warning className={styles.warning} />
  ) : null;
}

function Warning({ className }: { className?: string | undefined }) {
  const { translate } = useLanguage();
  return (
    <Notice tone="warn" small className={className}>
      {translate(NO_ENTRY_TICKET)}
    </Notice>
  );
}

/** False until the older tickets are known, and if they cannot be loaded. */
function useLacksEntryTicket({ item, fullName, inCart }: EntryTicketWarningProps): boolean {
  const { existing_tickets, newest } = useBundle();
  const isLackingIn = (bought: readonly BoughtTicket[]) =>
    lacksEntryTicket(
      { type: item.type, eventId: item.event_id },
      fullName,
      inCart.map((ticket) => ({ type: ticket.type, eventId: ticket.event_id, fullName: ticket.full_name })),
      bought.map((ticket) => ({ eventId: ticket.event_id, fullName: ticket.full_name })),
    );
  const seemsLacking = isLackingIn(existing_tickets);
  const isUnknown = seemsLacking && newest.has_older_tickets;
  const { answer } = useCall('get-entry-tickets', isUnknown ? { event_id: item.event_id ?? '' } : null);
  return isUnknown ? answer !== null && isLackingIn(answer.existing_tickets) : seemsLacking;
}
