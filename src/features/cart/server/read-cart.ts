import { ok, type Result } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart-access.ts';
import { bindCart, type CartLineRow, type CartRow, cartByCode, linesOfCarts } from './cart-store.ts';
import type { CartOfCaller } from './change-cart.ts';

export interface OpenCart extends CartRow {
  /** In the order in which they were added. */
  readonly lines: readonly CartLineRow[];
}

/**
 * The cart of a code for a caller, without a lock: to show it or to compute with it. Makes an anonymous cart the customer's
 * own when the caller is logged in, so that no other customer ever reads it.
 */
export async function readCart(
  db: Queryable,
  { code, customerId }: CartOfCaller,
  now: Date,
): Promise<Result<OpenCart, CartAccessRefusal>> {
  const cart = code === null ? undefined : await cartByCode(db, code);
  const opened = openCart(cart, customerId, now);
  if (!opened.ok) return opened;
  if (customerId !== null && opened.value.customerId === null) {
    const isBound = await bindCart(db, opened.value.id, customerId);
    // Somebody else was faster: read again whose it is now.
    if (!isBound) return readCart(db, { code, customerId }, now);
  }
  return ok({ ...opened.value, lines: await linesOfCarts(db, [opened.value.id]) });
}
