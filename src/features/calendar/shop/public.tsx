import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { calendarPath } from '#features/shop-config/domain/calendar-path.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { offersCalendar } from '../domain/offers-calendar.ts';

/** Renders nothing for an order that has no dates for a calendar. */
export function CalendarDownload({ order, wide = false }: { order: Order; wide?: boolean }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  if (!offersCalendar(order, { hasEvents: config.events.length > 0 })) return null;
  return (
    <ButtonLink kind="secondary" wide={wide} href={calendarPath(order.code, order.calendar_checksum)}>
      {text('Add to calendar')}
    </ButtonLink>
  );
}
