import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, optionalCode, text } from '#wire/fields.ts';

const runs = { needs: { permission: 'waiting-rooms.run' }, fresh: false } as const;
const roomId = z.int().positive();

const limits = {
  /** People called per minute at most. */
  max_per_minute: z.int(),
  /** Nobody is called while this many are buying. */
  max_inside: z.int(),
  minutes_inside: z.int(),
};
/** Such as 2027-02-01T10:00, in the shop's zone. */
const wallTime = text(20);
const done = z.object({ id: roomId });

export const waitingRooms = officeCall({
  ...runs,
  changes: false,
  name: 'waiting-rooms',
  summary: 'The waiting rooms that have not ended, with their current figures',
  request: z.object({}),
  answer: z.object({
    as_of: instant,
    rooms: z.array(
      z.object({
        id: roomId,
        /** Null for the whole shop. */
        event_name: z.string().nullable(),
        /** The path of its page in the shop. */
        path: z.string(),
        status: z.enum(['standby', 'scheduled', 'open', 'paused', 'closed']),
        /** Whether it opens and closes by itself, depending on the load. */
        is_automatic: z.boolean(),
        opens_at: instant.nullable(),
        opened_at: instant.nullable(),
        ...limits,
        /** People called per minute at the moment. */
        pace: z.number(),
        /** Whether the load has recently slowed down the calls. */
        is_slowed: z.boolean(),
        waiting: z.int(),
        inside: z.int(),
        entered: z.int(),
        /** How many people were called in the last minute; `entered_lately` likewise. */
        called_lately: z.int(),
        entered_lately: z.int(),
        /** When the last person in line is called at the current pace. */
        ends_at: instant.nullable(),
      }),
    ),
    /** The events that can have a room. */
    events: z.array(z.object({ code: z.string(), name: z.string() })),
    usual: z.object(limits),
  }),
});

export const waitingRoomStart = officeCall({
  ...runs,
  changes: true,
  name: 'waiting-room-start',
  summary: 'Puts a waiting room in front of the shop or an event: opened now, at a set time, or under load',
  request: z.object({
    /** Empty for the whole shop. */
    event: optionalCode,
    opens: z.enum(['now', 'at', 'under_load']),
    /** The opening time if `opens` is `at`; otherwise ignored. */
    opens_at: wallTime,
    ...limits,
  }),
  answer: done,
});

export const waitingRoomChange = officeCall({
  ...runs,
  changes: true,
  name: 'waiting-room-change',
  summary: 'Changes the limits of a waiting room, or moves its opening',
  request: z.object({
    id: roomId,
    /** The new opening time; empty to keep the present one. */
    opens_at: wallTime,
    ...limits,
    /** The limits that the form showed: somebody else's change since then is not overwritten. Not checked if absent. */
    was: z.object(limits).optional(),
  }),
  answer: done,
});

export const waitingRoomMove = officeCall({
  ...runs,
  changes: true,
  name: 'waiting-room-move',
  summary: 'Opens a waiting room now, pauses it, or ends it',
  request: z.object({ id: roomId, to: z.enum(['open', 'paused', 'closed']) }),
  answer: done,
});
