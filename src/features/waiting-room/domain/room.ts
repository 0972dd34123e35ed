/**
 * A waiting room lets people buy a few at a time. `standby` watches the load and opens by itself, `scheduled` opens at
 * a set moment, `open` calls people in, `paused` calls nobody, and once `closed` everybody may buy again.
 */
const roomTransitions = {
  standby: ['open', 'closed'],
  scheduled: ['open', 'closed'],
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: [],
} as const;

export type RoomStatus = keyof typeof roomTransitions;

export const mayMove = (from: RoomStatus, to: RoomStatus): boolean =>
  (roomTransitions[from] as readonly RoomStatus[]).includes(to);

/** What the operator chooses. The pace adapts below `maxPerMinute`; nobody is called while `maxInside` are buying. */
export interface RoomLimits {
  readonly maxPerMinute: number;
  readonly maxInside: number;
  /** How long people who were let in may take to put the first item in the cart. */
  readonly minutesInside: number;
}

/** Far below what one process on two cores can sell, so that a sale begins gently and can be sped up. */
export const DEFAULT_LIMITS: RoomLimits = { maxPerMinute: 600, maxInside: 2_000, minutesInside: 10 };

/** For `maxPerMinute`, `maxInside` and `minutesInside`. */
export const LIMIT_RANGES = {
  maxPerMinute: [1, 100_000],
  maxInside: [1, 1_000_000],
  minutesInside: [1, 60],
} as const satisfies Record<keyof RoomLimits, readonly [min: number, max: number]>;

export interface Room extends RoomLimits {
  readonly id: number;
  /** Null for the whole shop, except for the items of events that have their own room. */
  readonly eventId: number | null;
  readonly eventCode: string | null;
  readonly eventName: string | null;
  readonly status: RoomStatus;
  /** Whether it opens and closes by itself, depending on the load. */
  readonly isAutomatic: boolean;
  /** Since when a cart can only be started with an entry; null while on standby. */
  readonly holdsSince: Date | null;
  readonly opensAt: Date | null;
  readonly openedAt: Date | null;
  /** Called per minute at the moment. */
  readonly pace: number;
  readonly strainedAt: Date | null;
  /** How many places were given out; the newest has this number. */
  readonly places: number;
  /** Places up to this number were given before the opening and drawn. Null before the opening. */
  readonly drawn: number | null;
  readonly seed: Uint8Array | null;
  /** Everybody up to this position may enter. */
  readonly called: number;
  readonly calledAt: Date | null;
  /** When a process last decided how many to call. */
  readonly meteredAt: Date | null;
}

/** Whether adds are refused without an entry. */
export const holdsBack = ({ status }: Pick<Room, 'status'>): boolean =>
  status === 'scheduled' || status === 'open' || status === 'paused';

/** The room in front of an item: its event's, otherwise the whole shop's. */
export const roomOf = <One extends Pick<Room, 'eventId' | 'status'>>(
  rooms: readonly One[],
  eventId: number | null,
): One | null => inFrontOf(rooms.filter(holdsBack), eventId);

/** Like `roomOf`, for rooms that are known to hold people back. Null for `eventId`: an item without an event. */
export function inFrontOf<Id extends number | string, One extends { readonly eventId: Id | null }>(
  rooms: readonly One[],
  eventId: Id | null,
): One | null {
  const ofEvent = eventId === null ? undefined : rooms.find((room) => room.eventId === eventId);
  return ofEvent ?? rooms.find((room) => room.eventId === null) ?? null;
}

/**
 * The announced room that a visitor has to pass before buying the item. Null if there is none, or the cart already has
 * an item behind it.
 */
export function roomAhead<One extends { readonly event_id: string | null }>(
  announced: readonly One[],
  item: { readonly event_id: string | null },
  inCart: readonly { readonly event_id: string | null }[],
): One | null {
  const rooms = announced.map((room) => ({ room, eventId: room.event_id }));
  const roomOfItem = (one: { readonly event_id: string | null }) => inFrontOf(rooms, one.event_id)?.room ?? null;
  const room = roomOfItem(item);
  return inCart.some((one) => roomOfItem(one) === room) ? null : room;
}

/** The address of a room's page. It does not change from one sale to the next. */
export const roomPath = ({ eventCode }: Pick<Room, 'eventCode'>): string =>
  eventCode === null ? '/waiting-room' : `/waiting-room/${encodeURIComponent(eventCode)}`;
