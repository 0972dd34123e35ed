import { toInstant } from '#wire/fields.ts';
import type { AnnouncedRoom } from '../contract.ts';
import { holdsBack, roomPath } from '../domain/room.ts';
import type { LiveRoom, Rooms } from './rooms.ts';

export interface Announcements {
  /** Undefined if there is none. */
  readonly rooms: readonly AnnouncedRoom[] | undefined;
  /** Changes with anything that a page says about them; empty if there is none. */
  readonly version: string;
}

/** What pages show about the rooms, computed once each time the rooms are read. */
export function announcedRooms(rooms: Pick<Rooms, 'all'>): () => Announcements {
  let known: { live: readonly LiveRoom[]; announcements: Announcements } | undefined;
  return () => {
    const live = rooms.all();
    if (known?.live !== live) {
      const announced = live.filter(holdsBack).map(announcedRoom);
      const announcements =
        announced.length === 0
          ? { rooms: undefined, version: '' }
          : { rooms: announced, version: JSON.stringify(announced) };
      known = { live, announcements };
    }
    return known.announcements;
  };
}

const announcedRoom = (room: LiveRoom): AnnouncedRoom => ({
  event_id: room.eventId === null ? null : String(room.eventId),
  event_name: room.eventName,
  address: roomPath(room),
  opens_at: room.status === 'scheduled' && room.opensAt ? toInstant(room.opensAt) : null,
  paused: room.status === 'paused',
  about_minutes: room.newcomersMinutes,
});
