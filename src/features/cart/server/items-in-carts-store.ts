import { type UnitsByItem, unitsByItem } from '#features/catalogue/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

/** The items in open carts of one account, or of the guests of one network. */
export interface ItemsInCarts {
  /** Null for guests. */
  readonly email: string | null;
  /** The beginning of the keyed hash of their network; null if it is not known, and for an account. */
  readonly network: string | null;
  readonly carts: number;
  readonly items: number;
  readonly byItem: UnitsByItem;
  /** When the last of these carts expires. */
  readonly until: Date;
}

/** The number of characters of the hash that are shown, enough to tell networks apart. */
const SHOWN = 12;

/** The buyer with the most items comes first. With `itemCode`, only that item counts. */
export const listItemsInCarts = (
  db: Queryable,
  { itemCode, limit }: { readonly itemCode: string | null; readonly limit: number },
  now: Date,
): Promise<ItemsInCarts[]> =>
  db.rows<ItemsInCarts>(
    `select customers.email, held.network, held.carts, held.items, named."byItem", held.until
     from (
       select
         c.customer_id,
         case when c.customer_id is null then left(encode(c.network, 'hex'), ${SHOWN}) end as network,
         count(distinct c.id) as carts,
         count(*) as items,
         array_agg(l.item_id) as item_ids,
         max(c.expires_at) as until
       from carts c
       join cart_lines l on l.cart_id = c.id
       where c.status = 'open' and c.expires_at > $1
         and ($2::text is null or l.item_id = (select id from shop_items where external_code = $2))
       group by 1, 2
     ) held
     left join customers on customers.id = held.customer_id
     cross join lateral (${unitsByItem('held.item_ids')}) named
     order by held.items desc, held.until desc
     limit $3`,
    [now, itemCode, limit],
  );

/** `network` is the beginning of its hash, as `listItemsInCarts` returns it; null for guests of unknown networks. */
export type CartOwner = { readonly customerId: number } | { readonly network: string | null };

/**
 * Closes up to `limit` open carts and deletes their lines. Returns the number of carts, and the units that they held.
 */
export async function closeCartsOf(
  tx: Tx,
  owner: CartOwner,
  limit: number,
  now: Date,
): Promise<{ carts: number; unitIds: number[] }> {
  const ownerCondition =
    'customerId' in owner
      ? 'customer_id = $1'
      : `customer_id is null and left(encode(network, 'hex'), ${SHOWN}) is not distinct from $1::text`;
  const row = await tx.row<{ carts: number; unitIds: number[] }>(
    `with theirs as materialized (
       select id from carts
       where status = 'open' and ${ownerCondition}
       order by id
       limit $2
       for no key update
     ), closed as (
       update carts set status = 'expired', network = null, expires_at = least(expires_at, $3)
       where id in (select id from theirs)
     ), lines as (
       delete from cart_lines where cart_id in (select id from theirs) returning unit_id
     )
     select (select count(*) from theirs) as carts, array(select unit_id from lines order by unit_id) as "unitIds"`,
    ['customerId' in owner ? owner.customerId : owner.network, limit, now],
  );
  return row!;
}
