import type { Queryable, Tx } from '#platform/db/db.ts';
import { buyerKey } from '../domain/held-items.ts';

/** Accounts, guests' networks by their hashes, and the owners of the carts with these codes. */
export interface Buyers {
  readonly customerIds: readonly number[];
  readonly networks: readonly string[];
  readonly codes: readonly string[];
}

/**
 * Makes transactions that add for the same buyer wait for each other, so that each counts the other's items. Call it
 * after locking the carts and before counting, which needs its own statement: a count in this statement would use the
 * snapshot from before the wait.
 */
export const lockBuyers = (tx: Tx, { customerIds, networks, codes }: Buyers): Promise<number> =>
  tx.run(
    `with buyers as materialized (
       select 'account ' || id as buyer from unnest($1::bigint[]) as id
       union
       select 'network ' || hash from unnest($2::text[]) as hash
       union
       select coalesce('account ' || customer_id, 'network ' || encode(network, 'hex'))
       from carts
       where code = any($3) and (customer_id is not null or network is not null)
     ), keys as materialized (
       select hashtextextended('held ' || buyer, 0) as key from buyers order by 1
     )
     select pg_advisory_xact_lock(key) from keys`,
    [customerIds, networks, codes],
  );

/** Counts the items in open carts. */
export async function countHeldItems(db: Queryable, of: Buyers, now: Date): Promise<Map<string, number>> {
  const rows = await db.rows<{ customerId: number | null; network: string | null; count: number }>(
    `select c.customer_id as "customerId", null as network, count(*) as count
     from carts c
     join cart_lines l on l.cart_id = c.id
     where c.status = 'open' and c.expires_at > $4
       and c.customer_id = any($1::bigint[] || array(
         select customer_id from carts where code = any($3) and customer_id is not null
       ))
     group by c.customer_id
     union all
     select null, encode(c.network, 'hex'), count(*)
     from carts c
     join cart_lines l on l.cart_id = c.id
     where c.status = 'open' and c.expires_at > $4 and c.customer_id is null
       and c.network = any(array(select decode(hash, 'hex') from unnest($2::text[]) as hash)
         || array(select network from carts where code = any($3) and network is not null))
     group by c.network`,
    [of.customerIds, of.networks, of.codes, now],
  );
  return new Map(
    rows.map(({ customerId, network, count }) => [
      buyerKey(customerId === null ? { kind: 'network', hash: network! } : { kind: 'account', id: customerId }),
      count,
    ]),
  );
}
