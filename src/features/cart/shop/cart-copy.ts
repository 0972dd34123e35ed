import { type KeptForm, keptForm } from '#browser/kept-form.ts';
import type { Cart } from '../contract.ts';

interface Kept {
  /** JSON, because kept forms store plain values. */
  cart: string;
  isExpired: boolean;
}

/**
 * This tab's last copy of the cart. The server no longer returns an expired cart, but a customer who comes back to a
 * page that the browser discarded should be offered the items again. Dropped at logout.
 */
export interface CartCopy {
  /** If the code is null, returns the expired cart until it is dropped. */
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
