import { ok, type Result } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart.ts';
import { type HeldItemLimits, HeldItems } from '../domain/held-items.ts';
import { bindCart, linesOfCarts } from './cart-life-store.ts';
import { type CartRow, lockCarts } from './cart-store.ts';
import { countHeldItems, lockBuyers } from './held-items-store.ts';

export interface CartOfCaller {
  readonly code: string | null;
  /** Null if not logged in. */
  readonly customerId: number | null;
}

export interface Carts {
  readonly db: Db;
  readonly heldItemLimits: HeldItemLimits;
}

/**
 * Locks the caller's cart. A guest's cart becomes the logged-in caller's, unless their account would then hold too many
 * items. It then stays a guest's cart, whose items count for its network.
 */
export async function lockOpenCart(
  tx: Tx,
  { code, customerId }: CartOfCaller,
  heldItemLimits: HeldItemLimits,
  now: Date,
): Promise<Result<CartRow, CartAccessRefusal>> {
  const [cart] = code === null ? [] : await lockCarts(tx, [code]);
  const opened = openCart(cart, { code, customerId }, now);
  if (!opened.ok || customerId === null || opened.value.customerId !== null) return opened;
  const { id } = opened.value;
  if (heldItemLimits.account > 0) {
    const account = { customerIds: [customerId], networks: [], codes: [] };
    // Pipelined; held items are counted after waiting for the account's lock.
    const [, held, lines] = await Promise.all([
      lockBuyers(tx, account),
      countHeldItems(tx, account, now),
      linesOfCarts(tx, [id]),
    ]);
    if (!new HeldItems(heldItemLimits, held).mayHold({ kind: 'account', id: customerId }, lines.length)) return opened;
  }
  return ok((await bindCart(tx, id, customerId))!);
}

/** Makes a guest's cart the logged-in caller's, as `lockOpenCart` does. Changes nothing if there is no such cart. */
export const takeOverCart = ({ db, heldItemLimits }: Carts, caller: CartOfCaller, now: Date): Promise<unknown> =>
  db.stockTransaction((tx) => lockOpenCart(tx, caller, heldItemLimits, now));
