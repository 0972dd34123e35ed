import { ok, type Result, refuse } from '#kernel/result.ts';

/** Counted from when the first item is added. Nothing extends a cart beyond this. */
const MAX_LIFE_MINUTES = 165;
const MINUTE_MS = 60_000;

export interface CartState {
  readonly code: string;
  /** The code it had while it was anonymous; null if it always had an owner or is still anonymous. */
  readonly formerCode: string | null;
  readonly status: 'open' | 'ordered' | 'expired';
  /** The logged-in customer who first used it; null while anonymous. */
  readonly customerId: number | null;
  /** Keyed hash, in hexadecimal digits, of the network from which a guest created it. */
  readonly network: string | null;
  readonly firstAddedAt: Date;
  readonly expiresAt: Date;
  /** The number of times the customer has extended it. */
  readonly extensions: number;
}

export type CartAccessRefusal = { kind: 'unknown_cart' } | { kind: 'cart_expired' } | { kind: 'cart_ordered' };

/**
 * The code gives access: an anonymous caller with the code may use the cart, so it survives a logout. Once a logged-in
 * customer has used it, other customers get the answer for an unknown cart. The former code then works only for that
 * customer, because somebody else may have created the cart and know that code.
 */
export function openCart<Cart extends CartState>(
  cart: Cart | undefined,
  { code, customerId }: { readonly code: string | null; readonly customerId: number | null },
  now: Date,
): Result<Cart, CartAccessRefusal> {
  if (!cart) return refuse({ kind: 'unknown_cart' });
  const mayUse = customerId === null ? code === cart.code : [null, customerId].includes(cart.customerId);
  if (!mayUse) return refuse({ kind: 'unknown_cart' });
  if (cart.status === 'ordered') return refuse({ kind: 'cart_ordered' });
  if (cart.status === 'expired' || hasExpired(cart, now)) return refuse({ kind: 'cart_expired' });
  return ok(cart);
}

/**
 * Returns the cart with one more item; a new cart for null. A logged-in caller takes over a guest's cart under a new
 * code, which nobody else knows.
 */
export function cartAfterAdd(
  cart: CartState | null,
  caller: { readonly customerId: number | null; readonly network: string | null; readonly freshCode: string },
  cartMinutes: number,
  now: Date,
): CartState {
  const { customerId, freshCode: code } = caller;
  const expiresAt = expiryAfterAdd(cart, cartMinutes, now);
  if (!cart) {
    const network = customerId === null ? caller.network : null;
    return { code, formerCode: null, status: 'open', customerId, network, firstAddedAt: now, expiresAt, extensions: 0 };
  }
  const isTakenOver = cart.customerId === null && customerId !== null;
  return { ...cart, expiresAt, ...(isTakenOver && { customerId, code, formerCode: cart.code }) };
}

type CartTimes = Pick<CartState, 'firstAddedAt' | 'expiresAt'>;

/** Gives the cart its full time again, but never an earlier end than before. */
export function expiryAfterAdd(cart: CartTimes | null, cartMinutes: number, now: Date): Date {
  const end = Math.min(now.getTime() + cartMinutes * MINUTE_MS, latestEnd(cart?.firstAddedAt ?? now).getTime());
  return cart && cart.expiresAt.getTime() > end ? cart.expiresAt : new Date(end);
}

export const latestEnd = (firstAddedAt: Date): Date => new Date(firstAddedAt.getTime() + MAX_LIFE_MINUTES * MINUTE_MS);

export const hasExpired = (cart: Pick<CartState, 'expiresAt'>, now: Date): boolean =>
  now.getTime() >= cart.expiresAt.getTime();

/** Rounded up, so that 0 means expired. */
export const secondsLeft = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000));
