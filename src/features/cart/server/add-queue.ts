import { type ItemRow, isDepartureOf, itemsForSale } from '#features/catalogue/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { type Result, refuse } from '#kernel/result.ts';
import { isDatabaseAway, isLockTimeout } from '#platform/db/database-away.ts';
import type { Db } from '#platform/db/db.ts';
import { type AddRequest, addItems, HoldEnded } from './add-items.ts';
import type { CartRefusal } from './cart-refusals.ts';
import type { OpenCart } from './read-cart.ts';
import { createWaitingLine, MOST_AT_ONCE } from './waiting-line.ts';
import { toAddRequest, type WantedItem } from './wanted-item.ts';
import { parseId } from './wire-id.ts';

/** Transactions at the same time, of different items: while one is being written to the disk the next one is under way. */
const MOST_UNDER_WAY = 2;

/**
 * After a turn in which several went together the next one waits for so long, in milliseconds, unless a full one is there: those who were
 * just answered and those who come meanwhile go with it, and what a turn costs is shared by more. Who comes alone does not wait.
 */
const GATHERING_MS = 2;

/** About a second's work of a busy process; whoever comes then is asked to come again rather than kept waiting. */
const MOST_WAITING = 2_000;

/** For how long a lock is waited for before the buyers of each item wait for themselves and let others by, in milliseconds. */
const PATIENCE_MS = 300;

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
 * Adds items to carts. Requests that arrive while transactions of this process are under way go together in the next one, in
 * their order of arrival: shop, items and carts are read once, and locks are taken and synced once for all of them. No item is
 * in two transactions at a time, which would wait for each other. Nothing is lost with the process, for nobody was answered yet.
 */
export function createAddQueue(parts: {
  db: Db;
  loadShop(): Promise<Shop>;
  /** For one item. */
  mostWaiting?: number;
  /** Whether a hold is on the disk before it is acknowledged. */
  holdsAreSynced?: boolean;
}): AddToCart {
  const { db, loadShop, mostWaiting = MOST_WAITING, holdsAreSynced = true } = parts;
  const line = createWaitingLine<Waiting>();
  let underWay = 0;
  let isGathering = false;

  return (wanted, now) =>
    new Promise((resolve, reject) => {
      if (line.waitingFor(wanted.externalCode) >= mostWaiting) return resolve(refuse({ kind: 'overloaded' }));
      line.join({ wanted, now, resolve, reject });
      begin();
    });

  function begin(): void {
    while (underWay < MOST_UNDER_WAY && !(isGathering && line.size() < MOST_AT_ONCE)) {
      const batch = line.take();
      if (batch.length === 0) return;
      underWay += 1;
      void work(batch).then(() => {
        underWay -= 1;
        if (batch.length > 1) gather();
        begin();
      });
    }
  }

  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    setTimeout(() => {
      isGathering = false;
      begin();
    }, GATHERING_MS);
  }

  async function work(batch: readonly Waiting[]): Promise<void> {
    if (await answerSoon(batch)) return line.leave(batch);
    // Somebody keeps the lock of one of the items: its buyers wait for it, and nobody waits for them.
    for (const ofItem of Map.groupBy(batch, ({ wanted }) => wanted.externalCode).values()) {
      void answer(ofItem).then(() => {
        line.leave(ofItem);
        begin();
      });
    }
  }

  /** False when a lock was not to be had soon, and nothing was done. */
  async function answerSoon(batch: readonly Waiting[]): Promise<boolean> {
    try {
      answerEach(batch, await addTogether(batch, PATIENCE_MS));
    } catch (error) {
      if (isLockTimeout(error)) return false;
      await answerAfter(error, batch);
    }
    return true;
  }

  async function answer(batch: readonly Waiting[]): Promise<void> {
    try {
      answerEach(batch, await addTogether(batch));
    } catch (error) {
      await answerAfter(error, batch);
    }
  }

  async function answerAfter(error: unknown, batch: readonly Waiting[]): Promise<void> {
    if (isDatabaseAway(error)) {
      // Nothing to try again at once: it would take as long for each, and what was being committed might be there twice.
      for (const waiting of batch) waiting.reject(error);
    } else if (batch.length > 1) {
      // One of them spoils the others: each tries alone.
      for (const waiting of batch) await answer([waiting]);
    } else if (error instanceof HoldEnded) {
      batch[0]!.resolve(refuse({ kind: 'cart_expired' }));
    } else {
      batch[0]!.reject(error);
    }
  }

  async function addTogether(batch: readonly Waiting[], lockTimeoutMs?: number): Promise<AddAnswer[]> {
    const codes = [...new Set(batch.map(({ wanted }) => wanted.externalCode))];
    const [shop, items] = await Promise.all([loadShop(), itemsForSale(db, codes)]);
    const asked = await Promise.all(
      batch.map(async ({ wanted, now }) => {
        const item = items.get(wanted.externalCode) ?? null;
        const request = toAddRequest(wanted, item, shop.public, now);
        const isUnknown = !request.ok && request.error.kind === 'departure_unknown';
        return isUnknown && (await wasWithdrawn(wanted, item)) ? refuse({ kind: 'departure_gone' as const }) : request;
      }),
    );
    const requests = asked.flatMap((one): AddRequest[] => (one.ok ? [one.value] : []));
    const terms = { cartMinutes: shop.public.cartMinutes, now: latest(batch) };
    const added =
      requests.length > 0
        ? await db.stockTransaction((tx) => addItems(tx, requests, terms), {
            isSynced: holdsAreSynced,
            ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
          })
        : [];
    let next = 0;
    return asked.map((one) => (one.ok ? added[next++]! : one));
  }

  /** Whether a departure that an item no longer lists was once on sale. */
  async function wasWithdrawn({ holder }: WantedItem, item: ItemRow | null): Promise<boolean> {
    const departureId = parseId(holder?.transportTimeId ?? null);
    return item !== null && departureId !== null && (await isDepartureOf(db, item.id, departureId));
  }
}

function answerEach(batch: readonly Waiting[], answers: readonly AddAnswer[]): void {
  for (const [index, waiting] of batch.entries()) waiting.resolve(answers[index]!);
}

/** Requests of one batch arrived within moments; the last of them tells the time for all. */
const latest = (batch: readonly Waiting[]): Date => new Date(Math.max(...batch.map(({ now }) => now.getTime())));
