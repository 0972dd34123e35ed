import type { Queryable } from '#platform/db/db.ts';
import type { Room } from '../domain/room.ts';
import { type RoomFigures, roomFigures } from '../domain/room-figures.ts';
import { liveRooms, roomCounts } from './rooms-store.ts';

export interface ListedRoom {
  readonly room: Room;
  readonly figures: RoomFigures;
}

/** Every room that is not closed, with its current figures. */
export async function listRooms(db: Queryable, now: Date): Promise<ListedRoom[]> {
  const rooms = await liveRooms(db);
  const since = new Date(now.getTime() - 60_000);
  const listed: ListedRoom[] = [];
  for (const room of rooms) {
    listed.push({ room, figures: roomFigures(room, await roomCounts(db, room.id, since, now), now) });
  }
  return listed;
}
