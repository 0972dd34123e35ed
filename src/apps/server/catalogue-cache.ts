import {
  type CachedItem,
  type CachedItems,
  itemsWithCounters,
  knownItemsWithCounters,
  readItems,
  withReplaced,
} from '#features/catalogue/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Language } from '#kernel/language.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { sharedRead } from '#platform/db/shared-read.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { checkCatalogue } from './catalogue-check-store.ts';
import { type CatalogueState, createCatalogueStates } from './catalogue-states.ts';

export interface CatalogueCache {
  /** Returns the latest polled state. It is for pages, whose scripts then request the newest one. */
  recent(): Promise<CatalogueState>;
  /**
   * Reads stock after this call began, once for all concurrent calls. The result includes the latest import, unless
   * there are many items. Throws when the database does not answer.
   */
  fresh(): Promise<CatalogueState>;
  /** Like `fresh`, but falls back to the state last read when the database fails or is slow. */
  current(): Promise<CatalogueState>;
  /** Reads the shop as last imported. */
  shop(): Promise<Shop>;
  /** The language of the shop as this process last read it. */
  language(): Language;
  /** Stops polling. Resolves when a running poll has ended, so that the database can be closed. */
  stop(): Promise<void>;
}

const POLL_MS = 250;
/** The longest time a visitor waits for the newest stock. */
const PATIENCE_MS = 1_000;
/**
 * The pause after a poll, in milliseconds per item. It is twice what a poll costs here and in the database, so that
 * polling a large catalogue leaves room for the sales that change it.
 */
const PAUSE_MS_PER_ITEM = 0.002;
/**
 * From this number of items on, no request waits until all are read again, which takes a tenth of a second for 2,000
 * items, and several times as long while an import runs.
 */
const MANY_ITEMS = 500;
/**
 * After an import, each read takes at most this many changed items. If it took 5,000, the next answer for each open page
 * would have 5 MB, and together they would keep this process busy while others wait.
 */
const CHANGES_PER_READ = 500;

interface Kept {
  readonly items: CachedItems;
  readonly shop: Shop;
  readonly shopKey: string | null;
  readonly minute: number;
}

/**
 * Keeps the catalogue for all readers of this process. A small query every quarter of a second checks whether stock or
 * configuration has changed. Only a changed item is serialised again. After an import everything is read again; if
 * there are many items, answers contain the earlier items with the newest counters until that is done, and then take
 * the new ones in parts.
 */
export async function startCatalogueCache(
  db: Db,
  clock: Clock,
  onError: (error: unknown) => void,
  {
    manyItems = MANY_ITEMS,
    changesPerRead = CHANGES_PER_READ,
  }: { readonly manyItems?: number; readonly changesPerRead?: number } = {},
): Promise<CatalogueCache> {
  const nextState = createCatalogueStates();
  let state: CatalogueState | undefined;
  let lastShop: { shop: Shop; at: number } | undefined;
  let kept: Kept | undefined;
  let rereading: Promise<void> | undefined;
  /** What was read in the background, and those of its items that have changed and that no read has taken yet. */
  let reread: { readonly all: Kept; readonly changed: CachedItem[] } | undefined;
  /** Whether items were added or removed since everything was last read. */
  let isListOutdated = false;

  async function shop(): Promise<Shop> {
    const at = performance.now();
    const shop = await loadShop(db);
    if (!lastShop || at >= lastShop.at) lastShop = { shop, at };
    return shop;
  }

  async function read(): Promise<CatalogueState> {
    const now = clock.now();
    const { shopKey, ...counters } = await checkCatalogue(db);
    // Reading everything once a minute shows changes made by hand in the database.
    const minute = Math.floor(now.getTime() / 60_000);
    const before = kept;
    const hasTakenAll = takeReread();
    const isOutdated = kept?.shopKey !== shopKey || kept.minute !== minute;
    if (!kept || kept.items.items.length < manyItems) {
      const items = kept && !isOutdated ? itemsWithCounters(kept.items, counters, now) : null;
      kept = kept && items ? { ...kept, items } : await readAll(shopKey, minute, now);
    } else {
      const items = hasTakenAll ? itemsWithCounters(kept.items, counters, now) : null;
      if (!items && hasTakenAll) isListOutdated = true;
      if (hasTakenAll && (isOutdated || isListOutdated)) readAllInBackground(shopKey, minute, now);
      kept = { ...kept, items: items ?? knownItemsWithCounters(kept.items, counters, now) };
    }
    if (!state || before?.items !== kept.items) state = nextState(kept.shop, kept.items.items);
    return state;
  }

  /** Takes what was read in the background, or a part of its changed items. Returns whether nothing is left to take. */
  function takeReread(): boolean {
    if (!reread || !kept) return true;
    const { all, changed } = reread;
    const some = changed.splice(0, changesPerRead);
    if (changed.length > 0) {
      kept = { ...kept, items: withReplaced(kept.items, some, all.items.until) };
      return false;
    }
    kept = all;
    reread = undefined;
    return true;
  }

  async function readAll(shopKey: string | null, minute: number, now: Date): Promise<Kept> {
    const current = kept?.shopKey === shopKey ? kept.shop : await shop();
    return { items: await readItems(db, now), shop: current, shopKey, minute };
  }

  /** If it fails, the next read tries again. */
  function readAllInBackground(...parameters: Parameters<typeof readAll>): void {
    rereading ??= readAll(...parameters)
      .then((all) => {
        const known = new Set(kept!.items.items.map(({ digest }) => digest));
        reread = { all, changed: all.items.items.filter(({ digest }) => !known.has(digest)) };
        isListOutdated = false;
      }, onError)
      .finally(() => {
        rereading = undefined;
      });
  }

  // Reads run one at a time: an older read that ends later must not undo a newer one.
  const fresh = sharedRead(read, () => PAUSE_MS_PER_ITEM * (state?.itemCount ?? 0));

  let polling: Promise<void> | undefined;
  /** Starts a poll unless one is running, so that polling cannot take all connections of a slow database. */
  function poll(): void {
    polling ??= fresh()
      .then(() => {}, onError)
      .finally(() => {
        polling = undefined;
      });
  }

  await fresh();
  const timer = setInterval(poll, POLL_MS);
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
    language: () => languageOfShop((lastShop?.shop ?? state!.shop).public),
    async stop() {
      clearInterval(timer);
      await polling;
      await rereading;
    },
  };
}
