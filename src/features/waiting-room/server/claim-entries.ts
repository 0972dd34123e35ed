import { ok, type Result } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { type EntryRefusal, mayAdd } from '../domain/may-add.ts';
import { type LockedEntry, lockEntries, spendEntries } from './entries-store.ts';
import type { NeededEntry } from './waiting-room.ts';

export type ClaimedEntry = LockedEntry;

interface CartFacts {
  readonly id: number;
  readonly firstAddedAt: Date;
  /** The events of its items; null for items without an event. */
  readonly eventIds: readonly (number | null)[];
}

/** The locked entries of a batch of adds. Decides one add after another, so that no entry begins two carts. */
class ClaimedEntries {
  readonly #entries: readonly LockedEntry[];
  readonly #taken = new Set<LockedEntry>();
  readonly #used = new Map<LockedEntry, { readonly cartId: number; readonly until: Date }>();

  constructor(entries: readonly LockedEntry[]) {
    this.#entries = entries;
  }

  /** Returns the entry that the add uses; null if none is needed. */
  decide(needed: NeededEntry | null, cart: CartFacts | null, now: Date): Result<LockedEntry | null, EntryRefusal> {
    if (needed === null) return ok(null);
    const ofRoom = this.#entries.filter(({ roomId }) => roomId === needed.roomId);
    const ofCart = cart ? (ofRoom.find(({ cartId }) => cartId === cart.id) ?? null) : null;
    const ofPlace = ofRoom.find(({ number }) => number === needed.place) ?? null;
    const allowed = mayAdd(
      {
        holdsSince: needed.holdsSince,
        cart: cart && {
          firstAddedAt: cart.firstAddedAt,
          hasItemBehindRoom: cart.eventIds.some((eventId) => needed.eventId === null || eventId === needed.eventId),
          hasEntry: ofCart !== null,
        },
        entry: ofPlace && { endsAt: ofPlace.endsAt, isUsed: ofPlace.isUsed || this.#taken.has(ofPlace) },
      },
      now,
    );
    if (!allowed.ok) return allowed;
    if (allowed.value === 'continues') return ok(ofCart);
    this.#taken.add(ofPlace!);
    return ok(ofPlace);
  }

  /** Notes the cart that was started or continues with the entry. */
  use(entry: LockedEntry | null, cartId: number, until: Date): void {
    if (entry) this.#used.set(entry, { cartId, until });
  }

  async save(tx: Tx): Promise<void> {
    if (this.#used.size === 0) return;
    await spendEntries(
      tx,
      [...this.#used].map(([{ roomId, number }, use]) => ({ roomId, number, ...use })),
    );
  }
}

/** Locks what the adds of a batch need; the carts are locked already. */
export async function lockNeededEntries(
  tx: Tx,
  needed: readonly (NeededEntry | null)[],
  carts: readonly number[],
): Promise<ClaimedEntries> {
  const places = needed.flatMap((one) => (one?.place ? [{ roomId: one.roomId, number: one.place }] : []));
  const isNeeded = needed.some((one) => one !== null) && places.length + carts.length > 0;
  return new ClaimedEntries(isNeeded ? await lockEntries(tx, { places, carts }) : []);
}
