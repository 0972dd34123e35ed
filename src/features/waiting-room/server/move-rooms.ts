import { writeAudit } from '#features/staff/server/public.ts';
import { SYSTEM } from '#kernel/actor.ts';
import type { Db } from '#platform/db/db.ts';
import {
  CALL_EVERY_MS,
  CALL_LASTS_MS,
  callsNow,
  expectedToEnter,
  KEEPS_ROOM_MS,
  nextPace,
  STRAIN_LASTS_MS,
} from '../domain/metering.ts';
import type { Room } from '../domain/room.ts';
import {
  calledFacts,
  callUpTo,
  countInside,
  insertRoom,
  liveRooms,
  lockRoom,
  lockRoomToCall,
  openRoom,
  setRoomStatus,
} from './rooms-store.ts';
import { subjectOf } from './run-rooms.ts';

/** An automatic room closes when nobody has waited, and nothing was overloaded, for this long. */
const CALM_MS = 3 * 60_000;
/** A room that opens under load begins at this share of its ceiling. */
const FIRST_PACE = 0.5;

const before = (now: Date, milliseconds: number): Date => new Date(now.getTime() - milliseconds);

/** Opens a scheduled room whose time has come. Returns false if another process has already opened it. */
export const openDueRoom = (db: Db, id: number, seed: Buffer, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const room = await lockRoom(tx, id);
    if (room?.status !== 'scheduled' || room.opensAt! > now) return false;
    await openRoom(tx, id, { seed, pace: room.maxPerMinute }, now);
    const details = { drawn: room.places };
    await writeAudit(tx, { actor: SYSTEM, action: 'waiting-room.opened', subject: subjectOf(room), details }, now);
    return true;
  });

/** Opens a room on standby because the shop is overloaded, unless an operator has opened one meanwhile. */
export const openByLoad = (db: Db, id: number, seed: Buffer, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const room = await lockRoom(tx, id);
    if (room?.status !== 'standby') return false;
    const others = await liveRooms(tx);
    if (others.some(({ eventId, status }) => eventId === room.eventId && status !== 'standby')) return false;
    await openRoom(tx, id, { seed, pace: Math.max(1, room.maxPerMinute * FIRST_PACE) }, now);
    const details = { by: 'load' };
    await writeAudit(tx, { actor: SYSTEM, action: 'waiting-room.opened', subject: subjectOf(room), details }, now);
    return true;
  });

/**
 * Calls the next people in, as far as the pace and the ceilings allow. One process at a time does this, once a second.
 */
export const callPeople = (db: Db, id: number, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const room = await lockRoomToCall(tx, id, before(now, CALL_EVERY_MS));
    if (!room) return false;
    const [inside, facts] = await Promise.all([
      countInside(tx, id, now),
      calledFacts(tx, room, { lately: before(now, KEEPS_ROOM_MS), earlier: before(now, CALL_LASTS_MS) }),
    ]);
    const isStrained = room.strainedAt !== null && now.getTime() - room.strainedAt.getTime() < STRAIN_LASTS_MS;
    const pace = nextPace({ ...room, isStrained, elapsedMs: now.getTime() - room.meteredAt!.getTime() });
    const more = callsNow({
      pace,
      elapsedMs: now.getTime() - room.calledAt!.getTime(),
      waiting: room.places - room.called,
      maxInside: room.maxInside,
      inside,
      expected: expectedToEnter(facts),
    });
    await callUpTo(tx, room, { called: room.called + more, pace }, now);
    return more > 0 || pace !== room.pace;
  });

/** Closes an automatic room that is no longer needed, and puts a new one on standby. */
export async function closeCalmRoom(db: Db, room: Room, now: Date): Promise<boolean> {
  if (!isCalm(room, now)) return false;
  return await db.transaction(async (tx) => {
    const locked = await lockRoom(tx, room.id);
    if (locked?.status !== 'open' || !isCalm(locked, now)) return false;
    await setRoomStatus(tx, room.id, 'closed', now);
    const { eventId, maxPerMinute, maxInside, minutesInside } = locked;
    const limits = { maxPerMinute, maxInside, minutesInside };
    await insertRoom(tx, { eventId, status: 'standby', opensAt: null, seed: null, ...limits }, now);
    const details = { by: 'load', places: locked.places };
    await writeAudit(tx, { actor: SYSTEM, action: 'waiting-room.closed', subject: subjectOf(room), details }, now);
    return true;
  });
}

function isCalm({ places, called, openedAt, calledAt, strainedAt }: Room, now: Date): boolean {
  const since = before(now, CALM_MS);
  return (
    called >= places &&
    openedAt !== null &&
    openedAt < since &&
    (calledAt === null || calledAt < since) &&
    (strainedAt === null || strainedAt < since)
  );
}
