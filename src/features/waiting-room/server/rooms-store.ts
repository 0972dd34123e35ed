import type { Queryable, Tx } from '#platform/db/db.ts';
import type { CalledFacts } from '../domain/metering.ts';
import type { Room, RoomLimits, RoomStatus } from '../domain/room.ts';
import type { RoomCounts } from '../domain/room-figures.ts';

const ROOM = `
  r.id,
  r.event_id as "eventId",
  e.code as "eventCode",
  e.name as "eventName",
  r.status,
  r.is_automatic as "isAutomatic",
  r.holds_since as "holdsSince",
  r.opens_at as "opensAt",
  r.opened_at as "openedAt",
  r.most_per_minute as "maxPerMinute",
  r.most_inside as "maxInside",
  r.minutes_inside as "minutesInside",
  r.pace,
  r.strained_at as "strainedAt",
  r.places,
  r.drawn,
  r.seed,
  r.called,
  r.called_at as "calledAt",
  r.metered_at as "meteredAt"`;

const FROM = 'from waiting_rooms r left join events e on e.id = r.event_id';

/** All rooms that are not closed, oldest first. */
export const liveRooms = (db: Queryable): Promise<Room[]> =>
  db.rows<Room>(`select ${ROOM} ${FROM} where r.status <> 'closed' order by r.id`);

export const roomWithId = (db: Queryable, id: number): Promise<Room | undefined> =>
  db.row<Room>(`select ${ROOM} ${FROM} where r.id = $1`, [id]);

/** Locks a room, so that two operators cannot change it at the same time and nobody is given a place while it opens. */
export const lockRoom = (tx: Tx, id: number): Promise<Room | undefined> =>
  tx.row<Room>(`select ${ROOM} ${FROM} where r.id = $1 for no key update of r`, [id]);

/** Undefined if another process is deciding whom to call, or has done so since `before`. */
export const lockRoomToCall = (tx: Tx, id: number, before: Date): Promise<Room | undefined> =>
  tx.row<Room>(
    `select ${ROOM} ${FROM}
     where r.id = $1 and r.status = 'open' and r.metered_at <= $2
     for no key update of r skip locked`,
    [id, before],
  );

export interface NewRoom extends RoomLimits {
  readonly eventId: number | null;
  readonly status: 'standby' | 'scheduled' | 'open';
  readonly opensAt: Date | null;
  /** Set for a room that opens at once. */
  readonly seed: Buffer | null;
}

/** Returns the new room's id; undefined if the shop or the event already has such a room. */
export async function insertRoom(tx: Tx, room: NewRoom, now: Date): Promise<number | undefined> {
  const opened = room.status === 'open' ? now : null;
  const row = await tx.row<{ id: number }>(
    `insert into waiting_rooms (
       event_id, status, is_automatic, set_up_at, holds_since, opens_at, opened_at, called_at, metered_at, drawn, seed,
       most_per_minute, most_inside, minutes_inside, pace
     )
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9, $10::integer, $11, $12, $10::integer)
     on conflict do nothing
     returning id`,
    [
      room.eventId,
      room.status,
      room.status === 'standby',
      now,
      room.status === 'standby' ? null : now,
      room.opensAt,
      opened,
      opened ? 0 : null,
      room.seed,
      room.maxPerMinute,
      room.maxInside,
      room.minutesInside,
    ],
  );
  return row?.id;
}

/** Opens a locked room: the places given so far are drawn. */
export const openRoom = (tx: Tx, id: number, opening: { seed: Buffer; pace: number }, now: Date): Promise<number> =>
  tx.run(
    `update waiting_rooms
     set status = 'open', opened_at = $2, called_at = $2, metered_at = $2, drawn = places, seed = $3, pace = $4,
       holds_since = coalesce(holds_since, $2)
     where id = $1`,
    [id, now, opening.seed, opening.pace],
  );

export const setRoomStatus = (tx: Tx, id: number, status: RoomStatus, now: Date): Promise<number> =>
  tx.run(
    `update waiting_rooms
     set
       status = $2,
       closed_at = case when $2 = 'closed' then $3::timestamptz end,
       called_at = case when $2 = 'open' then $3 else called_at end,
       metered_at = case when $2 = 'open' then $3 else metered_at end
     where id = $1`,
    [id, status, now],
  );

