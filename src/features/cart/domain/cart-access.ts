import { ok, type Result, refuse } from '#kernel/result.ts';
import { hasExpired } from './cart-time.ts';

export interface CartState {
  readonly code: string;
  /** Its code while it was anonymous; null if it always had an owner or is still anonymous. */
  readonly formerCode: string | null;
  readonly status: 'open' | 'ordered' | 'expired';
  /** The logged-in customer who first used it; null while anonymous. */
  readonly customerId: number | null;
  readonly expiresAt: Date;
}

export type CartAccessRefusal = { kind: 'unknown_cart' } | { kind: 'cart_expired' } | { kind: 'cart_ordered' };

/**
 * The code is the key: an anonymous caller with the code may use the cart, so logging out keeps it. Once a logged-in
 * customer has used it, other customers get the answer for an unknown cart. From then on the former code works only for
 * that customer, because somebody else may have created the cart and know that code.
 */
export function openCart<Cart extends CartState>(
  cart: Cart | undefined,
  { code, customerId }: { readonly code: string | null; readonly customerId: number | null },
  now: Date,
): Result<Cart, CartAccessRefusal> {
  if (!cart) return refuse({ kind: 'unknown_cart' });
  if (customerId !== null && cart.customerId !== null && cart.customerId !== customerId) {
    return refuse({ kind: 'unknown_cart' });
  }
  if (code !== cart.code && customerId === null) return refuse({ kind: 'unknown_cart' });
  if (cart.status === 'ordered') return refuse({ kind: 'cart_ordered' });
  if (cart.status === 'expired' || hasExpired(cart, now)) return refuse({ kind: 'cart_expired' });
  return ok(cart);
}
