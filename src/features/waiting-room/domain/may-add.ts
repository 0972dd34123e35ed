import { ok, type Result, refuse } from '#kernel/result.ts';

export type EntryRefusal =
  /** No place, or one that was not let in. */
  | { readonly kind: 'no_entry' }
  | { readonly kind: 'entry_ended' }
  /** Another cart was started with the entry. */
  | { readonly kind: 'entry_used' };

interface AddFacts {
  /** Since when the room holds people back. */
  readonly holdsSince: Date;
  /** Null for a new cart. */
  readonly cart: {
    readonly firstAddedAt: Date;
    /** Whether the cart has an item behind this room. */
    readonly hasItemBehindRoom: boolean;
    /** Whether the cart was begun with an entry to this room. */
    readonly hasEntry: boolean;
  } | null;
  /** The entry of the place that came with the request. */
  readonly entry: { readonly endsAt: Date; readonly isUsed: boolean } | null;
}

/**
 * Whether an item behind a waiting room may be added. Carts in progress continue (`continues`). Otherwise an entry
 * begins one cart (`uses_entry`).
 */
export function mayAdd(
  { holdsSince, cart, entry }: AddFacts,
  now: Date,
): Result<'continues' | 'uses_entry', EntryRefusal> {
  if (cart?.hasEntry) return ok('continues');
  if (cart?.hasItemBehindRoom && cart.firstAddedAt < holdsSince) return ok('continues');
  if (entry === null) return refuse({ kind: 'no_entry' });
  if (entry.isUsed) return refuse({ kind: 'entry_used' });
  return entry.endsAt > now ? ok('uses_entry') : refuse({ kind: 'entry_ended' });
}
