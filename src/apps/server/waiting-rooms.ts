import { createPlaces, createRooms, createWaitingRoom, entryRefusal } from '#features/waiting-room/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { HttpRefusal } from '#platform/http/refusal.ts';
import { parseId } from '#wire/fields.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import type { CatalogueState } from './catalogue-states.ts';
import { derivedKey } from './derived-key.ts';
import { ADDS } from './work-of-call.ts';

interface Parts {
  readonly config: Pick<Config, 'secretKey' | 'olderSecretKeys' | 'role'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly catalogue: Pick<CatalogueCache, 'recent'>;
  isStrained(): boolean;
  onError(error: unknown): void;
}

/** The waiting rooms of this process, and its door: adds that are hopeless cost no more than a look at a signature. */
export async function openWaitingRooms({ config, db, clock, catalogue, isStrained, onError }: Parts) {
  const rooms = createRooms({ db, clock, isStrained, onError });
  const keyOf = (secret: Buffer) => derivedKey(secret, 'waiting-room-places');
  const places = createPlaces([keyOf(config.secretKey), ...config.olderSecretKeys.map(keyOf)]);
  const room = createWaitingRoom({ db, rooms, places, random: Math.random });
  const events = eventsOfItems();
  const eventOf = async (externalCode: string) => events(await catalogue.recent()).get(externalCode);

  await rooms.refresh();
  if (config.role !== 'worker') rooms.start();

  return {
    room,
    eventOf,
    /** An add that names a cart may belong to somebody who is already buying; the database decides. */
    async refuse(
      call: string,
      body: unknown,
      { headers }: { headers: { cookie?: string } },
    ): Promise<HttpRefusal | null> {
      if (rooms.all().length === 0 || !ADDS.has(call)) return null;
      const { external_code: code, cart, place } = (body ?? {}) as Record<string, unknown>;
      if (cart || typeof code !== 'string') return null;
      const shown = { place: typeof place === 'string' ? place : null, cookie: headers.cookie };
      const needed = room.neededFor((await eventOf(code)) ?? null, shown);
      return needed && room.isHopeless(needed) ? entryRefusal({ kind: 'no_entry' }, needed.address) : null;
    },
  };
}

/** The event of each item on sale, looked up once for each state of the catalogue. */
function eventsOfItems(): (state: CatalogueState) => ReadonlyMap<string, number | null> {
  let known: { of: CatalogueState; events: Map<string, number | null> } | undefined;
  return (state) => {
    if (known?.of !== state) {
      const { tickets, merchandise } = state.catalogue();
      const items = [...tickets, ...merchandise];
      known = { of: state, events: new Map(items.map((item) => [item.external_code, parseId(item.event_id)])) };
    }
    return known.events;
  };
}
