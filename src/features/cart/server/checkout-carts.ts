import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart.ts';
import { bindCart, closeOrderedCarts } from './cart-life-store.ts';
import { type CartLineRow, linesOfCodes, lockCarts } from './cart-store.ts';

export interface LockedCart {
  readonly id: number;
  readonly code: string;
  readonly expiresAt: Date;
  /** In the order in which they were added, with their held units and frozen details. */
  readonly lines: readonly CartLineRow[];
}

/** `cart_ordered` names the cart, so that a repeated checkout finds its order. */
export type CheckoutCartRefusal =
  | Exclude<CartAccessRefusal, { kind: 'cart_ordered' }>
  | { kind: 'cart_ordered'; cartId: number };

/**
 * Locks carts for their checkouts, before any other lock: nobody can add, remove or extend until the transaction ends.
 * Assigns anonymous carts to their customers. Answers each checkout separately, but refuses them all if two codes name
 * the same cart, because the second checkout must see the first one's order.
 */
export async function lockCartsForCheckout(
  tx: Tx,
  wanted: readonly { readonly code: string; readonly customerId: number }[],
  now: Date,
): Promise<Result<Result<LockedCart, CheckoutCartRefusal>[], { kind: 'same_cart' }>> {
  const codes = wanted.map(({ code }) => code);
  // Pipelined: the lines are read once the carts are locked.
  const [carts, lines] = await Promise.all([lockCarts(tx, codes), linesOfCodes(tx, codes)]);
  const byCode = new Map(carts.flatMap((cart) => [cart.code, cart.formerCode].map((code) => [code, cart])));
  const found = codes.flatMap((code) => byCode.get(code)?.id ?? []);
  if (new Set(found).size < found.length) return refuse({ kind: 'same_cart' });
  const linesByCart = Map.groupBy(lines, ({ cartId }) => cartId);
  return ok(
    await Promise.all(
      wanted.map(async ({ code, customerId }): Promise<Result<LockedCart, CheckoutCartRefusal>> => {
        const cart = byCode.get(code);
        const opened = openCart(cart, { code, customerId }, now);
        if (!opened.ok) {
          const { error } = opened;
          return refuse(error.kind === 'cart_ordered' ? { ...error, cartId: cart!.id } : error);
        }
        const { id, expiresAt } = opened.value;
        if (opened.value.customerId === null) await bindCart(tx, id, customerId);
        return ok({ id, code: opened.value.code, expiresAt, lines: linesByCart.get(id) ?? [] });
      }),
    ),
  );
}

export const markCartsOrdered = (tx: Tx, cartIds: readonly number[]): Promise<void> => closeOrderedCarts(tx, cartIds);
