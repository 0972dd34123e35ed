import { ok, type Result } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart-access.ts';
import { bindCart, closeOrderedCart, linesOfCarts } from './cart-life-store.ts';
import { type CartLineRow, type CartRow, lockCarts } from './cart-store.ts';

export interface LockedCart {
  readonly id: number;
  readonly code: string;
  readonly expiresAt: Date;
  /** In the order in which they were added, with their held units and all frozen data. No longer changes. */
  readonly lines: readonly CartLineRow[];
}

/** `cart_ordered` names the cart, so that a repeated checkout finds its order. */
export type CheckoutCartRefusal =
  | Exclude<CartAccessRefusal, { kind: 'cart_ordered' }>
  | { kind: 'cart_ordered'; cartId: number };

/**
 * Locks the cart for a checkout, before anything else: nobody adds, removes or extends until the transaction ends.
 * Assigns an anonymous cart to the customer.
 */
export async function lockCartForCheckout(
  tx: Tx,
  code: string | null,
  customerId: number,
  now: Date,
): Promise<Result<LockedCart, CheckoutCartRefusal>> {
  const cart: CartRow | undefined = code === null ? undefined : (await lockCarts(tx, [code]))[0];
  const opened = openCart(cart, { code, customerId }, now);
  if (!opened.ok) {
    const { error } = opened;
    return { ok: false, error: error.kind === 'cart_ordered' ? { ...error, cartId: cart!.id } : error };
  }
  const { id, expiresAt } = opened.value;
  if (opened.value.customerId === null) await bindCart(tx, id, customerId);
  return ok({ id, code: opened.value.code, expiresAt, lines: await linesOfCarts(tx, [id]) });
}

export const markCartOrdered = (tx: Tx, cartId: number): Promise<void> => closeOrderedCart(tx, cartId);
