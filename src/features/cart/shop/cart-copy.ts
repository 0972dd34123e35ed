import { type KeptForm, keptForm } from '#browser/kept-form.ts';
import type { Cart } from '../contract.ts';

interface Kept {
  /** As JSON, because forms keep plain values. */
  cart: string;
  isExpired: boolean;
}

/**
 * What was in the cart last, in this tab: the server gives an expired cart to nobody, and who comes back to a page that the browser
 * has let go is to be offered the items again all the same. Dropped at a logout, like everything that somebody typed.
 */
export interface CartCopy {
  /** The cart with this code as it was seen last; without a code the one that had expired, until it is dropped. */
  read: (code: string | null) => Cart | null;
  keep: (cart: Cart, isExpired: boolean) => void;
  drop: () => void;
}

export function cartCopy(form: KeptForm<Kept> = keptForm<Kept>('cart')): CartCopy {
  return {
    read(code) {
      const { cart: json, isExpired } = form.restore({ cart: '', isExpired: false });
      const cart: Cart | null = json ? JSON.parse(json) : null;
      return (code === null ? isExpired : cart?.code === code) ? cart : null;
    },
    keep: (cart, isExpired) => form.keep({ cart: JSON.stringify(cart), isExpired }),
    drop: form.drop,
  };
}
