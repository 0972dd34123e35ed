import { createHash } from 'node:crypto';
import {
  type Catalogue,
  type KeptItem,
  type KeptItems,
  readCounters,
  readItems,
} from '#features/catalogue/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { sharedRead } from '#platform/db/shared-read.ts';

export interface CatalogueState {
  shop: Shop;
  catalogue: Catalogue;
  /** Names exactly this configuration and these items with their stock; a caller who has it need not get them again. */
  version: string;
  /** Parts of the user data bundle as JSON, written once for all who ask: the value of `config`, and the members with the items. */
  configJson: string;
  itemsJson(): string;
}

export interface CatalogueCache {
  /** As it was at most a moment ago: for whoever only looks. */
  recent(): Promise<CatalogueState>;
  /** Read now: for whoever has just changed it. */
  fresh(): Promise<CatalogueState>;
  stop(): void;
}

const POLL_MS = 250;

/**
 * The catalogue as every reader of this process sees it. Two small statements every quarter of a second ask whether stock or
 * configuration moved, once for all visitors; only an item that moved is written anew. The version is a hash of what all say.
 */
export async function startCatalogueCache(
  db: Db,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<CatalogueCache> {
  let state: CatalogueState | undefined;
  let kept: { items: KeptItems; shop: Shop; minute: number } | undefined;

  async function read(): Promise<CatalogueState> {
    const now = clock.now();
    const shop = await loadShop(db);
    const before = kept?.shop === shop ? kept : undefined;
    // What was changed by hand in the database is seen as well, within a minute.
    const minute = Math.floor(now.getTime() / 60_000);
    const isRecent = before !== undefined && before.minute === minute;
    const items = isRecent ? await readCounters(db, before.items, now) : await readItems(db, now);
    kept = { items, shop, minute };
    if (!state || state.shop !== shop || before?.items !== items) state = stateOf(shop, items, state);
    return state;
  }

  // One at a time: an older look that ends later must not undo a newer one.
  const fresh = sharedRead(read);

  let isLooking = false;
  /** One look at a time: a database that answers slowly must not have all its connections taken by those who only ask again. */
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await fresh().catch(onError);
    isLooking = false;
  }

  await fresh();
  const timer = setInterval(look, POLL_MS);
  timer.unref();

  return {
    recent: async () => state ?? fresh(),
    fresh,
    stop: () => clearInterval(timer),
  };
}

/** The state of these items; the one before when it says the same. */
function stateOf(shop: Shop, { items }: KeptItems, before: CatalogueState | undefined): CatalogueState {
  const hash = createHash('sha256').update(String(shop.version));
  for (const { digest } of items) hash.update(digest);
  const version = hash.digest('base64url').slice(0, 22);
  if (before?.version === version && before.shop === shop) return before;
  const ofKind = (kind: 'tickets' | 'merchandise') => items.filter(({ row }) => row.kind === kind);
  const [tickets, merchandise] = [ofKind('tickets'), ofKind('merchandise')];
  let itemsJson: string | undefined;
  return {
    shop,
    catalogue: { tickets: tickets.map(({ item }) => item), merchandise: merchandise.map(({ item }) => item) },
    version,
    configJson: before?.shop === shop ? before.configJson : JSON.stringify(shop.public),
    itemsJson: () => (itemsJson ??= `"products":[${listed(tickets)}],"merchandise":[${listed(merchandise)}]`),
  };
}

const listed = (items: readonly KeptItem[]): string => items.map(({ json }) => json).join(',');
