import { ok, type Result, refuse } from '#kernel/result.ts';

/** Counted from the first add. Nothing extends a cart beyond this. */
const MAX_LIFE_MINUTES = 165;
export const MAX_EXTENSIONS = 10;

const MINUTE_MS = 60_000;

export interface CartTimes {
  readonly firstAddedAt: Date;
  readonly expiresAt: Date;
  /** The number of times the customer has extended it. */
  readonly extensions: number;
}

export const hasExpired = (cart: Pick<CartTimes, 'expiresAt'>, now: Date): boolean =>
  now.getTime() >= cart.expiresAt.getTime();

export const latestEnd = (firstAddedAt: Date): Date => new Date(firstAddedAt.getTime() + MAX_LIFE_MINUTES * MINUTE_MS);

const fullTime = (firstAddedAt: Date, cartMinutes: number, now: Date): Date =>
  new Date(Math.min(now.getTime() + cartMinutes * MINUTE_MS, latestEnd(firstAddedAt).getTime()));

/** Gives the cart its full time again, but never an earlier end than before. */
export function expiryAfterAdd(cart: CartTimes | null, cartMinutes: number, now: Date): Date {
  const end = fullTime(cart?.firstAddedAt ?? now, cartMinutes, now);
  return cart && cart.expiresAt.getTime() > end.getTime() ? cart.expiresAt : end;
}

/** Gives the cart its full time again, at most ten times and not beyond the latest end. */
export function extended(
  cart: CartTimes,
  cartMinutes: number,
  now: Date,
): Result<Pick<CartTimes, 'expiresAt' | 'extensions'>, { kind: 'extension_limit' }> {
  const isAtLatestEnd = cart.expiresAt.getTime() >= latestEnd(cart.firstAddedAt).getTime();
  if (cart.extensions >= MAX_EXTENSIONS || isAtLatestEnd) return refuse({ kind: 'extension_limit' });
  return ok({ expiresAt: expiryAfterAdd(cart, cartMinutes, now), extensions: cart.extensions + 1 });
}

/** Rounded up, so that 0 means expired. */
export const secondsLeft = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000));
