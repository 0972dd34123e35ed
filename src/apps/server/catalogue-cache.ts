import { type KeptItems, readCounters, readItems } from '#features/catalogue/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Language } from '#kernel/language.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { sharedRead } from '#platform/db/shared-read.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { type CatalogueState, createCatalogueStates } from './catalogue-states.ts';

export interface CatalogueCache {
  /** As last read, a moment ago at most: for pages, whose scripts then request the newest. */
  recent(): Promise<CatalogueState>;
  /** With stock that is read after this call began, in one read for all concurrent calls. Throws when the database does not answer. */
  fresh(): Promise<CatalogueState>;
  /** The same, or as last read when the database fails or does not answer soon. */
  current(): Promise<CatalogueState>;
  /** The shop as last imported, asked for now. */
  shop(): Promise<Shop>;
  /** Of the shop as last read, a moment ago at most. */
  language(): Language;
  /** Looks no more; resolves when a look that was under way has ended, so that the database may be closed then. */
  stop(): Promise<void>;
}

const POLL_MS = 250;
/** How long a visitor waits for the newest stock. */
const PATIENCE_MS = 1_000;
/**
 * A look goes over every item, here and in the database, for about a microsecond each. It rests for four times as long, in milliseconds
 * for each item, so that the looks of a large catalogue leave room for the sales that cause them.
 */
const REST_MS = 0.004;

/**
 * The catalogue as every reader of this process sees it. Two small statements every quarter of a second ask whether stock or
 * configuration moved, once for all visitors; only an item that moved is written anew.
 */
export async function startCatalogueCache(
  db: Db,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<CatalogueCache> {
  const nextState = createCatalogueStates();
  let state: CatalogueState | undefined;
  /** The newest shop that anybody asked for, and when. */
  let asked: { shop: Shop; at: number } | undefined;
  let kept: { items: KeptItems; shop: Shop; minute: number } | undefined;

  async function shop(): Promise<Shop> {
    const at = performance.now();
    const shop = await loadShop(db);
    if (!asked || at >= asked.at) asked = { shop, at };
    return shop;
  }

  async function read(): Promise<CatalogueState> {
    const now = clock.now();
    // Whoever adds an item has asked for the shop already, and does not change it.
    const isAsked = asked !== undefined && performance.now() - asked.at < POLL_MS;
    const current = isAsked ? asked!.shop : await shop();
    const before = kept?.shop === current ? kept : undefined;
    // What was changed by hand in the database is seen as well, within a minute.
    const minute = Math.floor(now.getTime() / 60_000);
    const isRecent = before !== undefined && before.minute === minute;
    const items = isRecent ? await readCounters(db, before.items, now) : await readItems(db, now);
    kept = { items, shop: current, minute };
    if (!state || before?.items !== items) state = nextState(current, items.items);
    return state;
  }

  // One at a time: an older look that ends later must not undo a newer one.
  const fresh = sharedRead(read, () => REST_MS * (state?.itemCount ?? 0));

  let looking: Promise<void> | undefined;
  /** One look at a time: a database that answers slowly must not have all its connections taken by those who only ask again. */
  function look(): void {
    looking ??= fresh()
      .then(() => {}, onError)
      .finally(() => {
        looking = undefined;
      });
  }

  await fresh();
  const timer = setInterval(look, POLL_MS);
  timer.unref();

  return {
    recent: async () => state ?? fresh(),
    fresh,
    current: () =>
      new Promise((resolve) => {
        const lastSeen = () => resolve(state!);
        const patience = setTimeout(lastSeen, PATIENCE_MS);
        fresh()
          .then(resolve, lastSeen)
          .finally(() => clearTimeout(patience));
      }),
    shop,
    language: () => languageOfShop((asked?.shop ?? state!.shop).public),
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
