import { OVERDUE_PAYMENT } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { KINDS_IN, KINDS_OUT, OPEN_INSTALMENTS, OWN_MONEY } from './conditions.ts';
import { figuresIn, PLACED_FIGURES, spansToRead, valuesOf } from './day-figures-store.ts';
import type { Span } from './report-days.ts';

export interface Placed {
  orders: number;
  sold: number;
  tickets: number;
}

export const placedIn = async (tx: Queryable, span: Span): Promise<Placed> =>
  (await tx.row<Placed>(
    `select coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(amount), 0)::bigint as sold,
       coalesce(sum(tickets), 0)::bigint as tickets
     from ${PLACED_FIGURES} r`,
    valuesOf(await spansToRead(tx, [span])),
  ))!;

export interface Moved {
  amount: number;
  /** The number of movements. */
  count: number;
}

/** The shop's own money that was booked in the span. What went out is positive too. */
export async function movedIn(tx: Queryable, span: Span): Promise<Record<'in' | 'out', Moved>> {
  const sums = (kinds: string, sign: '' | '-') =>
    `jsonb_build_object('amount', coalesce(${sign}sum(amount) filter (where kind in ${kinds}), 0),
       'count', coalesce(sum(entries) filter (where kind in ${kinds}), 0))`;
  return (await tx.row<Record<'in' | 'out', Moved>>(
    `select ${sums(KINDS_IN, '')} as in, ${sums(KINDS_OUT, '-')} as out
     from ${figuresIn('report_booked')} e
     where ${OWN_MONEY} and (kind in ${KINDS_IN} or kind in ${KINDS_OUT})`,
    valuesOf(await spansToRead(tx, [span])),
  ))!;
}

export interface FillLevel {
  key: string;
  name: string;
  at: Date | null;
  timezone: string;
  sold: number;
  held: number;
  capacity: number | null;
}

export interface ComingLevel extends FillLevel {
  /** The code of the item; null for an event. */
  item: string | null;
  /** Null for an event, and for an item without departures. */
  departure: number | null;
}

const MAX_ROWS = 30;

/** Events and departures in the span, earliest first. An event counts only its tickets without a departure. */
export const fillLevelsIn = (db: Queryable, { from, until }: Span): Promise<ComingLevel[]> =>
  db.rows(
    `select * from (
       select 'event ' || e.code as key, e.name, e.starts_at as at, e.timezone,
         coalesce(sum(i.sold), 0)::bigint as sold, coalesce(sum(i.held), 0)::bigint as held,
         case when count(*) = count(i.capacity) then sum(i.capacity)::bigint end as capacity,
         null as item, null::bigint as departure
       from events e
         join shop_items i on i.event_id = e.id and i.kind = 'tickets' and i.travel_time_type is null
           and i.withdrawn_at is null
       where e.starts_at >= $1 and e.starts_at < $2
       group by e.id
       union all
       select 'departure ' || d.id, i.name, d.departs_at, i.timezone, d.sold, d.held, d.capacity, i.external_code, d.id
       from departures d join shop_items i on i.id = d.item_id
       where d.departs_at >= $1 and d.departs_at < $2 and d.withdrawn_at is null
       union all
       select 'item ' || i.id, i.name, i.travel_time, i.timezone, i.sold, i.held, i.capacity, i.external_code, null
       from shop_items i
       where i.travel_time_type = 'fixed' and i.travel_time >= $1 and i.travel_time < $2 and i.withdrawn_at is null
     ) coming
     order by at, key
     limit ${MAX_ROWS}`,
    [from, until],
  );

/** Returns everything on sale with limited stock, for the rule about low stock. */
export const limitedStock = (db: Queryable, now: Date): Promise<(FillLevel & { capacity: number })[]> =>
  db.rows(
    `select * from (
       select 'item ' || i.id as key, i.name, i.travel_time as at, i.timezone, i.sold, i.held, i.capacity
       from shop_items i
       where i.capacity is not null and i.is_active and i.withdrawn_at is null
         and (i.travel_time is null or i.travel_time > $1)
       union all
       select 'departure ' || d.id, i.name, d.departs_at, i.timezone, d.sold, d.held, d.capacity
       from departures d join shop_items i on i.id = d.item_id
       where d.capacity is not null and d.is_active and i.is_active and d.withdrawn_at is null and i.withdrawn_at is null
         and d.departs_at > $1
     ) stock
     order by capacity - sold - held, key`,
    [now],
  );

export interface OpenInstalments {
  parts: number;
  amount: number;
}

/** Open instalments that are due before `until`: either the overdue ones or the others. */
export interface DueInstalments {
  readonly isOverdue: boolean;
  readonly overdueBefore: Date;
  readonly until: Date;
}

export const instalmentsCondition = ({ isOverdue }: DueInstalments): string =>
  `${OPEN_INSTALMENTS} and ${isOverdue ? '' : 'not '}${OVERDUE_PAYMENT}`;

export const openInstalmentsIn = async (db: Queryable, due: DueInstalments): Promise<OpenInstalments> =>
  (await db.row<OpenInstalments>(
    `select count(*) as parts, coalesce(sum(p.amount - p.paid_amount), 0)::bigint as amount
     from payments p join orders o on o.id = p.order_id
     where ${instalmentsCondition(due)}`,
    [due.overdueBefore, due.until],
  ))!;

/** Sums up open instalments in one pass: the overdue ones, and the others due before `soon` and before `later`. */
export async function openInstalmentsAround(
  db: Queryable,
  { overdueBefore, soon, later }: { readonly overdueBefore: Date; readonly soon: Date; readonly later: Date },
): Promise<{ overdue: OpenInstalments; soon: OpenInstalments; later: OpenInstalments }> {
  const sums = (condition: string) =>
    `jsonb_build_object('parts', count(*) filter (where ${condition}),
       'amount', coalesce(sum(p.amount - p.paid_amount) filter (where ${condition}), 0))`;
  return (await db.row<{ overdue: OpenInstalments; soon: OpenInstalments; later: OpenInstalments }>(
    `select ${sums(OVERDUE_PAYMENT)} as overdue, ${sums(`not ${OVERDUE_PAYMENT} and p.due_at < $3`)} as soon,
       ${sums(`not ${OVERDUE_PAYMENT}`)} as later
     from payments p join orders o on o.id = p.order_id
     where ${OPEN_INSTALMENTS}`,
    [overdueBefore, later, soon],
  ))!;
}

export const nextEvent = (db: Queryable, now: Date): Promise<{ name: string; startsAt: Date } | undefined> =>
  db.row(`select name, starts_at as "startsAt" from events where starts_at > $1 order by starts_at limit 1`, [now]);
