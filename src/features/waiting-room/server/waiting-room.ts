import type { Db } from '#platform/db/db.ts';
import { batchByKey } from '#platform/work/batch-by-key.ts';
import { positionOf } from '../domain/draw.ts';
import { nextShown, type ShownWait, waitOf } from '../domain/estimate.ts';
import { type PlaceState, placeState } from '../domain/place-state.ts';
import { nextPollMs } from '../domain/polling.ts';
import { holdsBack, type Room, roomPath } from '../domain/room.ts';
import { drawOf } from './draws.ts';
import { calledPlace, insertEntry } from './entries-store.ts';
import { cookieIn, cookieNameOf, type Place, type Places } from './places.ts';
import type { LiveRoom, Rooms } from './rooms.ts';
import { givePlaces, roomWithId } from './rooms-store.ts';

/** A place with everything that its page and other clients show. */
export interface PlaceView {
  readonly state: PlaceState;
  /** While waiting; null if there is no estimate. */
  readonly wait: ShownWait | null;
  readonly pollAfterMs: number;
}

/** The entry that an add needs for an item behind a waiting room. */
export interface NeededEntry {
  readonly roomId: number;
  /** Null for the room of the whole shop. */
  readonly eventId: number | null;
  readonly holdsSince: Date;
  /** The path of the room's page. */
  readonly address: string;
  /** The place that came with the request. */
  readonly place: number | null;
}

/** The places that a client has sent. */
interface SentPlaces {
  /** From the request's body. */
  readonly place: string | null;
  readonly cookie: string | undefined;
}

export interface WaitingRoom {
  readonly rooms: Rooms;
  /** The next place; null if the room has just closed or too many visitors want a place at the same time. */
  take(room: Room): Promise<Place | null>;
  /** The client's place in the room; null if it has none. */
  placeIn(room: Pick<Room, 'id'>, shown: SentPlaces): Place | null;
  /** `before`: the minutes that were shown last. */
  view(room: LiveRoom, place: Place, before: number | null, now: Date): Promise<PlaceView>;
  /** Lets a called place in, once. Any other place stays as it is. */
  enter(room: LiveRoom, place: Place, now: Date): Promise<PlaceView>;
  /** Null if an item of the event needs no entry. */
  neededFor(eventId: number | null, shown: SentPlaces): NeededEntry | null;
  /** Whether an add that begins a cart certainly has no entry, so that it is refused without a query. */
  isHopeless(needed: NeededEntry): boolean;
  sign(place: Place): string;
  read(text: string): Place | null;
}

export interface WaitingRoomParts {
  readonly db: Db;
  readonly rooms: Rooms;
  readonly places: Places;
  /** From 0 to 1. */
  random(): number;
}

/** One statement allocates numbers for at most this many visitors. */
const MAX_IN_BATCH = 2_000;
const MAX_WAITING = 20_000;
/** People who come within this time share a statement, in order of arrival. */
const GATHERING_MS = 20;
/** Another process may have called people this long ago without this process having read it. */
const UNKNOWN_CALLS_MS = 2_000;

export function createWaitingRoom({ db, rooms, places, random }: WaitingRoomParts): WaitingRoom {
  const take = batchByKey<number, Place | null>({
    keyOf: String,
    turnOf: () => null,
    maxInBatch: MAX_IN_BATCH,
    batchesAtOnce: 1,
    maxWaiting: MAX_WAITING,
    whenFull: null,
    gatherMs: GATHERING_MS,
    clientsReturn: false,
    isLockWait: () => false,
    // A failed statement is not repeated. Numbers that it allocated stay unused.
    isFinal: () => true,
    work: giveTogether,
  });

  async function giveTogether(batch: readonly number[]): Promise<(Place | null)[]> {
    const counts = new Map<number, number>();
    for (const roomId of batch) counts.set(roomId, (counts.get(roomId) ?? 0) + 1);
    const last = await givePlaces(db, counts);
    const next = new Map([...last].map(([roomId, places]) => [roomId, places - counts.get(roomId)! + 1]));
    return batch.map((roomId) => {
      const number = next.get(roomId);
      if (number === undefined) return null;
      next.set(roomId, number + 1);
      return { roomId, number };
    });
  }

  /** Reads the room again, because the known state may be a fraction of a second old. */
  async function reread(known: LiveRoom): Promise<LiveRoom> {
    const room = await roomWithId(db, known.id);
    if (!room) return known;
    return { ...known, ...room, draw: room.drawn === known.drawn ? known.draw : drawOf(room) };
  }

  async function view(room: LiveRoom, place: Place, before: number | null, now: Date): Promise<PlaceView> {
    const position = positionOf(place.number, room.draw);
    const isCalled = room.drawn !== null && position <= room.called;
    const known = isCalled ? await calledPlace(db, { ...place, position }) : { calledAt: null, entry: null };
    return viewOf(room, placeState({ room, position, ...known }, now), before, now);
  }

  function viewOf(room: LiveRoom, state: PlaceState, before: number | null, now: Date): PlaceView {
    const { measuredPace, places } = room;
    const waitMs = state.kind === 'waiting' && !state.isPaused ? waitOf(state.ahead, measuredPace) : null;
    const polled =
      state.kind === 'hall'
        ? { kind: 'hall' as const, opensInMs: state.opensAt.getTime() - now.getTime() }
        : state.kind === 'waiting'
          ? { kind: 'waiting' as const, ahead: state.ahead, waitMs }
          : { kind: 'called' as const };
    return {
      state,
      wait: waitMs === null ? null : nextShown(waitMs, before),
      pollAfterMs: nextPollMs(polled, places, random()),
    };
  }

  return {
    rooms,
    take: ({ id }) => take(id),
    placeIn({ id }, shown) {
      const texts = [shown.place, cookieIn(shown.cookie, cookieNameOf(id))];
      for (const text of texts) {
        const place = text === null ? null : places.read(text);
        if (place?.roomId === id) return place;
      }
      return null;
    },
    view,
    async enter(room, place, now) {
      const current = await reread(room);
      const before = await view(current, place, null, now);
      if (before.state.kind !== 'called' || !holdsBack(current)) return before;
      const endsAt = new Date(now.getTime() + current.minutesInside * 60_000);
      await insertEntry(db, { ...place, position: positionOf(place.number, current.draw), endsAt }, now);
      return await view(current, place, null, now);
    },
    neededFor(eventId, shown) {
      const room = rooms.inFrontOf(eventId);
      if (!room) return null;
      return {
        roomId: room.id,
        eventId: room.eventId,
        holdsSince: room.holdsSince!,
        address: roomPath(room),
        place: this.placeIn(room, shown)?.number ?? null,
      };
    },
    isHopeless({ roomId, place }) {
      const room = rooms.withId(roomId);
      if (place === null || !room) return place === null;
      const unknown = Math.ceil((room.pace * UNKNOWN_CALLS_MS) / 60_000) + 1;
      return positionOf(place, room.draw) > room.called + unknown;
    },
    sign: places.sign,
    read: places.read,
  };
}
