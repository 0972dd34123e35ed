import { CALL_LASTS_MS } from './metering.ts';
import type { Room } from './room.ts';

/** Somebody who was let in. */
export interface Entry {
  readonly endsAt: Date;
  readonly cart: 'none' | 'open' | 'over';
}

export type PlaceState =
  | { readonly kind: 'hall'; readonly opensAt: Date }
  | { readonly kind: 'waiting'; readonly ahead: number; readonly isPaused: boolean }
  /** May enter. */
  | { readonly kind: 'called'; readonly until: Date }
  /** May begin a cart, or has one. */
  | { readonly kind: 'inside'; readonly until: Date; readonly hasCart: boolean }
  /** Was called and did not come. */
  | { readonly kind: 'passed' }
  | { readonly kind: 'ended' };

interface PlaceFacts {
  readonly room: Pick<Room, 'status' | 'opensAt' | 'called'>;
  readonly position: number;
  /** When the place was called; null if it was not, or if that is not known yet. */
  readonly calledAt: Date | null;
  readonly entry: Entry | null;
}

/** The current state of a place in a room that holds people back. */
export function placeState({ room, position, calledAt, entry }: PlaceFacts, now: Date): PlaceState {
  if (entry) return entryState(entry, now);
  // Its opening time may have passed, if no process has opened it yet.
  if (room.status === 'scheduled') return { kind: 'hall', opensAt: room.opensAt ?? now };
  if (position > room.called) {
    return { kind: 'waiting', ahead: position - room.called - 1, isPaused: room.status === 'paused' };
  }
  const until = new Date((calledAt ?? now).getTime() + CALL_LASTS_MS);
  return until > now ? { kind: 'called', until } : { kind: 'passed' };
}

function entryState({ endsAt, cart }: Entry, now: Date): PlaceState {
  if (cart === 'open') return { kind: 'inside', until: endsAt, hasCart: true };
  return cart === 'none' && endsAt > now ? { kind: 'inside', until: endsAt, hasCart: false } : { kind: 'ended' };
}
