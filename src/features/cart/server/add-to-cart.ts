import { itemsForSale } from '#features/catalogue/server/public.ts';
import { ok, type Result, refuse, valuesOf } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { batchTransactions } from '#platform/work/batch-transactions.ts';
import { addBatch, lockForAdds } from './add-batch.ts';
import { type ShopSwitches, toAddRequest, type WantedItem } from './add-request.ts';
import type { CartRefusal } from './cart-refusals.ts';
import { type CartParts, heldItemLimitsOf } from './cart-request.ts';
import type { OpenCart } from './cart-store.ts';
import { preciseRefusal } from './withdrawn-departure.ts';

/** A larger batch gains little and makes its first request wait longer. */
const MAX_PER_BATCH = 32;
/** Gives clients that were just answered time to join the next transaction and share its cost. */
const GATHERING_MS = 8;
/** For one item: about one second of work in a busy process. Further requests are refused with a retry time. */
const MAX_WAITING = 2_000;

interface AddedToCart {
  readonly cart: OpenCart;
  /** As read when the item was added, so that the answer need not read it again. */
  readonly shop: ShopSwitches;
}

type AddAnswer = Result<AddedToCart, CartRefusal>;
export type AddToCart = (wanted: WantedItem) => Promise<AddAnswer>;

/**
 * Requests that arrive while this process's transactions run share the next one: shop, items and carts are read once,
 * and locks and disk syncs are shared. No item is in two transactions at a time, because they would wait for each
 * other, and the second item added to a cart sees the first.
 */
export function createAddToCart(parts: CartParts, maxWaiting = MAX_WAITING): AddToCart {
  const { db, loadShop, holdsAreSynced = true } = parts;
  return batchTransactions<WantedItem, AddAnswer, unknown>({
    keyOf: ({ externalCode }) => externalCode,
    turnOf: ({ cartCode }) => cartCode,
    maxInBatch: MAX_PER_BATCH,
    maxWaiting,
    whenFull: refuse({ kind: 'overloaded' }),
    gatherMs: GATHERING_MS,
    transaction: (batch, now, options) =>
      db.stockTransaction((tx) => addTogether(tx, batch, now), { ...options, isSynced: holdsAreSynced }),
    whenRefused: () => refuse({ kind: 'cart_expired' }),
  });

  async function addTogether(tx: Tx, batch: readonly WantedItem[], now: Date) {
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
