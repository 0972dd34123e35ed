import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatTime } from '#kernel/dates.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import type { Ticket } from '../contract.ts';
import { isManageable } from '../domain/manageable.ts';
import { changeTexts } from '../words/change-refusal.ts';
import styles from './ticket-row.module.css';
import { TravelTimeButton } from './travel-time-button.tsx';
import { updatedTicketOf } from './updated-ticket.ts';

export { OtherTickets } from './other-tickets.tsx';
export { itemStatus } from './shown-status.ts';

interface TicketOfOrder {
  ticket: Ticket;
  order: { code: string; payment_status: OrderStatus };
}

const lockId = (ticket: Ticket): string => `lock-${ticket.code}`;

/** The Manage and Choose Time actions of a ticket's row. They stay focusable while a recent edit locks them. */
export function TicketActions({ ticket, order }: TicketOfOrder) {
  const { text } = useLanguage();
  const { customer } = useBundle();
  const describedBy = ticket.recently_edited ? lockId(ticket) : undefined;
  const label = text('Manage {product}, {full_name}', { product: ticket.product, full_name: ticket.full_name });
  return (
    <>
      {isManageable(ticket, order, customer?.email ?? '') &&
        (ticket.recently_edited ? (
          <Button small kind="text" unavailable aria-label={label} aria-describedby={describedBy}>
            {text('Manage')}
          </Button>
        ) : (
          <ButtonLink small kind="text" to={paths.manageTicket(order.code, ticket.code)} aria-label={label}>
            {text('Manage')}
          </ButtonLink>
        ))}
      {ticket.allow_travel_time_changes && <TravelTimeButton ticket={ticket} describedBy={describedBy} />}
    </>
  );
}

/** Notes about a ticket: the change just made, the lock after it, or its transfer to another account. */
export function TicketNotes({ ticket }: { ticket: Ticket }) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  const updated = updatedTicketOf(useLocation().state);
  useUnlock(ticket.edited_until);
  return (
    <>
      {updated?.code === ticket.code && (
        <Notice tone="ok" small className={styles.note}>
          {updated.message}
        </Notice>
      )}
      {ticket.recently_edited && (
        <p id={lockId(ticket)} className={styles.hint}>
          {translate(changeTexts.recentlyEdited)}
          {ticket.edited_until &&
            text(' You can edit it again at {time}.', { time: formatTime(ticket.edited_until, config) })}
        </p>
      )}
      {ticket.reassigned && (
        <p className={styles.hint}>
          {text(
            'You transferred this ticket. Its new holder manages it in their own portal, and your copy is no longer valid.',
          )}
        </p>
      )}
    </>
  );
}

/** Enables the buttons when the lock ends while the page is open. */
function useUnlock(editedUntil: string | null): void {
  const session = useSessionStore();
  const [checkedFor, setCheckedFor] = useState<string | null>(null);
  useEffect(() => {
    if (editedUntil === null || editedUntil === checkedFor) return;
    // This computer's clock may be wrong: one check is enough, because the next visit loads it again.
    const wait = Math.max(5_000, Date.parse(editedUntil) - Date.now() + 1_000);
    const timer = setTimeout(() => {
      setCheckedFor(editedUntil);
      void session.load();
    }, wait);
    return () => clearTimeout(timer);
  }, [session, editedUntil, checkedFor]);
}
