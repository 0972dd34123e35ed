import { useState } from 'react';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { addOneByOne, type ItemToAdd } from './cart-actions.ts';
import { useCartStore } from './cart-store.ts';
import { COULD_NOT_ADD, showCart } from './dialog/use-add-to-cart.ts';

type NamedItem = ItemToAdd & { readonly name: string };

export interface NotAdded {
  readonly name: string;
  readonly message: string;
}

/** Adds several items whose holders are known, then shows the cart. Says of each refused one why. */
export function useAddItems() {
  const { text, translate } = useLanguage();
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
      toast(added === 1 ? text('Item added to cart.') : text('Items added to cart.'));
      showCart(pressed);
    }
  };

  return { add, busy, notAdded };
}
