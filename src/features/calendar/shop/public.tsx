import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { keepsStock } from '#features/orders/domain/order-status.ts';
import { calendarPath } from '#features/shop-config/domain/calendar-path.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './calendar-download.module.css';

/** Renders nothing for an order without dates. */
export function CalendarDownload({ order }: { order: Order }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const tickets = [...order.tickets.filter(isUsable), ...order.cartProducts];
  const hasDates = tickets.some((ticket) => ticket.travel_time !== null) || config.events.length > 0;
  if (!keepsStock(order.payment_status) || tickets.length === 0 || !hasDates) return null;
  return (
    <ButtonLink
      kind="secondary"
      wide
      className={styles.download}
      href={calendarPath(order.code, order.calendar_checksum)}
    >
      {text('Add to calendar')}
    </ButtonLink>
  );
}

const isUsable = (ticket: Order['tickets'][number]): boolean => ticket.status === 'active' && !ticket.reassigned;
