import { useState } from 'react';
import { useLanguage } from '#ui/language.ts';
import { addOneByOne, type ItemToAdd } from './cart-actions.ts';
import { useCartStore } from './cart-store.ts';
import { announceAdded, COULD_NOT_ADD, showCart } from './dialog/use-add-to-cart.ts';

type NamedItem = ItemToAdd & { readonly name: string };

export interface NotAdded {
  readonly name: string;
  readonly message: string;
}

/** Adds several items whose holders are known, then shows the cart. `notAdded` says why items were refused. */
export function useAddItems() {
  const language = useLanguage();
  const { translate } = language;
  const store = useCartStore();
  const [busy, setBusy] = useState(false);
  const [notAdded, setNotAdded] = useState<readonly NotAdded[]>([]);

  const add = async (items: readonly NamedItem[], pressed: HTMLElement | null) => {
    if (busy) return;
    setBusy(true);
    const refused = await addOneByOne(store, items);
    setNotAdded(
      refused.map(({ index, message }) => ({ name: items[index]!.name, message: message ?? translate(COULD_NOT_ADD) })),
    );
    setBusy(false);
    const added = items.length - refused.length;
    if (added > 0) {
      announceAdded(language, added);
      showCart(pressed);
    }
  };

  return { add, busy, notAdded };
}
