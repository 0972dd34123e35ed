import type { Queryable } from '#platform/db/db.ts';

/** What the unpaid web orders of one account keep from everybody else. */
export interface UnpaidHolder {
  readonly email: string;
  readonly orders: number;
  readonly items: number;
  /** When the last of them ends unless money arrives. */
  readonly until: Date;
}

/** Whoever holds most comes first. `itemCode` counts only that item. */
export const listUnpaidHolders = (
  db: Queryable,
  { itemCode, most }: { readonly itemCode: string | null; readonly most: number },
): Promise<UnpaidHolder[]> =>
  db.rows<UnpaidHolder>(
    `select max(o.customer_email) as email, count(distinct o.id) as orders, count(*) as items, max(o.pay_by) as until
     from orders o
     join order_lines l on l.order_id = o.id
     where o.payment_status in ('pending', 'processing', 'partial') and o.pay_by is not null and o.channel = 'web'
       and ($1::text is null or l.item_id = (select id from shop_items where external_code = $1))
     group by o.customer_id
     order by items desc, until desc
     limit $2`,
    [itemCode, most],
  );

/**
 * Which of the wanted items unpaid transfers would hold more of than this share, in percent of what there is to sell. An
 * item without a limit, and the first one of any other, are always possible.
 */
export async function itemsFullOfTransfers(
  db: Queryable,
  wanted: readonly { readonly itemId: number; readonly count: number }[],
  share: number,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select i.id
     from unnest($1::bigint[], $2::integer[]) as wanted (item_id, count)
     -- Sold units include those of unpaid transfers: while few are sold, none need to be counted.
     join shop_items i on i.id = wanted.item_id and i.sold + wanted.count > i.capacity::bigint * $3 / 100.0
     cross join lateral (
       select count(*) as count
       from orders o
       join order_lines l on l.order_id = o.id and l.item_id = i.id
       where o.pay_by is not null and o.payment_method = 'bank_transfer' and o.channel = 'web'
         and o.payment_status in ('pending', 'processing', 'partial')
     ) held
     where held.count > 0 and held.count + wanted.count > i.capacity::bigint * $3 / 100.0`,
    [wanted.map(({ itemId }) => itemId), wanted.map(({ count }) => count), share],
  );
  return rows.map(({ id }) => id);
}
