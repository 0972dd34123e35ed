import { type UnitsByItem, unitsByItem } from '#features/catalogue/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';

/** The items that the unpaid orders of one account hold, including orders that staff placed. */
export interface ItemsOfUnpaidOrders {
  readonly email: string;
  readonly orders: number;
  readonly codes: readonly string[];
  readonly items: number;
  readonly byItem: UnitsByItem;
  /** The latest deadline of these orders. */
  readonly until: Date;
}

/** The account with the most items comes first. With `itemCode`, only that item counts. */
export const listItemsOfUnpaidOrders = (
  db: Queryable,
  { itemCode, limit }: { readonly itemCode: string | null; readonly limit: number },
): Promise<ItemsOfUnpaidOrders[]> =>
  db.rows<ItemsOfUnpaidOrders>(
    `select held.email, cardinality(held.codes) as orders, held.codes, held.items, named."byItem", held.until
     from (
       select
         max(o.customer_email) as email,
         array_agg(distinct o.code order by o.code) as codes,
         count(*) as items,
         array_agg(l.item_id) as item_ids,
         max(o.pay_by) as until
       from orders o
       join order_lines l on l.order_id = o.id
       where o.payment_status in ('pending', 'processing', 'partial') and o.pay_by is not null
         and ($1::text is null or l.item_id = (select id from shop_items where external_code = $1))
       group by o.customer_id
     ) held
     cross join lateral (${unitsByItem('held.item_ids')}) named
     order by held.items desc, held.until desc
     limit $2`,
    [itemCode, limit],
  );

export interface TransferRoom {
  readonly itemId: number;
  /** Units that unpaid transfers hold. */
  readonly held: number;
  /** The number of units that they may hold. */
  readonly maximum: number;
}

/**
 * For each wanted item, the number of units that unpaid transfers hold, and the maximum: `share` percent of its
 * capacity. Items without a capacity are left out, and so are items with so few units sold that the share cannot be
 * reached.
 */
export const roomForTransfers = (
  db: Queryable,
  wanted: readonly { readonly itemId: number; readonly count: number }[],
  share: number,
): Promise<TransferRoom[]> =>
  db.rows<TransferRoom>(
    `select i.id as "itemId", held.count as held, (i.capacity::bigint * $3 / 100)::bigint as maximum
     from unnest($1::bigint[], $2::integer[]) as wanted (item_id, count)
     -- Sold units include those of unpaid transfers, so while few are sold, none need to be counted.
     join shop_items i on i.id = wanted.item_id and i.sold + wanted.count > i.capacity::bigint * $3 / 100
     cross join lateral (
       select count(*) as count
       from orders o
       join order_lines l on l.order_id = o.id and l.item_id = i.id
       where o.pay_by is not null and o.payment_method = 'bank_transfer' and o.channel = 'web'
         and o.payment_status in ('pending', 'processing', 'partial')
     ) held`,
    [wanted.map(({ itemId }) => itemId), wanted.map(({ count }) => count), share],
  );

export interface UnpaidOrders {
  readonly orders: number;
  /** The number of items in all of these orders. */
  readonly items: number;
}

/**
 * Counts unpaid web orders and their items for each of these customers. Customers without unpaid orders are left out.
 */
export async function unpaidOf(db: Queryable, customerIds: readonly number[]): Promise<Map<number, UnpaidOrders>> {
  const rows = await db.rows<UnpaidOrders & { customerId: number }>(
    `select o.customer_id as "customerId", count(distinct o.id) as orders, count(l.id) as items
     from orders o
     join order_lines l on l.order_id = o.id
     where o.customer_id = any($1)
       and o.channel = 'web'
       and o.payment_status in ('pending', 'processing', 'partial')
       and o.total_paid < o.total_price
       -- A plan that has begun no longer has a deadline, because its instalments have their own dates.
       and o.pay_by is not null
     group by o.customer_id`,
    [customerIds],
  );
  return new Map(rows.map(({ customerId, orders, items }) => [customerId, { orders, items }]));
}