/** Changes the limits of a locked room. A new ceiling takes effect at once. */
export const setRoomLimits = (
  tx: Tx,
  id: number,
  { maxPerMinute, maxInside, minutesInside, opensAt }: RoomLimits & { readonly opensAt: Date | null },
): Promise<number> =>
  tx.run(
    `update waiting_rooms
     set
       pace = case when most_per_minute = $2 then pace else $2 end,
       most_per_minute = $2,
       most_inside = $3,
       minutes_inside = $4,
       opens_at = $5
     where id = $1`,
    [id, maxPerMinute, maxInside, minutesInside, opensAt],
  );

export async function callUpTo(
  tx: Tx,
  { id, called }: Pick<Room, 'id' | 'called'>,
  next: { readonly called: number; readonly pace: number },
  now: Date,
): Promise<void> {
  const callsMore = next.called > called;
  await tx.run(
    `with moved as (
       update waiting_rooms
       set called = $2, pace = $3, called_at = case when $4 then $5 else called_at end, metered_at = $5
       where id = $1
     )
     insert into waiting_room_calls (room_id, called, called_at) select $1, $2, $5 where $4`,
    [id, next.called, next.pace, callsMore, now],
  );
}

export const noteStrain = (db: Queryable, ids: readonly number[], now: Date): Promise<number> =>
  db.run(`update waiting_rooms set strained_at = $2 where id = any($1)`, [ids, now]);

/** Allocates the next numbers of each room that holds people back, in one statement; returns the last one by room. */
export async function givePlaces(db: Queryable, counts: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  const rows = await db.rows<{ id: number; places: number }>(
    `with wanted as (
       select room_id, count from unnest($1::bigint[], $2::integer[]) as wanted (room_id, count)
     ), locked as (
       select id from waiting_rooms where id in (select room_id from wanted) order by id for no key update
     )
     update waiting_rooms r
     set places = places + wanted.count
     from wanted
     where r.id = wanted.room_id and r.id in (select id from locked)
       and r.status in ('scheduled', 'open', 'paused')
     returning r.id, r.places`,
    [[...counts.keys()], [...counts.values()]],
  );
  return new Map(rows.map(({ id, places }) => [id, places]));
}

/** How many people have an entry that has not ended. */
export async function countInside(db: Queryable, id: number, now: Date): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)
     from waiting_room_entries e
     left join carts c on c.id = e.cart_id
     where e.room_id = $1 and e.ends_at > $2 and (not e.is_used or c.status = 'open')`,
    [id, now],
  );
  return row!.count;
}

/** `since`: the beginning of the last minute. */
export async function roomCounts(db: Queryable, id: number, since: Date, now: Date): Promise<RoomCounts> {
  const row = await db.row<Omit<RoomCounts, 'inside'>>(
    `select
       (select count(*) from waiting_room_entries where room_id = $1) as entered,
       (select count(*) from waiting_room_entries where room_id = $1 and entered_at > $2) as "enteredLately",
       r.called - coalesce(
         (select max(called) from waiting_room_calls where room_id = $1 and called_at <= $2), 0
       ) as "calledLately"
     from waiting_rooms r
     where r.id = $1`,
    [id, since],
  );
  return { ...row!, inside: await countInside(db, id, now) };
}

/** How many people were called, and how many entered, since each of two moments. `called` is the room's. */
export async function calledFacts(
  db: Queryable,
  { id, called }: Pick<Room, 'id' | 'called'>,
  { lately, earlier }: { readonly lately: Date; readonly earlier: Date },
): Promise<CalledFacts> {
  const row = await db.row<{ before: number; between: number; cameEarlier: number; cameLately: number }>(
    `with calls as materialized (
       select
         coalesce((select max(called) from waiting_room_calls where room_id = $1 and called_at <= $3), 0) as before,
         coalesce((select max(called) from waiting_room_calls where room_id = $1 and called_at <= $2), 0) as between
     )
     select
       before,
       between,
       (select count(*) from waiting_room_entries
        where room_id = $1 and position > before and position <= between) as "cameEarlier",
       (select count(*) from waiting_room_entries where room_id = $1 and position > between) as "cameLately"
     from calls`,
    [id, lately, earlier],
  );
  const { before, between, cameEarlier, cameLately } = row!;
  return {
    lately: { called: called - between, entered: cameLately },
    earlier: { called: between - before, entered: cameEarlier },
  };
}

/** Deletes rooms that were closed before a moment, with their calls and entries. */
export const deleteClosedRooms = (db: Queryable, before: Date): Promise<number> =>
  db.run(
    `delete from waiting_rooms where id = any(array(
       select id from waiting_rooms where status = 'closed' and closed_at < $1 limit 1))`,
    [before],
  );
