import { useState } from 'react';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import type { Cart } from '../../contract.ts';
import { addOneByOne, itemOfLine } from '../cart-actions.ts';
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
    const lines = linesOf(expired);
    // Tickets first, in their old order.
    const refused = await addOneByOne(store, lines.map(itemOfLine));
    const failed = refused.map(({ index, message }) => ({
      line: lines[index]!,
      message: message ?? translate(COULD_NOT_ADD),
    }));
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
