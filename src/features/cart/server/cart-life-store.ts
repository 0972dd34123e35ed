import type { Queryable, Tx } from '#platform/db/db.ts';
import { randomChecksum } from '#platform/secrets/random-codes.ts';
import { CART, type CartLineRow, type CartRow, LINE } from './cart-store.ts';

/** Finds a cart by its code, or by the code that it had while it was anonymous. */
export function cartByCode(db: Queryable, code: string): Promise<CartRow | undefined> {
  return db.row<CartRow>(`select ${CART} from carts where code = $1 or former_code = $1`, [code]);
}

/**
 * Returns the cart to which the request added its item; undefined if it added none, or the item was removed later.
 */
export const cartOfRequest = (db: Queryable, requestKey: Buffer): Promise<CartRow | undefined> =>
  db.row<CartRow>(`select ${CART} from carts where id = (select cart_id from cart_lines where request_key = $1)`, [
    requestKey,
  ]);

/** Returns the lines in the order in which they were added. Decisions based on them need the carts' locks. */
export function linesOfCarts(db: Queryable, cartIds: readonly number[]): Promise<CartLineRow[]> {
  return db.rows<CartLineRow>(`select ${LINE} from cart_lines where cart_id = any($1) order by position`, [cartIds]);
}

/** Needs the cart's lock. */
export async function updateLine(
  tx: Tx,
  line: Pick<CartLineRow, 'id' | 'fullName' | 'email' | 'age' | 'departureId'> & { travelTime: string | null },
): Promise<void> {
  await tx.run(
    `update cart_lines
     set full_name = $2,
         email = $3,
         age = $4,
         departure_id = $5,
         frozen = frozen || jsonb_build_object('travelTime', $6::text)
     where id = $1`,
    [line.id, line.fullName, line.email, line.age, line.departureId, line.travelTime],
  );
}

/** Needs the cart's lock. */
export async function deleteLine(tx: Tx, lineId: string): Promise<void> {
  await tx.run('delete from cart_lines where id = $1', [lineId]);
}

/** Gives the cart an owner and a new code, which nobody else knows. Returns undefined if it already has an owner. */
export const bindCart = (db: Queryable, cartId: number, customerId: number): Promise<CartRow | undefined> =>
  db.row<CartRow>(
    `update carts set customer_id = $2, former_code = code, code = $3
     where id = $1 and customer_id is null
     returning ${CART}`,
    [cartId, customerId, randomChecksum()],
  );

/** Needs the cart's lock. */
export async function setExtended(tx: Tx, cartId: number, expiresAt: Date, extensions: number): Promise<void> {
  await tx.run('update carts set expires_at = $2, extensions = $3 where id = $1', [cartId, expiresAt, extensions]);
}

/** Closes carts whose lines are now in orders. Needs the carts' locks. */
export async function closeOrderedCarts(tx: Tx, cartIds: readonly number[]): Promise<void> {
  await tx.run(
    `with ordered as (
       update carts set status = 'ordered', network = null where id = any($1)
     )
     delete from cart_lines where cart_id = any($1)`,
    [cartIds],
  );
}

/**
 * Closes up to `limit` carts that ended by `now` and deletes their lines. Skips locked carts. Returns the number of
 * closed carts.
 */
export async function closeExpiredCarts(tx: Tx, now: Date, limit: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `with ended as materialized (
       select id
       from carts
       where status = 'open' and expires_at <= $1
       order by expires_at
       limit $2
       for no key update skip locked
     ), closed as (
       update carts set status = 'expired', network = null where id in (select id from ended)
     ), forgotten as (
       delete from cart_lines where cart_id in (select id from ended)
     )
     select count(*) from ended`,
    [now, limit],
  );
  return row?.count ?? 0;
}

/** Deletes up to `limit` carts that ended before `before`; returns their number. */
export async function deleteExpiredCarts(db: Queryable, before: Date, limit: number): Promise<number> {
  return db.run(
    `delete from carts
     where id = any(array(
       select id from carts where status = 'expired' and expires_at < $1 limit $2 for update skip locked
     ))`,
    [before, limit],
  );
}
