import { itemsForSale } from '#features/catalogue/server/public.ts';
import { ok, type Result, refuse, valuesOf } from '#kernel/result.ts';
import { isDatabaseUnavailable, isLockTimeout } from '#platform/db/database-unavailable.ts';
import type { Tx } from '#platform/db/db.ts';
import { batchByKey } from '#platform/work/batch-by-key.ts';
import { addBatch, lockForAdds } from './add-batch.ts';
import { type ShopSwitches, toAddRequest, type WantedItem } from './add-request.ts';
import type { CartRefusal } from './cart-refusals.ts';
import { type CartParts, heldItemLimitsOf } from './cart-request.ts';
import type { OpenCart } from './cart-store.ts';
import { preciseRefusal } from './withdrawn-departure.ts';

/** A larger batch gains little and makes its first request wait longer. */
const MAX_PER_BATCH = 32;
/** Two transactions never concern the same item. One runs while the other is being written to disk. */
const TRANSACTIONS_AT_ONCE = 2;
/** Gives clients that were just answered time to join the next transaction and share its cost. */
const GATHERING_MS = 2;
/** For one item: about one second of work in a busy process. Further requests are refused with a retry time. */
const MAX_WAITING = 2_000;
/**
 * Adds that wait for a lock longer than this are split by item, so that the buyers of one item do not hold up the
 * buyers of others.
 */
const PATIENCE_MS = 300;

interface AddedToCart {
  readonly cart: OpenCart;
  /** As read for the add, so that the answer need not read it again. */
  readonly shop: ShopSwitches;
}

type AddAnswer = Result<AddedToCart, CartRefusal>;
export type AddToCart = (wanted: WantedItem) => Promise<AddAnswer>;

/**
 * Requests that arrive while this process's transactions run share the next one: shop, items and carts are read once,
 * and locks and disk syncs are shared. No item is in two transactions at a time, because they would wait for each
 * other, and the second add to a cart sees the first.
 */
export function createAddToCart(parts: CartParts, maxWaiting = MAX_WAITING): AddToCart {
  const { db, loadShop, holdsAreSynced = true } = parts;
  return batchByKey<WantedItem, AddAnswer>({
    keyOf: ({ externalCode }) => externalCode,
    turnOf: ({ cartCode }) => cartCode,
    maxInBatch: MAX_PER_BATCH,
    batchesAtOnce: TRANSACTIONS_AT_ONCE,
    maxWaiting,
    whenFull: refuse({ kind: 'overloaded' }),
    gatherMs: GATHERING_MS,
    isLockWait: isLockTimeout,
    // Retrying each request alone would take as long, and could repeat a commit that succeeded.
    isFinal: isDatabaseUnavailable,
    work: addTogether,
  });

  async function addTogether(batch: readonly WantedItem[], patience: 'short' | 'long'): Promise<AddAnswer[] | null> {
    // The requests of a batch arrived within moments of each other. The latest time applies to all of them.
    const now = new Date(Math.max(...batch.map((wanted) => wanted.now.getTime())));
    const answers = await db.stockTransaction((tx) => addInTransaction(tx, batch, now), {
      isSynced: holdsAreSynced,
      ...(patience === 'short' && { lockTimeoutMs: PATIENCE_MS }),
    });
    if (answers.ok) return answers.value;
    return batch.length > 1 ? null : [refuse({ kind: 'cart_expired' })];
  }

  async function addInTransaction(tx: Tx, batch: readonly WantedItem[], now: Date) {
    const codes = [...new Set(batch.map(({ externalCode }) => externalCode))];
    const [shop, items, locked] = await Promise.all([
      loadShop(tx),
      itemsForSale(tx, codes),
      lockForAdds(tx, batch, heldItemLimitsOf(parts), now),
    ]);
    const { public: switches } = shop;
    const checked = await Promise.all(
      batch.map((wanted) => {
        const item = items.get(wanted.externalCode) ?? null;
        const request = toAddRequest(wanted, item, switches);
        return request.ok ? request : preciseRefusal(tx, request.error, wanted, item);
      }),
    );
    const added = await addBatch(tx, valuesOf(checked), locked, { cartMinutes: switches.cartMinutes, now });
    if (!added.ok) return added;
    const answers = added.value.values();
    return ok(
      checked.map((one): AddAnswer => {
        if (!one.ok) return one;
        const cart = answers.next().value!;
        return cart.ok ? ok({ cart: cart.value, shop: switches }) : cart;
      }),
    );
  }
}
