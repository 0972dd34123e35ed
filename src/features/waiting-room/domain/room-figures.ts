import { waitOf } from './estimate.ts';
import type { Room } from './room.ts';

/** What an operator sees of a room, counted in the database. */
export interface RoomCounts {
  /** People with an entry that has not ended. */
  readonly inside: number;
  /** Entries since the opening. */
  readonly entered: number;
  /** In the last minute. */
  readonly calledLately: number;
  readonly enteredLately: number;
}

export interface RoomFigures extends RoomCounts {
  /** Places that were not called yet. Some of these people have left. */
  readonly waiting: number;
  /** When the last of them is called at the present pace; null if nobody waits or nobody is called. */
  readonly endsAt: Date | null;
}

export function roomFigures(room: Room, counts: RoomCounts, now: Date): RoomFigures {
  const waiting = room.places - room.called;
  // The recent pace means little if the room has just opened.
  const perMinute = Math.max(counts.calledLately, isJustOpened(room, now) ? room.pace : 0);
  const leftMs = room.status === 'open' && waiting > 0 ? waitOf(waiting - 1, perMinute) : null;
  return { ...counts, waiting, endsAt: leftMs === null ? null : new Date(now.getTime() + leftMs) };
}

const isJustOpened = ({ openedAt }: Room, now: Date): boolean =>
  openedAt !== null && now.getTime() - openedAt.getTime() < 60_000;
