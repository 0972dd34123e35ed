import { ok, type Result } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart.ts';
import { cartByCode, linesOfCarts } from './cart-life-store.ts';
import type { OpenCart } from './cart-store.ts';
import type { CartOfCaller } from './take-over-cart.ts';

/** Reads the cart without a lock. */
export async function readCart(
  db: Queryable,
  { code, customerId }: CartOfCaller,
  now: Date,
): Promise<Result<OpenCart, CartAccessRefusal>> {
  const cart = code === null ? undefined : await cartByCode(db, code);
  const opened = openCart(cart, { code, customerId }, now);
  return opened.ok ? ok({ ...opened.value, lines: await linesOfCarts(db, [opened.value.id]) }) : opened;
}
