import { cardAction } from './card-action.ts';
import type { CartFacts, ListedItem } from './listed-item.ts';

interface ComparableItem extends ListedItem {
  readonly external_code: string;
  readonly event_id: string | null;
}

const MAX_OFFERED = 3;
/** Coaches and extras are useless without one. */
const ENTRY_TICKET = 'ticket';

/**
 * Returns what can be added now in place of something that is sold out: the same kind for the same event, or if no
 * coach or extra of that kind is left, the rest of the event.
 */
export function whatsLeft<Item extends ComparableItem>(
  soldOut: Pick<ComparableItem, 'external_code' | 'type' | 'event_id'>,
  items: readonly Item[],
  cart: CartFacts,
): Item[] {
  const ofEvent = items.filter(
    (item) =>
      item.external_code !== soldOut.external_code &&
      item.event_id === soldOut.event_id &&
      cardAction(item, cart) === 'add_to_cart',
  );
  const ofKind = ofEvent.filter((item) => item.type === soldOut.type);
  const mayDiffer = soldOut.event_id !== null && soldOut.type !== ENTRY_TICKET;
  return (ofKind.length === 0 && mayDiffer ? ofEvent : ofKind).slice(0, MAX_OFFERED);
}
