import type { Queryable, Tx } from '#platform/db/db.ts';
import type { Entry } from '../domain/place-state.ts';

export interface CalledPlace {
  /** Null if it was not called yet. */
  readonly calledAt: Date | null;
  readonly entry: Entry | null;
}

/** When a position was called, and whether its place has entered. */
export async function calledPlace(
  db: Queryable,
  { roomId, number, position }: { readonly roomId: number; readonly number: number; readonly position: number },
): Promise<CalledPlace> {
  const row = await db.row<{ calledAt: Date | null; endsAt: Date | null; cart: Entry['cart'] }>(
    `select
       (select called_at from waiting_room_calls
        where room_id = $1 and called >= $3 order by called limit 1) as "calledAt",
       e.ends_at as "endsAt",
       case when not e.is_used then 'none' when c.status = 'open' then 'open' else 'over' end as cart
     from (select) as one
     left join waiting_room_entries e on e.room_id = $1 and e.number = $2
     left join carts c on c.id = e.cart_id`,
    [roomId, number, position],
  );
  const { calledAt, endsAt, cart } = row!;
  return { calledAt, entry: endsAt === null ? null : { endsAt, cart } };
}

/**
 * A place enters once: later calls change nothing, from any browser. `on conflict` does not name a key,
 * because two simultaneous calls can conflict on the unique position before they conflict on the number.
 */
export const insertEntry = (
  db: Queryable,
  entry: {
    readonly roomId: number;
    readonly number: number;
    readonly position: number;
    readonly endsAt: Date;
  },
  now: Date,
): Promise<number> =>
  db.run(
    `insert into waiting_room_entries (room_id, number, position, entered_at, ends_at)
     values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [entry.roomId, entry.number, entry.position, now, entry.endsAt],
  );

export interface LockedEntry {
  readonly roomId: number;
  readonly number: number;
  readonly endsAt: Date;
  readonly cartId: number | null;
  readonly isUsed: boolean;
}

/** Locks the entries of places and of carts, after the carts. */
export const lockEntries = (
  tx: Tx,
  {
    places,
    carts,
  }: {
    readonly places: readonly { readonly roomId: number; readonly number: number }[];
    readonly carts: readonly number[];
  },
): Promise<LockedEntry[]> =>
  tx.rows<LockedEntry>(
    `select room_id as "roomId", number, ends_at as "endsAt", cart_id as "cartId", is_used as "isUsed"
     from waiting_room_entries
     where cart_id = any($3)
       or (room_id, number) in (select * from unnest($1::bigint[], $2::integer[]))
     order by room_id, number
     for no key update`,
    [places.map(({ roomId }) => roomId), places.map(({ number }) => number), carts],
  );

/** Marks locked entries as used by their carts. They then last as long as the carts. */
export const spendEntries = (
  tx: Tx,
  uses: readonly {
    readonly roomId: number;
    readonly number: number;
    readonly cartId: number;
    readonly until: Date;
  }[],
): Promise<number> =>
  tx.run(
    `update waiting_room_entries e
     set cart_id = use.cart_id, is_used = true, ends_at = greatest(e.ends_at, use.until)
     from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::timestamptz[])
       as use (room_id, number, cart_id, until)
     where e.room_id = use.room_id and e.number = use.number`,
    [
      uses.map(({ roomId }) => roomId),
      uses.map(({ number }) => number),
      uses.map(({ cartId }) => cartId),
      uses.map(({ until }) => until),
    ],
  );
