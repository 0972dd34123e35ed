import type { PublicConfig } from '#features/shop-config/contract.ts';
import { lookOfShop } from '#features/shop-config/server/public.ts';
import {
  announcedRooms,
  challengeRefusal,
  createChallenges,
  createPlaces,
  createRooms,
  createWaitingRoom,
  entryRefusal,
  solvedOf,
  type WaitingLook,
} from '#features/waiting-room/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { Limits } from '#platform/http/limits.ts';
import { createNetworkLimit } from '#platform/http/network-limit.ts';
import type { HttpRefusal } from '#platform/http/refusal.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { parseId } from '#wire/fields.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import type { CatalogueState } from './catalogue-states.ts';
import { themeFileOf } from './pages/theme.ts';
import { ADDS } from './work-of-call.ts';

interface Caller {
  readonly headers: { readonly cookie?: string };
  readonly ip: string;
}

interface Parts {
  readonly config: Pick<Config, 'secretKey' | 'olderSecretKeys' | 'role' | 'challenge'>;
  readonly limits: Limits;
  readonly db: Db;
  readonly clock: Clock;
  readonly catalogue: Pick<CatalogueCache, 'recent'>;
  isStrained(): boolean;
  onError(error: unknown): void;
}

/**
 * Opens the waiting rooms of this process. A call that cannot succeed is refused without a query.
 */
export async function openWaitingRooms({ config, limits, db, clock, catalogue, isStrained, onError }: Parts) {
  const rooms = createRooms({ db, clock, isStrained, onError });
  const keyOf = (secret: Buffer) => derivedKey(secret, 'waiting-room-places');
  const places = createPlaces([keyOf(config.secretKey), ...config.olderSecretKeys.map(keyOf)]);
  const room = createWaitingRoom({ db, rooms, places, random: Math.random });
  const factsOf = factsOfItems();
  const eventOf = async (externalCode: string) => factsOf(await catalogue.recent()).events.get(externalCode);

  const challengeKeyOf = (secret: Buffer) => derivedKey(secret, 'challenges');
  const challenges = config.challenge
    ? createChallenges({
        db,
        settings: config.challenge,
        keys: [challengeKeyOf(config.secretKey), ...config.olderSecretKeys.map(challengeKeyOf)],
        waited: createNetworkLimit(limits['challenge-waited-network']),
      })
    : null;

  /** Returns null if no challenge is needed, or if the request came with a solved one, which is now used up. */
  async function refuseUnsolved(
    body: Record<string, unknown>,
    isAdd: boolean,
    { headers, ip }: Caller,
  ): Promise<HttpRefusal | null> {
    if (!challenges) return null;
    const now = clock.now();
    const solved = solvedOf(body.challenge, headers.cookie);
    const { token, request_key: key } = body;
    // Only a repeated call that adds an item is recognised, by its key and caller; each call for a place needs another
    // solution.
    const request = isAdd && typeof key === 'string' && key !== '' ? JSON.stringify([token ?? '', ip, key]) : null;
    if (solved !== null && (await challenges.use(solved, { ip, request }, now)) === 'used') return null;
    return challengeRefusal(challenges.issue(now));
  }

  await rooms.refresh();
  if (config.role !== 'worker') rooms.start();

  return {
    room,
    eventOf,
    announcements: announcedRooms(rooms),
    challenges,
    /** Whether any item behind the room is in stock: one of the event's items, or for the shop's room any item. */
    async hasStock(eventId: number | null): Promise<boolean> {
      const { inStock } = factsOf(await catalogue.recent());
      return eventId === null ? inStock.size > 0 : inStock.has(eventId);
    },
    /**
     * Refuses places and new carts without a solved challenge, and new carts of visitors who certainly have no entry to
     * the waiting room in front of the item. A call that names a cart may come from somebody who is already buying, so
     * the database decides about it. For an item behind a waiting room, the challenge is solved to get a place.
     */
    async refuse(call: string, sent: unknown, caller: Caller): Promise<HttpRefusal | null> {
      const isAdd = ADDS.has(call);
      if ((rooms.all().length === 0 && !challenges) || (!isAdd && call !== 'take-place')) return null;
      const body = (sent ?? {}) as Record<string, unknown>;
      const { external_code: code, cart, place } = body;
      if (cart || typeof code !== 'string') return null;
      const shown = { place: typeof place === 'string' ? place : null, cookie: caller.headers.cookie };
      const needed = room.neededFor((await eventOf(code)) ?? null, shown);
      if ((needed === null) === isAdd) return await refuseUnsolved(body, isAdd, caller);
      return isAdd && needed && room.isHopeless(needed) ? entryRefusal({ kind: 'no_entry' }, needed.address) : null;
    },
  };
}

/** Returns the look of a waiting room's page in this shop. */
export function waitingLook(config: PublicConfig, stylesheets: readonly string[]): WaitingLook {
  const { locale, timezone, theme, logo, logoDark } = config;
  const own = themeFileOf(theme);
  return {
    ...lookOfShop(config),
    locale,
    timezone,
    logo,
    logoDark,
    fontStylesheet: theme.fontStylesheet,
    stylesheets: [...stylesheets, ...(own ? [own.href] : [])],
  };
}

interface ItemFacts {
  /** The event of each item on sale. */
  readonly events: ReadonlyMap<string, number | null>;
  /** Events with an item in stock; null for items without an event. */
  readonly inStock: ReadonlySet<number | null>;
}

/** Computes the facts once for each state of the catalogue. */
function factsOfItems(): (state: CatalogueState) => ItemFacts {
  let known: { of: CatalogueState; facts: ItemFacts } | undefined;
  return (state) => {
    if (known?.of !== state) {
      const { tickets, merchandise } = state.catalogue();
      const items = [...tickets, ...merchandise].map((item) => ({ ...item, eventId: parseId(item.event_id) }));
      const events = new Map(items.map(({ external_code: code, eventId }) => [code, eventId]));
      const inStock = new Set(items.flatMap(({ in_stock: has, eventId }) => (has ? [eventId] : [])));
      known = { of: state, facts: { events, inStock } };
    }
    return known.facts;
  };
}
