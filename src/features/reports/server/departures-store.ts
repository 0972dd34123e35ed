import type { Queryable } from '#platform/db/db.ts';
import type { Span } from './report-days.ts';

export interface FilledDeparture {
  key: string;
  item: string;
  /** Null for an item with one fixed time. */
  departure: number | null;
  name: string;
  at: Date;
  timezone: string;
  sold: number;
  held: number;
  capacity: number | null;
  /** Active tickets, which are the passengers. */
  tickets: number;
  /** Tickets whose refund was requested or is under way; their seats are still sold. */
  in_refund: number;
}

const COUNTS = `count(*) filter (where t.status = 'active') as tickets,
  count(*) filter (where t.status in ('refund', 'refunding', 'refund-problem')) as in_refund`;

/** Departures of the span, earliest first. */
export const departuresIn = (db: Queryable, { from, until }: Span): Promise<FilledDeparture[]> =>
  db.rows(
    `select 'departure ' || d.id as key, i.external_code as item, d.id as departure, i.name, d.departs_at as at,
       i.timezone, d.sold, d.held, d.capacity, issued.tickets, issued.in_refund
     from departures d
       join shop_items i on i.id = d.item_id
       cross join lateral (select ${COUNTS} from tickets t where t.departure_id = d.id) issued
     where d.departs_at >= $1 and d.departs_at < $2 and (d.withdrawn_at is null or d.sold + d.held > 0)
     union all
     select 'item ' || i.id, i.external_code, null, i.name, i.travel_time, i.timezone, i.sold, i.held, i.capacity,
       issued.tickets, issued.in_refund
     from shop_items i
       cross join lateral (
         select ${COUNTS} from order_lines l join tickets t on t.order_line_id = l.id where l.item_id = i.id
       ) issued
     where i.travel_time_type = 'fixed' and i.travel_time >= $1 and i.travel_time < $2
       and (i.withdrawn_at is null or i.sold + i.held > 0)
     order by at, key`,
    [from, until],
  );

/** The time of the first departure from `now` on; null if there is none. */
export const nextDeparture = async (db: Queryable, now: Date): Promise<Date | null> =>
  (await db.row<{ at: Date | null }>(
    `select least(
       (select min(departs_at) from departures where departs_at >= $1 and withdrawn_at is null),
       (
         select min(travel_time) from shop_items
         where travel_time_type = 'fixed' and travel_time >= $1 and withdrawn_at is null
       )
     ) as at`,
    [now],
  ))!.at;
