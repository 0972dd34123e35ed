import { ok, type Result, refuse } from '#kernel/result.ts';
import { hasExpired } from './cart-time.ts';

export interface CartState {
  readonly code: string;
  /** What opened it while it was anonymous; null for a cart that was made by a customer or is anonymous still. */
  readonly formerCode: string | null;
  readonly status: 'open' | 'ordered' | 'expired';
  /** The customer who first used it logged in; null while anonymous. */
  readonly customerId: number | null;
  readonly expiresAt: Date;
}

export type CartAccessRefusal = { kind: 'unknown_cart' } | { kind: 'cart_expired' } | { kind: 'cart_ordered' };

/**
 * Whether the cart that was found by a code may be used with it. The code is the key: an anonymous caller with the code may
 * use the cart, so that logging out keeps it. Once a customer used it logged in, another customer gets the answer for an
 * unknown cart. The code from before that opens it for this customer alone: somebody else may have made the cart and know it.
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
