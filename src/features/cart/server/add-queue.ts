import { itemForSale } from '#features/catalogue/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { type Result, refuse } from '#kernel/result.ts';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import type { Db } from '#platform/db/db.ts';
import { type AddRequest, addItems, HoldEnded } from './add-items.ts';
import type { CartRefusal } from './cart-refusal.ts';
import { type OpenCart, openCarts } from './read-cart.ts';
import { toAddRequest, type WantedItem } from './wanted-item.ts';

/** More in one transaction gains little and makes the first of them wait longer. */
const MOST_AT_ONCE = 32;

/** About a second's work of a busy process; whoever comes then is asked to come again rather than kept waiting. */
const MOST_WAITING = 2_000;

/** The cart with the item in it. */
export type AddAnswer = Result<OpenCart, CartRefusal>;
export type AddToCart = (wanted: WantedItem, now: Date) => Promise<AddAnswer>;

interface Waiting {
  readonly wanted: WantedItem;
  readonly now: Date;
  resolve(answer: AddAnswer): void;
  reject(error: unknown): void;
}

/**
 * Adds items to carts. Requests for the same item that arrive while one transaction of this process is under way go together
 * in the next one, in their order of arrival: shop, item and carts are read once, and the item's lock is taken and synced
 * once for all of them. Nothing is lost with the process, for nobody was answered yet.
 */
export function createAddQueue(parts: {
  db: Db;
  loadShop(): Promise<Shop>;
  mostWaiting?: number;
  /** Whether a hold is on the disk before it is acknowledged. */
  holdsAreSynced?: boolean;
}): AddToCart {
  const { db, loadShop, mostWaiting = MOST_WAITING, holdsAreSynced = true } = parts;
  const queues = new Map<string, Waiting[]>();

  return (wanted, now) =>
    new Promise((resolve, reject) => {
      const waiting = { wanted, now, resolve, reject };
      const queue = queues.get(wanted.externalCode);
      if (queue && queue.length >= mostWaiting) resolve(refuse({ kind: 'overloaded' }));
      else if (queue) queue.push(waiting);
      else {
        queues.set(wanted.externalCode, []);
        void work(wanted.externalCode, [waiting]);
      }
    });

  async function work(externalCode: string, first: Waiting[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = takeBatch(queues.get(externalCode)!)) {
      await answer(externalCode, batch);
    }
    queues.delete(externalCode);
  }

  async function answer(externalCode: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await addTogether(externalCode, batch);
      for (const [index, waiting] of batch.entries()) waiting.resolve(answers[index]!);
    } catch (error) {
      if (isDatabaseAway(error)) {
        // Nothing to try again at once: it would take as long for each, and what was being committed might be there twice.
        for (const waiting of batch) waiting.reject(error);
      } else if (batch.length > 1) {
        // One of them spoils the others: each tries alone.
        for (const waiting of batch) await answer(externalCode, [waiting]);
      } else if (error instanceof HoldEnded) {
        batch[0]!.resolve(refuse({ kind: 'cart_expired' }));
      } else {
        batch[0]!.reject(error);
      }
    }
  }

  async function addTogether(externalCode: string, batch: readonly Waiting[]): Promise<AddAnswer[]> {
    const [shop, item] = await Promise.all([loadShop(), itemForSale(db, externalCode)]);
    const asked = batch.map(({ wanted, now }) => toAddRequest(wanted, item, shop.public, now));
    const requests = asked.flatMap((one): AddRequest[] => (one.ok ? [one.value] : []));
    const terms = { cartMinutes: shop.public.cartMinutes, now: latest(batch) };
    const added =
      requests.length > 0
        ? await db.stockTransaction((tx) => addItems(tx, requests, terms), { isSynced: holdsAreSynced })
        : [];
    const codes = added.flatMap((one) => (one.ok ? [one.value] : []));
    const carts = await openCarts(db, codes);
    let next = 0;
    return asked.map((one) => {
      if (!one.ok) return one;
      const code = added[next++]!;
      return code.ok ? { ok: true, value: carts.get(code.value)! } : code;
    });
  }
}

/** The next ones in order, each cart once: the second add of a cart must see the first. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  const carts = new Set<string>();
  for (const waiting of queue) {
    const { cartCode } = waiting.wanted;
    if (batch.length === MOST_AT_ONCE || (cartCode !== null && carts.has(cartCode))) later.push(waiting);
    else batch.push(waiting);
    if (cartCode !== null) carts.add(cartCode);
  }
  queue.splice(0, queue.length, ...later);
  return batch;
}

/** Requests of one batch arrived within moments; the last of them tells the time for all. */
const latest = (batch: readonly Waiting[]): Date => new Date(Math.max(...batch.map(({ now }) => now.getTime())));
