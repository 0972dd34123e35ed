import { cardAction } from './card-action.ts';
import type { CartFacts, ListedItem } from './listed-item.ts';

interface ComparableItem extends ListedItem {
  readonly external_code: string;
  readonly event_id: string | null;
}

const MAX_OFFERED = 3;
/** Coach seats and add-ons are useless without an entry ticket. */
const ENTRY_TICKET = 'ticket';

/**
 * Returns up to three items for the same event that can be added to the cart instead of a sold-out one: items of the
 * same kind, or if there are none, any other item. Only another entry ticket can replace an entry ticket.
 */
export function alternativesTo<Item extends ComparableItem>(
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
