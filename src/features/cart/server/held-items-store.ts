import type { Queryable } from '#platform/db/db.ts';
import { keyOfHolder } from '../domain/held-items.ts';

/**
 * Counts the items in open carts of these accounts, of guests from these networks, and of the owners of the carts with
 * these codes.
 */
export async function countHeldItems(
  db: Queryable,
  of: {
    readonly customerIds: readonly number[];
    readonly networks: readonly string[];
    readonly codes: readonly string[];
  },
  now: Date,
): Promise<Map<string, number>> {
  const rows = await db.rows<{ customerId: number | null; network: string | null; count: number }>(
    `with named as materialized (
       select customer_id, network from carts where code = any($3)
     )
     select c.customer_id as "customerId", null as network, count(*) as count
     from carts c
     join cart_lines l on l.cart_id = c.id
     where c.status = 'open' and c.expires_at > $4
       and c.customer_id = any($1::bigint[] || array(select customer_id from named where customer_id is not null))
     group by c.customer_id
     union all
     select null, encode(c.network, 'hex'), count(*)
     from carts c
     join cart_lines l on l.cart_id = c.id
     where c.status = 'open' and c.expires_at > $4 and c.customer_id is null
       and c.network = any(array(select decode(hash, 'hex') from unnest($2::text[]) as hash)
         || array(select network from named where network is not null))
     group by c.network`,
    [of.customerIds, of.networks, of.codes, now],
  );
  return new Map(
    rows.map(({ customerId, network, count }) => [
      keyOfHolder(customerId === null ? { kind: 'network', hash: network! } : { kind: 'account', id: customerId }),
      count,
    ]),
  );
}
