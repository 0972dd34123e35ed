import { ok, type Result, refuse } from '#kernel/result.ts';
import { hasExpired } from './cart-time.ts';

export interface CartState {
  readonly status: 'open' | 'ordered' | 'expired';
  /** Whoever first used it logged in; null while anonymous. */
  readonly customerId: number | null;
  readonly expiresAt: Date;
}

export type CartAccessRefusal = { kind: 'unknown_cart' } | { kind: 'cart_expired' } | { kind: 'cart_ordered' };

/**
 * Whether a cart may be used. Its code is the key: an anonymous caller with the code may use it, so that logging out keeps
 * the cart. Once a customer used it logged in, another customer is told that there is no such cart.
 */
export function openCart<Cart extends CartState>(
  cart: Cart | undefined,
  customerId: number | null,
  now: Date,
): Result<Cart, CartAccessRefusal> {
  if (!cart) return refuse({ kind: 'unknown_cart' });
  if (customerId !== null && cart.customerId !== null && cart.customerId !== customerId) {
    return refuse({ kind: 'unknown_cart' });
  }
  if (cart.status === 'ordered') return refuse({ kind: 'cart_ordered' });
  if (cart.status === 'expired' || hasExpired(cart, now)) return refuse({ kind: 'cart_expired' });
  return ok(cart);
}
