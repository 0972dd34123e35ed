import type { Queryable } from '#platform/db/db.ts';
import { SOLD } from './conditions.ts';
import { figuresIn, valuesOf } from './day-figures-store.ts';
import type { Span } from './report-days.ts';
import type { Sql } from './rows-of-sql-store.ts';
import type { SpansToRead } from './stored-spans.ts';

/** A part of what was sold. Only the lines of an order that belong to it count. */
export interface SalesPart {
  readonly kind: 'all' | 'item' | 'event' | 'no_event' | 'shipping' | 'discount';
  /** Code of the item or event. */
  readonly code: string;
  readonly channel: string | null;
  readonly voucher: number | null;
}

/** The items of each part. `$4` is the code. */
const ITEMS = {
  item: 'select id from shop_items where external_code = $4',
  event: 'select i.id from shop_items i join events e on e.id = i.event_id where e.code = $4',
  no_event: 'select id from shop_items where event_id is null',
} as const;

const LINES: Record<SalesPart['kind'], string> = {
  all: 'true',
  shipping: 'true',
  discount: 'true',
  item: `l.item_id = (${ITEMS.item})`,
  event: `l.item_id in (${ITEMS.event})`,
  no_event: `l.item_id in (${ITEMS.no_event})`,
};

const SUM_OF_LINES = 'sum(l.price + l.fee - l.discount_share)';

/** The amount that an order adds to the part: its total, its shipping, its discount, or the sum of its lines. */
const AMOUNTS: Record<SalesPart['kind'], string> = {
  all: 'o.total_price',
  shipping: `o.total_price - coalesce(${SUM_OF_LINES}, 0)`,
  discount: 'o.discount_amount',
  item: SUM_OF_LINES,
  event: SUM_OF_LINES,
  no_event: SUM_OF_LINES,
};

/** The condition for an order to belong to the part. */
const BELONGS: Record<SalesPart['kind'], string> = {
  all: 'true',
  shipping: 'part.amount <> 0',
  discount: 'true',
  item: 'part.lines > 0',
  event: 'part.lines > 0',
  no_event: 'part.lines > 0',
};

export const salesRows = ({ kind, code, channel, voucher }: SalesPart, { from, until }: Span): Sql => ({
  sql: `select o.id as key, o.created_at as at, o.code as order, o.customer_name as "customerName", '' as what,
      part.tickets, part.amount
    from orders o cross join lateral (
      select ${kind === 'shipping' ? '0::bigint' : `count(*) filter (where l.kind = 'tickets')`} as tickets,
        (${AMOUNTS[kind]})::bigint as amount, count(*) as lines
      from order_lines l
      where l.order_id = o.id and ${LINES[kind]}
    ) part
    where ${SOLD} and ($3::text is null or o.channel = $3) and $4::text is not null
      and ($5::bigint is null or o.voucher_id = $5)
      and ${BELONGS[kind]}`,
  values: [from, until, channel, code, voucher],
});

const SUMS: Record<SalesPart['kind'], string> = {
  all: `select day, channel, voucher_id, orders as count, tickets, amount
    from ${figuresIn('report_sold')} r where item_id is null`,
  discount: `select day, channel, voucher_id, orders as count, tickets, discount as amount
    from ${figuresIn('report_sold')} r where item_id is null`,
  shipping: `select day, channel, voucher_id, shipped as count, 0 as tickets, shipping as amount
    from ${figuresIn('report_sold')} r where item_id is null`,
  item: `select day, channel, voucher_id, orders as count, tickets, amount
    from ${figuresIn('report_sold')} r where item_id = (${ITEMS.item})`,
  event: sumsOfItems(ITEMS.event),
  no_event: sumsOfItems(ITEMS.no_event),
};

/** An order with several of the items counts once. */
function sumsOfItems(items: string): string {
  return `select day, channel, voucher_id, 0 as count, tickets, amount
    from ${figuresIn('report_sold')} r where item_id in (${items})
    union all
    select day, channel, voucher_id, orders, 0, 0
    from ${figuresIn('report_baskets')} r where items && array(${items})`;
}

export const salesSums = ({ kind, code, channel, voucher }: SalesPart, spans: SpansToRead): Sql => ({
  sql: `select day, count, tickets, amount
    from (${SUMS[kind]}) part
    where $4::text is not null and ($5::text is null or channel = $5) and ($6::bigint is null or voucher_id = $6)`,
  values: [...valuesOf(spans), code, channel, voucher],
});

/** The name of the part's item, event or voucher; null for all other parts. */
export const nameOfPart = async (db: Queryable, { kind, code, voucher }: SalesPart): Promise<string | null> =>
  (
    await db.row<{ name: string }>(
      `select name from shop_items where $1 = 'item' and external_code = $2
       union all
       select name from events where $1 = 'event' and code = $2
       union all
       select name from vouchers where id = $3`,
      [kind, code, voucher],
    )
  )?.name ?? null;
