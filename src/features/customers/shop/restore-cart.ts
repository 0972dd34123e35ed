import { call } from '#browser/api.ts';
import type { CartStore } from '#browser/cart-store.ts';

/** Takes up the cart that somebody had when they registered, unless this browser holds one with items in it. Never throws. */
export async function restoreCart(store: CartStore, code: string | null): Promise<void> {
  const { code: kept, cart } = store.get();
  const isHolding = cart !== null && cart.products.length + cart.merchandise.length > 0;
  if (code === null || code === kept || isHolding) return;
  try {
    store.take((await call('get-cart', { cart: code })).cart);
  } catch {
    // It has expired meanwhile, or became an order.
  }
}
