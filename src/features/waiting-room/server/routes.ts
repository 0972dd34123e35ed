import { ok, refuse } from '#kernel/result.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { createNetworkLimit } from '#platform/http/network-limit.ts';
import { busy, tooMany } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import * as contract from '../contract.ts';
import { type Room, roomPath } from '../domain/room.ts';
import type { Place } from './places.ts';
import { placeUnknown } from './refusals.ts';
import type { LiveRoom } from './rooms.ts';
import type { PlaceView, WaitingRoom } from './waiting-room.ts';

export interface WaitingRoomCalls {
  readonly waitingRoom: WaitingRoom;
  readonly limits?: Limits;
  /** The event of an item on sale; undefined if there is no such item. */
  eventOf(externalCode: string): Promise<number | null | undefined>;
}

/** Limits the places that one network takes. Counted in this process. */
export const placesLimit = ({ limits = defaultLimits }: { limits?: Limits }) =>
  createNetworkLimit(limits['waiting-places-network']);

/** The calls for clients other than browsers, which open the room's page. */
export function addWaitingRoomCalls(
  calls: CallRegistry,
  { waitingRoom, eventOf, networks }: WaitingRoomCalls & { networks: ReturnType<typeof placesLimit> },
): void {
  const { rooms } = waitingRoom;

  calls.add(contract.takePlace, async (body, { ip, now }) => {
    const eventId = await eventOf(body.external_code);
    const room = eventId === undefined ? null : rooms.inFrontOf(eventId);
    if (!room) return reply({ place: null, waiting_room: null });
    const counted = networks.count(ip, now);
    if (!counted.allowed) return refuse(tooMany(counted.retryAfterSeconds));
    const place = await waitingRoom.take(room);
    if (!place) return refuse(busy(2));
    const view = await waitingRoom.view(room, place, null, now);
    return reply({ place: waitingRoom.sign(place), waiting_room: onWire(room, view) });
  });

  calls.add(contract.getPlace, async (body, { now }) => {
    const found = placeOf(body.place);
    if (!found.ok) return found;
    const { room, place } = found.value;
    return reply({ waiting_room: room && onWire(room, await waitingRoom.view(room, place, null, now)) });
  });

  calls.add(contract.enterShop, async (body, { now }) => {
    const found = placeOf(body.place);
    if (!found.ok) return found;
    const { room, place } = found.value;
    return reply({ waiting_room: room && onWire(room, await waitingRoom.enter(room, place, now)) });
  });

  /** Reads a place. Its room is null once it is closed. */
  function placeOf(text: string) {
    const place = waitingRoom.read(text);
    if (!place) return refuse(placeUnknown);
    return ok<{ place: Place; room: LiveRoom | null }>({ place, room: rooms.withId(place.roomId) });
  }
}

function onWire(room: Room, { state, wait, pollAfterMs }: PlaceView): contract.WaitingPlace {
  return {
    state: state.kind,
    address: roomPath(room),
    opens_at: state.kind === 'hall' ? toInstant(state.opensAt) : null,
    ahead: state.kind === 'waiting' ? state.ahead : null,
    about_minutes: wait?.minutes ?? null,
    paused: state.kind === 'waiting' && state.isPaused,
    until: state.kind === 'called' || state.kind === 'inside' ? toInstant(state.until) : null,
    ask_again_after: Math.ceil(pollAfterMs / 1_000),
  };
}
