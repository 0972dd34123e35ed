import { useState } from 'react';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import type { Cart } from '../../contract.ts';
import { addToCart, itemOfLine, serverText } from '../cart-actions.ts';
import { type CartLine, linesOf } from '../cart-line.ts';
import { useCartStore } from '../cart-store.ts';
import { COULD_NOT_ADD } from '../dialog/use-add-to-cart.ts';

export interface AddAgainFailure {
  line: CartLine;
  message: string;
}

/** Adds the lines of an expired cart to a new one, for the same holders. */
export function useAddAgain() {
  const { text, translate } = useLanguage();
  const store = useCartStore();
  const [cart, setCart] = useState<Cart | null>(null);
  const [failures, setFailures] = useState<readonly AddAgainFailure[]>([]);

  const start = async (expired: Cart) => {
    if (cart) return;
    setCart(expired);
    const failed: AddAgainFailure[] = [];
    const lines = linesOf(expired);
    // Tickets first, in their old order, one at a time: the first one creates the new cart.
    for (const line of lines) {
      try {
        await addToCart(store, itemOfLine(line));
      } catch (thrown) {
        failed.push({ line, message: serverText(thrown) ?? translate(COULD_NOT_ADD) });
      }
    }
    setFailures(failed);
    setCart(null);
    if (failed.length < lines.length) {
      store.dismissExpired();
      toast(lines.length - failed.length === 1 ? text('Item added to cart.') : text('Items added to cart.'));
    }
    if (failed.length > 0)
      toast(failed.length === 1 ? failed[0]!.message : text('Some items could not be added.'), 'bad');
  };

  return {
    start,
    /** The cart whose lines are being added, or null. */
    cart,
    failures,
    dismissFailures: () => setFailures([]),
  };
}
