import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { sharedRead } from '#platform/db/shared-read.ts';
import { type CallMark, MEASURED_MS, measuredPace, nextShown, waitOf } from '../domain/estimate.ts';
import { CALL_EVERY_MS } from '../domain/metering.ts';
import { holdsBack, type Room, roomOf } from '../domain/room.ts';
import { drawOf } from './draws.ts';
import { callPeople, closeCalmRoom, openByLoad, openDueRoom } from './move-rooms.ts';
import { liveRooms, noteStrain } from './rooms-store.ts';

/** A room as this process last read it. */
export interface LiveRoom extends Room {
  /** Positions of the drawn places, by number. */
  readonly draw: Uint32Array;
  /** People called per minute recently. */
  readonly measuredPace: number;
  /** The wait of somebody who comes now, in steps; null if there is no estimate. */
  readonly newcomersMinutes: number | null;
}

export interface Rooms {
  /** The rooms that are not closed. */
  all(): readonly LiveRoom[];
  withId(id: number): LiveRoom | null;
  /** The room that holds people back from an item of this event; null if everybody may buy it. */
  inFrontOf(eventId: number | null): LiveRoom | null;
  /**
   * Reads the rooms now, opens those that are due and calls people in. Resolves after a read that began after this
   * call.
   */
  refresh(): Promise<void>;
  start(): void;
  /** Resolves when nothing uses the database any more. */
  stop(): Promise<void>;
}

export interface RoomsParts {
  readonly db: Db;
  readonly clock: Clock;
  /** Whether this process is overloaded at the moment. */
  isStrained?(): boolean;
  onError(error: unknown): void;
}

/** How often a process reads the rooms, in milliseconds; less often while there are none. */
const READ_MS = 250;
const READ_WITHOUT_ROOMS_MS = 1_000;
/** A room opens by itself once the shop was overloaded for this long, with pauses of at most `LONGEST_PAUSE_MS`. */
const OPENS_AFTER_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;

/**
 * The waiting rooms for all requests of this process. Every process reads them a few times a second, and the first one
 * does what is due. All state is in the database, so a process may be killed at any moment.
 */
export function createRooms({ db, clock, isStrained = () => false, onError }: RoomsParts): Rooms {
  let rooms: readonly LiveRoom[] = [];
  const marks = new Map<number, CallMark[]>();
  const strain = { since: null as number | null, last: 0 };

  async function read(): Promise<void> {
    const now = clock.now();
    let found = await liveRooms(db);
    if (await moveRooms(found, now)) found = await liveRooms(db);
    const former = rooms;
    rooms = found.map((room) => liveRoom(room, former, now));
    for (const id of marks.keys()) if (!found.some((room) => room.id === id)) marks.delete(id);
  }

  /** Returns whether anything may have changed. */
  async function moveRooms(found: readonly Room[], now: Date): Promise<boolean> {
    const isBusy = isStrained();
    if (isBusy) {
      if (strain.since === null || now.getTime() - strain.last > LONGEST_PAUSE_MS) strain.since = now.getTime();
      strain.last = now.getTime();
      const unmarked = found.filter(({ status, strainedAt }) => status === 'open' && isOlder(strainedAt, now));
      if (unmarked.length > 0)
        await noteStrain(
          db,
          unmarked.map(({ id }) => id),
          now,
        );
    } else if (now.getTime() - strain.last > LONGEST_PAUSE_MS) strain.since = null;
    const isOverloaded = isBusy && strain.since !== null && now.getTime() - strain.since >= OPENS_AFTER_MS;
    let isMoved = false;
    for (const room of found) {
      if (room.status === 'scheduled' && room.opensAt! <= now) {
        isMoved = (await openDueRoom(db, room.id, randomBytes(32), now)) || isMoved;
      } else if (room.status === 'standby' && isOverloaded) {
        isMoved = (await openByLoad(db, room.id, randomBytes(32), now)) || isMoved;
      } else if (room.status === 'open' && isOlder(room.meteredAt, now)) {
        isMoved = (await callPeople(db, room.id, now)) || isMoved;
        if (room.isAutomatic) isMoved = (await closeCalmRoom(db, room, now)) || isMoved;
      }
    }
    return isMoved;
  }

  function liveRoom(room: Room, former: readonly LiveRoom[], now: Date): LiveRoom {
    const before = former.find(({ id }) => id === room.id);
    const isDrawn = before !== undefined && before.drawn === room.drawn;
    const nowMs = now.getTime();
    const recent = (marks.get(room.id) ?? []).filter(({ atMs }) => nowMs - atMs <= MEASURED_MS);
    // A pause must not count as a slow pace.
    const isCalling = room.status === 'open' && room.openedAt !== null;
    if (isCalling && nowMs - (recent.at(-1)?.atMs ?? 0) >= CALL_EVERY_MS)
      recent.push({ called: room.called, atMs: nowMs });
    marks.set(room.id, isCalling ? recent : []);
    const pace = measuredPace(recent, room.pace, nowMs);
    const waitMs = isCalling ? waitOf(Math.max(0, room.places - room.called), pace) : null;
    return {
      ...room,
      draw: isDrawn ? before.draw : drawOf(room),
      measuredPace: pace,
      newcomersMinutes: waitMs === null ? null : nextShown(waitMs, before?.newcomersMinutes ?? null).minutes,
    };
  }

  const refresh = sharedRead(read);
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  let isStopped = false;

  function next(): void {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        reading = refresh().catch(onError).finally(next);
      },
      rooms.length > 0 ? READ_MS : READ_WITHOUT_ROOMS_MS,
    );
    timer.unref();
  }

  return {
    all: () => rooms,
    withId: (id) => rooms.find((room) => room.id === id) ?? null,
    inFrontOf: (eventId) => roomOf(rooms.filter(holdsBack), eventId),
    refresh,
    start: next,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await reading;
    },
  };
}

const isOlder = (moment: Date | null, now: Date): boolean =>
  moment === null || now.getTime() - moment.getTime() >= CALL_EVERY_MS;
