import { call } from '#browser/api.ts';
import type { CartStore } from '#features/cart/shop/public.tsx';

/**
 * Makes an anonymous cart the customer's, because others may know its code. Call it before the login is stored, so that
 * no page shows the cart under two codes. Never throws.
 */
export async function claimCart(store: CartStore, token: string): Promise<void> {
  const { code } = store.get();
  if (code === null) return;
  try {
    const { cart } = await call('get-cart', { cart: code }, { token });
    if (store.get().code === code) store.take(cart);
  } catch {
    // The cart is gone or belongs to another customer, which its next use will show.
  }
}

/** Brings back the cart from before the registration, unless this browser's cart has items. Never throws. */
export async function restoreCart(store: CartStore, code: string | null): Promise<void> {
  const { code: current, cart } = store.get();
  const hasItems = cart !== null && cart.products.length + cart.merchandise.length > 0;
  if (code === null || code === current || hasItems) return;
  try {
    store.take((await call('get-cart', { cart: code })).cart);
  } catch {
    // It has expired or become an order in the meantime.
  }
}
