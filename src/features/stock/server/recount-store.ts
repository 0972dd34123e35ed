import type { Queryable } from '#platform/db/db.ts';

/** A disagreement: `subject` is the row, `found` its value and `counted` the number of rows. */
export interface StockDifference {
  readonly kind:
    | 'item_counter'
    | 'departure_counter'
    | 'item_capacity'
    | 'departure_capacity'
    | 'hold_without_line'
    | 'sale_without_order'
    | 'cart_line_without_hold'
    | 'order_line_without_unit'
    | 'unit_of_ended_order'
    | 'unit_of_other_item';
  readonly subject: string;
  readonly found: string;
  readonly counted: string;
}

const countedBy = (column: 'item_id' | 'departure_id') => `(
            select
              ${column},
              count(*) filter (where status = 'sold') as sold,
              count(*) filter (where status = 'held') as held
            from stock_units
            group by ${column}
          )`;
const COUNTED = "coalesce(counted.sold, 0) || ' sold, ' || coalesce(counted.held, 0) || ' held'";

// The checks. Each is one statement and therefore sees one snapshot, however much is sold meanwhile.
const checks: readonly { kind: StockDifference['kind']; sql: string; usesNow?: true }[] = [
  {
    kind: 'item_counter',
    sql: `select 'item ' || item.external_code as subject,
                 item.sold || ' sold, ' || item.held || ' held' as found,
                 ${COUNTED} as counted
          from shop_items item
          left join ${countedBy('item_id')} counted on counted.item_id = item.id
          where (item.sold, item.held) <> (coalesce(counted.sold, 0), coalesce(counted.held, 0))
          order by item.id`,
  },
  {
    kind: 'departure_counter',
    sql: `select 'departure ' || departure.code || ' of ' || item.external_code as subject,
                 departure.sold || ' sold, ' || departure.held || ' held' as found,
                 ${COUNTED} as counted
          from departures departure
          join shop_items item on item.id = departure.item_id
          left join ${countedBy('departure_id')} counted on counted.departure_id = departure.id
          where (departure.sold, departure.held) <> (coalesce(counted.sold, 0), coalesce(counted.held, 0))
          order by departure.id`,
  },
  {
    kind: 'item_capacity',
    sql: `select 'item ' || external_code as subject,
                 'capacity ' || capacity as found,
                 'capacity ' || greatest(capacity_wanted, sold + held) as counted
          from shop_items
          where capacity <> greatest(capacity_wanted, sold + held)
          order by id`,
  },
  {
    kind: 'departure_capacity',
    sql: `select 'departure ' || departure.code || ' of ' || item.external_code as subject,
                 'capacity ' || departure.capacity as found,
                 'capacity ' || greatest(departure.capacity_wanted, departure.sold + departure.held) as counted
          from departures departure
          join shop_items item on item.id = departure.item_id
          where departure.capacity <> greatest(departure.capacity_wanted, departure.sold + departure.held)
          order by departure.id`,
  },
  {
    // A hold that has ended needs no line; it waits for its release.
    kind: 'hold_without_line',
    usesNow: true,
    sql: `select 'unit ' || unit.id as subject, 'held' as found, 'in no cart' as counted
          from stock_units unit
          where unit.status = 'held'
            and unit.held_until > $1
            and not exists (select from cart_lines line where line.unit_id = unit.id)
          order by unit.id`,
  },
  {
    kind: 'sale_without_order',
    sql: `select 'unit ' || unit.id as subject, 'sold' as found, 'in no order' as counted
          from stock_units unit
          where unit.status = 'sold'
            and not exists (select from order_lines line where line.unit_id = unit.id)
          order by unit.id`,
  },
  {
    kind: 'cart_line_without_hold',
    usesNow: true,
    sql: `select 'line ' || line.id || ' of cart ' || cart.id as subject, 'in a cart' as found, 'not held' as counted
          from carts cart
          join cart_lines line on line.cart_id = cart.id
          left join stock_units unit on unit.id = line.unit_id
          where cart.status = 'open'
            and cart.expires_at > $1
            and (unit.status is distinct from 'held' or unit.held_until is distinct from cart.expires_at)
          order by line.position`,
  },
  {
    kind: 'order_line_without_unit',
    sql: `select 'line ' || line.position || ' of order ' || shop_order.code as subject,
                 'in an order' as found,
                 coalesce(unit.status, 'no unit') as counted
          from order_lines line
          join orders shop_order on shop_order.id = line.order_id
          left join stock_units unit on unit.id = line.unit_id
          where not shop_order.stock_released
            and unit.status is distinct from 'sold'
            and not exists (
              select from tickets ticket where ticket.order_line_id = line.id and ticket.status = 'refunded'
            )
            and not exists (
              select from merchandise_purchases bought
              where bought.order_line_id = line.id and bought.status = 'refunded'
            )
            -- A refund that was paid once has given its units back, even if the bank returned the money since.
            and not exists (
              select
              from refund_lines refunded
              join refunds paid on paid.id = refunded.refund_id and paid.was_paid
              where refunded.order_line_id = line.id and refunded.is_live
            )
          order by line.id`,
  },
  {
    kind: 'unit_of_ended_order',
    sql: `select 'line ' || line.position || ' of order ' || shop_order.code as subject,
                 'unit ' || line.unit_id as found,
                 'stock released' as counted
          from order_lines line
          join orders shop_order on shop_order.id = line.order_id
          where shop_order.stock_released and line.unit_id is not null
          order by line.id`,
  },
  {
    kind: 'unit_of_other_item',
    sql: `select 'unit ' || unit.id as subject,
                 'item ' || unit.item_id || ', departure ' || coalesce(unit.departure_id::text, 'none') as found,
                 'item ' || line.item_id || ', departure ' || coalesce(line.departure_id::text, 'none') as counted
          from stock_units unit
          join (
            select unit_id, item_id, departure_id from cart_lines
            union all
            select line.unit_id, line.item_id, coalesce(ticket.departure_id, line.departure_id)
            from order_lines line
            left join tickets ticket on ticket.order_line_id = line.id
            where line.unit_id is not null
          ) line on line.unit_id = unit.id
          where unit.item_id <> line.item_id or unit.departure_id is distinct from line.departure_id
          order by unit.id`,
  },
];

/** Recounts all stock from its rows; an empty list means that everything agrees. Read-only and without locks. */
export async function recountStock(db: Queryable, now: Date): Promise<StockDifference[]> {
  const differences: StockDifference[] = [];
  for (const { kind, sql, usesNow } of checks) {
    const rows = await db.rows<Omit<StockDifference, 'kind'>>(sql, usesNow ? [now] : []);
    for (const row of rows) differences.push({ kind, ...row });
  }
  return differences;
}
