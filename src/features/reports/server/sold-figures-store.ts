import type { Queryable } from '#platform/db/db.ts';
import type { SoldItem } from '../domain/sales-groups.ts';
import { SOLD } from './conditions.ts';
import type { Span } from './report-days.ts';

/** A `SoldFigure` with the number of its day among the requested days. */
export interface SoldOnDay {
  day: number;
  channel: string;
  item: number | null;
  orders: number;
  units: number;
  amount: number;
}

/**
 * What was sold in each of these spans, which are numbered from 1. A line counts with its price and fee after its share
 * of the discount; what is left of the orders' totals is their shipping.
 */
export const soldInSpans = (db: Queryable, spans: readonly Span[]): Promise<SoldOnDay[]> =>
  db.rows(
    `with placed as (
       select span.day, o.id, o.channel, o.total_price
       from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as span (since, until, day)
         join orders o on ${SOLD.replace('$1', 'span.since').replace('$2', 'span.until')}
     ),
     lines as (
       select placed.day, placed.channel, l.item_id as item, count(*) as units,
         sum(l.price + l.fee - l.discount_share)::bigint as amount
       from placed join order_lines l on l.order_id = placed.id
       group by placed.day, placed.channel, l.item_id
     ),
     orders_of_day as (
       select day, channel, count(*) as orders, sum(total_price)::bigint as amount
       from placed
       group by day, channel
     )
     select day, channel, item, 0 as orders, units, amount from lines
     union all
     select o.day, o.channel, null, o.orders, 0,
       (o.amount - coalesce((select sum(l.amount) from lines l where l.day = o.day and l.channel = o.channel), 0))::bigint
     from orders_of_day o`,
    [spans.map(({ from }) => from), spans.map(({ until }) => until)],
  );

export const soldItems = async (db: Queryable): Promise<SoldItem[]> =>
  (
    await db.rows<Omit<SoldItem, 'event'> & { event: string | null; eventName: string | null }>(
      `select i.id, i.external_code as code, i.name, i.kind, e.code as event, e.name as "eventName"
       from shop_items i left join events e on e.id = i.event_id`,
    )
  ).map(({ event, eventName, ...item }) => ({
    ...item,
    event: event === null ? null : { code: event, name: eventName ?? '' },
  }));
