import { z } from 'zod';
import { call } from '#kernel/call.ts';
import { codeText, instant, optionalCode } from '#wire/fields.ts';

/** The current state of a place. */
const waitingPlace = z.object({
  /**
   * `hall`: the sale has not opened; everybody who has a place by then takes part in the draw. `waiting`: others
   * are ahead. `called`: may enter. `inside`: may begin one cart. `passed`: was called and did not enter. `ended`: the
   * entry is over.
   */
  state: z.enum(['hall', 'waiting', 'called', 'inside', 'passed', 'ended']),
  /** The path of the room's page for browsers. */
  address: z.string(),
  /** Only in the hall. */
  opens_at: instant.nullable(),
  /** The people ahead, while waiting. This number never grows. */
  ahead: z.int().nullable(),
  /** While waiting; null if there is no estimate. */
  about_minutes: z.int().nullable(),
  /** Whether calls are paused, while waiting. */
  paused: z.boolean(),
  /** When called: the last moment to enter. Inside: the last moment to begin a cart. */
  until: instant.nullable(),
  /** Seconds. Polling sooner changes nothing. */
  ask_again_after: z.number(),
});
export type WaitingPlace = z.infer<typeof waitingPlace>;

/** What pages show about a waiting room that people have to pass before they can buy. */
export const announcedRoom = z.object({
  /** Null for the room in front of the whole shop, except for the items of events with their own room. */
  event_id: z.string().nullable(),
  event_name: z.string().nullable(),
  /** The path of the room's page for browsers. */
  address: z.string(),
  /** Null once it has opened. */
  opens_at: instant.nullable(),
  /** Whether calls are paused. */
  paused: z.boolean(),
  /** The wait of somebody who comes now; null before the opening, or if there is no estimate. */
  about_minutes: z.int().nullable(),
});
export type AnnouncedRoom = z.infer<typeof announcedRoom>;

/** Null if nobody has to wait. */
const answer = waitingPlace.nullable();

export const takePlace = call({
  name: 'take-place',
  summary: 'A place in the waiting room in front of an item; null if nobody has to wait for it',
  needs: 'nobody',
  changes: true,
  data: false,
  secret: true,
  /** `challenge`: `<question>~<answer>`, if the call was refused with one. */
  request: z.object({ external_code: codeText, challenge: optionalCode }),
  answer: z.object({ place: z.string().nullable(), waiting_room: answer }),
});

export const getPlace = call({
  name: 'get-place',
  summary: 'The current state of a place in a waiting room; null once the room is closed and nobody has to wait',
  needs: 'nobody',
  changes: false,
  data: false,
  request: z.object({ place: codeText }),
  answer: z.object({ waiting_room: answer }),
});

export const enterShop = call({
  name: 'enter-shop',
  summary:
    'Lets in a place that was called. Repeated calls change nothing. The call that begins the cart then sends the place',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ place: codeText }),
  answer: z.object({ waiting_room: answer }),
});
