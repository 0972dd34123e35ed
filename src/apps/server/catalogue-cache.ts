import { createHash } from 'node:crypto';
import { type Catalogue, listShopItems } from '#features/catalogue/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';

export interface CatalogueState {
  shop: Shop;
  catalogue: Catalogue;
  /** Names exactly this configuration and these items with their stock; a caller who has it need not get them again. */
  version: string;
  /** Parts of the user data bundle as JSON, written once for all who ask: the value of `config`, and the members with the items. */
  configJson: string;
  itemsJson: string;
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
 * The catalogue as every reader of this process sees it. One small statement every quarter of a second asks whether stock or
 * configuration moved; only then the items are read, once for all visitors, and their version is a hash of what they say.
 */
export async function startCatalogueCache(
  db: Db,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<CatalogueCache> {
  let stamp = '';
  let state: CatalogueState | undefined;
  let reading: Promise<CatalogueState> | undefined;
  let next: Promise<CatalogueState> | undefined;
  let readAtMinute = -1;

  async function read(): Promise<CatalogueState> {
    const now = clock.now();
    const [shop, catalogue] = await Promise.all([loadShop(db), listShopItems(db, now)]);
    const itemsJson = `"products":${JSON.stringify(catalogue.tickets)},"merchandise":${JSON.stringify(catalogue.merchandise)}`;
    const version = createHash('sha256').update(`${shop.version}\n${itemsJson}`).digest('base64url').slice(0, 22);
    readAtMinute = Math.floor(now.getTime() / 60_000);
    if (state?.version !== version || state.shop.version !== shop.version) {
      const configJson = state?.shop === shop ? state.configJson : JSON.stringify(shop.public);
      state = { shop, catalogue, version, configJson, itemsJson };
    }
    return state;
  }

  async function poll(): Promise<void> {
    const row = await db.row<{ stamp: string }>(
      `select (select version from shop_state)
         || ':' || (select coalesce(sum(hashtext(id || ':' || sold || ':' || held)::bigint), 0) from shop_items)
         || ':' || (select coalesce(sum(hashtext(id || ':' || sold || ':' || held)::bigint), 0) from departures) as stamp`,
    );
    // Departures leave and windows close by the clock alone, so the items are looked at afresh every minute as well.
    const minute = Math.floor(clock.now().getTime() / 60_000);
    if (row && (row.stamp !== stamp || minute !== readAtMinute)) {
      await read();
      // Only now: after a read that failed, the next look must find the difference again.
      stamp = row.stamp;
    }
  }

  let isLooking = false;
  /** One look at a time: a database that answers slowly must not have all its connections taken by those who only ask again. */
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await poll().catch(onError);
    isLooking = false;
  }

  function begin(): Promise<CatalogueState> {
    next = undefined;
    reading = read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  await poll();
  const timer = setInterval(look, POLL_MS);
  timer.unref();

  return {
    recent: async () => state ?? read(),
    // A read under way may have begun before the caller's change, so everybody who asks meanwhile shares the one after it.
    fresh() {
      if (!reading) return begin();
      next ??= reading.then(begin, begin);
      return next;
    },
    stop: () => clearInterval(timer),
  };
}
