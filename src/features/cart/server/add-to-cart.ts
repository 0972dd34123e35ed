import { type ItemRow, isDepartureOf, itemsForSale } from '#features/catalogue/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { isDatabaseUnavailable, isLockTimeout } from '#platform/db/database-unavailable.ts';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import { batchByKey } from '#platform/work/batch-by-key.ts';
import { parseId } from '#wire/fields.ts';
import { type HeldItemLimits, UNLIMITED } from '../domain/held-items.ts';
import { addBatch, lockForAdds } from './add-batch.ts';
import { type AddRequest, type ShopSwitches, toAddRequest, type WantedItem } from './add-request.ts';
import type { CartRefusal } from './cart-refusals.ts';
import type { OpenCart } from './read-cart.ts';

/** A larger batch gains little and makes its first request wait longer. */
const MAX_PER_BATCH = 32;
/** Two transactions never concern the same item. One runs while the other is being written to disk. */
const TRANSACTIONS_AT_ONCE = 2;
/** Gives clients that were just answered time to join the next transaction and share its cost. */
const GATHERING_MS = 2;
/** About one second of work for one item in a busy process. Further requests are refused with a retry time. */
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
export type AddToCart = (wanted: WantedItem, now: Date) => Promise<AddAnswer>;

/**
 * Requests that arrive while this process's transactions run share the next one: shop, items and carts are read once,
 * and locks and disk syncs are shared. No item is in two transactions at a time, because they would wait for each
 * other, and the second add to a cart sees the first.
 */
export function createAddToCart({
  db,
  loadShop,
  heldItemLimits = UNLIMITED,
  maxWaiting = MAX_WAITING,
  holdsAreSynced = true,
}: {
  db: Db;
  loadShop(db: Queryable): Promise<Shop>;
  heldItemLimits?: HeldItemLimits;
  /** The maximum number of waiting adds for one item. */
  maxWaiting?: number;
  /** Whether a hold must be on disk before it is acknowledged. */
  holdsAreSynced?: boolean;
}): AddToCart {
  const add = batchByKey<AddAttempt, AddAnswer>({
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
  return (wanted, now) => add({ ...wanted, now });

  async function addTogether(batch: readonly AddAttempt[], patience: 'short' | 'long'): Promise<AddAnswer[] | null> {
    // The requests of a batch arrived within moments of each other. The latest time applies to all of them.
    const now = new Date(Math.max(...batch.map((attempt) => attempt.now.getTime())));
    const answers = await db.stockTransaction((tx) => addInTransaction(tx, batch, now), {
      isSynced: holdsAreSynced,
      ...(patience === 'short' && { lockTimeoutMs: PATIENCE_MS }),
    });
    if (answers.ok) return answers.value;
    return batch.length > 1 ? null : [refuse({ kind: 'cart_expired' })];
  }

  async function addInTransaction(tx: Tx, batch: readonly AddAttempt[], now: Date) {
    const codes = [...new Set(batch.map(({ externalCode }) => externalCode))];
    const [shop, items, locked] = await Promise.all([
      loadShop(tx),
      itemsForSale(tx, codes),
      lockForAdds(tx, batch, heldItemLimits, now),
    ]);
    const { public: switches } = shop;
    const checked = await Promise.all(
      batch.map((attempt) => checkRequest(tx, attempt, items.get(attempt.externalCode) ?? null, switches)),
    );
    const requests = checked.flatMap((one) => (one.ok ? [one.value] : []));
    const added = await addBatch(tx, requests, locked, { cartMinutes: switches.cartMinutes, now });
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

type AddAttempt = WantedItem & { readonly now: Date };

async function checkRequest(
  tx: Tx,
  attempt: AddAttempt,
  item: ItemRow | null,
  shop: ShopSwitches,
): Promise<Result<AddRequest, CartRefusal>> {
  const request = toAddRequest(attempt, item, shop, attempt.now);
  if (request.ok || request.error.kind !== 'departure_unknown') return request;
  // An item lists only departures on sale; this one may have been withdrawn.
  const departureId = parseId(attempt.holder?.transportTimeId ?? null);
  const wasWithdrawn = item !== null && departureId !== null && (await isDepartureOf(tx, item.id, departureId));
  return wasWithdrawn ? refuse({ kind: 'departure_gone' }) : request;
}
