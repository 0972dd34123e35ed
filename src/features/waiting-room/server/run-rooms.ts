import { randomBytes } from 'node:crypto';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { LIMIT_RANGES, mayMove, type Room, type RoomLimits, type RoomStatus } from '../domain/room.ts';
import { insertRoom, liveRooms, lockRoom, openRoom, setRoomLimits, setRoomStatus } from './rooms-store.ts';

export type RunRefusal =
  | { readonly kind: 'exists' }
  | { readonly kind: 'unknown_room' }
  | { readonly kind: 'changed_meanwhile' }
  | { readonly kind: 'opens_in_the_past' }
  | { readonly kind: 'wrong_status'; readonly status: RoomStatus }
  | { readonly kind: 'out_of_range'; readonly limit: keyof RoomLimits };

export interface RoomToStart extends RoomLimits {
  /** Null for the whole shop. */
  readonly eventId: number | null;
  /** When to open: automatically when the shop is overloaded, immediately, or at a moment. */
  readonly opens: 'under-load' | 'now' | Date;
}

interface WithActor {
  readonly actor: Actor;
}

/** Identifies a room in the audit log. */
export const subjectOf = ({ id, eventCode }: Pick<Room, 'id' | 'eventCode'>): string => `${eventCode ?? 'shop'} ${id}`;

/** Sets up a waiting room. Unless it is on standby, only people whom it lets in can begin a cart from then on. */
export async function startRoom(
  db: Db,
  { eventId, opens, actor, ...limits }: RoomToStart & WithActor,
  now: Date,
): Promise<Result<Room, RunRefusal>> {
  const refusal = outOfRange(limits);
  if (refusal) return refuse(refusal);
  if (opens instanceof Date && opens <= now) return refuse({ kind: 'opens_in_the_past' });
  return await db.transaction(async (tx) => {
    const status = opens === 'under-load' ? 'standby' : opens === 'now' ? 'open' : 'scheduled';
    const opensAt = opens instanceof Date ? opens : null;
    const seed = status === 'open' ? randomBytes(32) : null;
    const id = await insertRoom(tx, { eventId, status, opensAt, seed, ...limits }, now);
    if (id === undefined) return refuse({ kind: 'exists' as const });
    return ok(
      await recordChange(tx, id, { actor, action: 'waiting-room.started', details: { opens, ...limits } }, now),
    );
  });
}

export const pauseRoom = (db: Db, wanted: Wanted, now: Date) =>
  moveRoom(db, { ...wanted, to: 'paused', action: 'waiting-room.paused' }, now);

export const closeRoom = (db: Db, wanted: Wanted, now: Date) =>
  moveRoom(db, { ...wanted, to: 'closed', action: 'waiting-room.closed' }, now);

/** Resumes a paused room, or opens a room before its time. */
export const openRoomNow = (db: Db, wanted: Wanted, now: Date) =>
  moveRoom(db, { ...wanted, to: 'open', action: 'waiting-room.opened' }, now);

interface Wanted extends WithActor {
  readonly id: number;
}

async function moveRoom(
  db: Db,
  { id, to, actor, action }: Wanted & { readonly to: RoomStatus; readonly action: RoomAction },
  now: Date,
): Promise<Result<Room, RunRefusal>> {
  return await db.transaction(async (tx) => {
    const room = await lockRoom(tx, id);
    if (!room) return refuse({ kind: 'unknown_room' as const });
    // Another operator has already done it.
    if (room.status === to) return ok(room);
    if (!mayMove(room.status, to)) return refuse({ kind: 'wrong_status' as const, status: room.status });
    if (to === 'open' && room.openedAt === null) {
      if (room.status === 'standby' && (await hasOther(tx, room))) return refuse({ kind: 'exists' as const });
      await openRoom(tx, id, { seed: randomBytes(32), pace: room.maxPerMinute }, now);
    } else await setRoomStatus(tx, id, to, now);
    const details = { from: room.status, places: room.places, called: room.called };
    return ok(await recordChange(tx, id, { actor, action, details }, now));
  });
}

const hasOther = async (tx: Tx, { id, eventId }: Room): Promise<boolean> =>
  (await liveRooms(tx)).some((other) => other.id !== id && other.eventId === eventId && other.status !== 'standby');

/** Changes the ceilings, and the opening of a room that has not opened yet. Omitted values stay as they are. */
export async function changeRoom(
  db: Db,
  { id, actor, was, ...changes }: Wanted & Partial<RoomLimits> & { readonly opensAt?: Date; readonly was?: RoomLimits },
  now: Date,
): Promise<Result<Room, RunRefusal>> {
  return await db.transaction(async (tx) => {
    const room = await lockRoom(tx, id);
    if (!room) return refuse({ kind: 'unknown_room' as const });
    const { opensAt } = changes;
    if (room.status === 'closed' || (opensAt && room.status !== 'scheduled')) {
      return refuse({ kind: 'wrong_status' as const, status: room.status });
    }
    if (opensAt && opensAt <= now) return refuse({ kind: 'opens_in_the_past' as const });
    if (was && LIMITS.some((limit) => was[limit] !== room[limit]))
      return refuse({ kind: 'changed_meanwhile' as const });
    const { maxPerMinute, maxInside, minutesInside } = { ...room, ...changes };
    const refusal = outOfRange({ maxPerMinute, maxInside, minutesInside });
    if (refusal) return refuse(refusal);
    const opens = opensAt ?? room.opensAt;
    await setRoomLimits(tx, id, { maxPerMinute, maxInside, minutesInside, opensAt: opens });
    return ok(await recordChange(tx, id, { actor, action: 'waiting-room.changed', details: changes }, now));
  });
}

type RoomAction = `waiting-room.${'started' | 'opened' | 'paused' | 'closed' | 'changed'}`;

async function recordChange(
  tx: Tx,
  id: number,
  { actor, action, details }: WithActor & { readonly action: RoomAction; readonly details: object },
  now: Date,
): Promise<Room> {
  const room = (await lockRoom(tx, id))!;
  await writeAudit(tx, { actor, action, subject: subjectOf(room), details: { ...details } }, now);
  return room;
}

const LIMITS = Object.keys(LIMIT_RANGES) as (keyof RoomLimits)[];

function outOfRange(limits: RoomLimits): Extract<RunRefusal, { kind: 'out_of_range' }> | null {
  for (const [limit, [minimum, maximum]] of Object.entries(LIMIT_RANGES)) {
    const value = limits[limit as keyof RoomLimits];
    if (!Number.isInteger(value) || value < minimum || value > maximum) {
      return { kind: 'out_of_range', limit: limit as keyof RoomLimits };
    }
  }
  return null;
}
