import { ok, type Result, refuse } from '#kernel/result.ts';
import { type CartState, expiryAfterAdd, latestEnd } from './cart.ts';

export const MAX_EXTENSIONS = 10;

type Extension = Pick<CartState, 'expiresAt' | 'extensions'>;

/** Gives the cart its full time again, at most ten times and not beyond the latest end. */
export function extendedCart(
  cart: Extension & Pick<CartState, 'firstAddedAt'>,
  cartMinutes: number,
  now: Date,
): Result<Extension, { kind: 'extension_limit' }> {
  const isAtLatestEnd = cart.expiresAt.getTime() >= latestEnd(cart.firstAddedAt).getTime();
  if (cart.extensions >= MAX_EXTENSIONS || isAtLatestEnd) return refuse({ kind: 'extension_limit' });
  return ok({ expiresAt: expiryAfterAdd(cart, cartMinutes, now), extensions: cart.extensions + 1 });
}
