import { ok, type Result } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart-access.ts';
import { bindCart, cartByCode, linesOfCarts } from './cart-life-store.ts';
import type { CartLineRow, CartRow } from './cart-store.ts';
import type { CartOfCaller } from './change-cart.ts';

export interface OpenCart extends CartRow {
  /** In the order in which they were added. */
  readonly lines: readonly CartLineRow[];
}

/**
 * Reads the cart without a lock. If the caller is logged in, assigns an anonymous cart to them under a new code, so
 * that nobody else can read it.
 */
export async function readCart(
  db: Queryable,
  { code, customerId }: CartOfCaller,
  now: Date,
): Promise<Result<OpenCart, CartAccessRefusal>> {
  const cart = code === null ? undefined : await cartByCode(db, code);
  const opened = openCart(cart, { code, customerId }, now);
  if (!opened.ok) return opened;
  let row = opened.value;
  if (customerId !== null && row.customerId === null) {
    const bound = await bindCart(db, row.id, customerId);
    // Another request bound the cart first: read its new owner.
    if (!bound) return readCart(db, { code, customerId }, now);
    row = bound;
  }
  return ok({ ...row, lines: await linesOfCarts(db, [row.id]) });
}
