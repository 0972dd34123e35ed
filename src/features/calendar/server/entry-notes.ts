import { MEETING_POINT } from '#features/cart/words/travel-time.ts';
import type { Language } from '#kernel/language.ts';
import type { EntryNotes } from '../domain/calendar-entries.ts';

export function entryNotes(notes: EntryNotes, { countText, translate, text }: Language): string {
  const { code } = notes;
  if (notes.kind === 'event') return text('Order {code}', { code });
  const order =
    notes.tickets === 1
      ? text('Order {code}.', { code })
      : countText(
          notes.tickets,
          { one: 'Order {code}, {count} ticket.', other: 'Order {code}, {count} tickets.' },
          { code },
        );
  return notes.isJourney ? `${order} ${translate(MEETING_POINT)}` : order;
}
