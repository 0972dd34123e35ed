import { cardAction } from './card-action.ts';
import type { CartFacts, ListedItem } from './listed-item.ts';

interface ComparableItem extends ListedItem {
  readonly external_code: string;
  readonly event_id: string | null;
}

const MOST_OFFERED = 3;

/** For the same event, of the same kind, and can be added now. */
export const whatsLeft = <Item extends ComparableItem>(
  soldOut: Pick<ComparableItem, 'external_code' | 'type' | 'event_id'>,
  items: readonly Item[],
  cart: CartFacts,
): Item[] =>
  items
    .filter(
      (item) =>
        item.external_code !== soldOut.external_code &&
        item.type === soldOut.type &&
        item.event_id === soldOut.event_id &&
        cardAction(item, cart) === 'add_to_cart',
    )
    .slice(0, MOST_OFFERED);
