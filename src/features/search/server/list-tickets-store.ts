import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type ChosenSort, isDescending, sortOrUsual } from '../domain/list-sort.ts';
import type { TicketFilter, TicketViewName } from '../domain/ticket-filter.ts';
import {
  type Counted,
  countedOf,
  countLimit,
  type FoundText,
  foundCondition,
  inOrder,
  knownCount,
} from './found-text-store.ts';
import { MAX_COUNTED } from './list-limits.ts';
import { orderById } from './list-order-store.ts';

export interface ListedTicket {
  id: number;
  order: string;
  name: string;
  email: string;
  age: string | null;
  item: string;
  /** Null without a departure. */
  departsAt: Date | null;
  /** The zone of the departure. */
  timezone: string;
  status: ItemStatus;
  /** Its payment plan is not paid in full. */
  isPending: boolean;
  issuedAt: Date;
}

/** The item of a filter, with its departures, earliest first. */
export interface FilteredItem {
  id: number;
  departures: { id: number; departsAt: Date; timezone: string }[];
}

export interface TicketsQuery {
  readonly filter: TicketFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  /** Null: of any item. `unknown`: the filter names an item that does not exist. */
  readonly item: FilteredItem | null | 'unknown';
  /** The last ticket of the previous page. */
  readonly after: number | null;
  readonly sort: ChosenSort<'/tickets'>;
  readonly limit: number;
}

const VIEWS: Record<TicketViewName, string> = {
  all: `t.status in ('active', 'refund', 'refunding', 'refund-problem')`,
  unpaid: `t.pending and t.status in ('active', 'refund')`,
  refund: `t.status in ('refund', 'refunding', 'refund-problem')`,
  ended: `t.status in ('refunded', 'cancelled')`,
};

/** The condition of a filter. A search by text finds tickets in every state. */
function conditionOf({ filter, found, item }: Pick<TicketsQuery, 'filter' | 'found' | 'item'>) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = ['true'];
  if (filter.status !== null) parts.push(`t.status = ${parameter(filter.status)}`);
  else if (filter.view !== 'all' || filter.text === '') parts.push(VIEWS[filter.view]);
  if (item === 'unknown') parts.push('false');
  // Compares with the id itself, because then the planner knows how many lines an item has.
  else if (item !== null) parts.push(`l.item_id = ${parameter(item.id)}`);
  if (filter.departure !== null) parts.push(`t.departure_id = ${parameter(filter.departure)}`);
  if (found) {
    const text = foundCondition(found, 't.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values, isTextAlone: parts.length === 2 };
}

/** The join that a filter by item needs. */
const linesOf = ({ item }: Pick<TicketsQuery, 'item'>): string =>
  item === null ? '' : 'join order_lines l on l.id = t.order_line_id';

/** Ids rise with the time of issue. */
export function listTickets(db: Queryable, query: TicketsQuery): Promise<ListedTicket[]> {
  const { sql, values } = conditionOf(query);
  const descends = isDescending(sortOrUsual('/tickets', query.filter.view, query.sort));
  const { where, by, values: last } = orderById('t.id', descends, query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedTicket>(
    `select t.id, o.code as order, t.full_name as name, t.email, t.age, l.frozen ->> 'name' as item,
       coalesce(d.departs_at, i.travel_time) as "departsAt", i.timezone, t.status, t.pending as "isPending",
       t.issued_at as "issuedAt"
     from (
       select t.* from tickets t ${linesOf(query)}
       where ${sql} ${where}
       order by ${by}
       limit $${all.length}
     ) t
     join order_lines l on l.id = t.order_line_id
     join orders o on o.id = t.order_id
     join shop_items i on i.id = l.item_id
     left join departures d on d.id = t.departure_id
     order by ${by}`,
    all,
  );
}

/** How many match. */
export async function countTickets(
  db: Queryable,
  query: Pick<TicketsQuery, 'filter' | 'found' | 'item'>,
  max: number = MAX_COUNTED,
): Promise<Counted> {
  const { sql, values, isTextAlone } = conditionOf(query);
  const known = isTextAlone ? knownCount(query.found, max) : null;
  if (known) return known;
  const limit = countLimit(query.found, max);
  const matching = await db.row<{ count: number }>(
    `select count(*) as count
     from (select from tickets t ${linesOf(query)} where ${sql} ${inOrder(query.found, 't.id desc')} limit ${limit + 1}) as matching`,
    values,
  );
  return countedOf(matching!.count, limit);
}

/** Ids of the orders of the tickets that match and were issued by `until`. */
export async function ordersOfMatchingTickets(
  db: Queryable,
  query: Pick<TicketsQuery, 'filter' | 'found' | 'item'>,
  until: Date,
  limit: number,
): Promise<number[]> {
  const { sql, values } = conditionOf(query);
  const place = values.length;
  const rows = await db.rows<{ id: number }>(
    `select distinct t.order_id as id from tickets t join order_lines l on l.id = t.order_line_id
     where ${sql} and t.issued_at <= $${place + 1} order by 1 limit $${place + 2}`,
    [...values, until, limit],
  );
  return rows.map(({ id }) => id);
}

export const ordersOfTickets = async (db: Queryable, ids: readonly number[]): Promise<number[]> =>
  (await db.rows<{ id: number }>('select distinct order_id as id from tickets where id = any($1)', [ids])).map(
    ({ id }) => id,
  );

/** Ticket items for the filter: the chosen one first, then those on sale, then those no longer on sale. */
export const ticketItems = (db: Queryable, chosen: string | null): Promise<{ code: string; name: string }[]> =>
  db.rows(
    `select external_code as code, name from shop_items
     where kind = 'tickets'
     order by external_code is distinct from $1, not is_active, name
     limit 500`,
    [chosen],
  );

/** Returns the item with this code; null if it does not exist. */
export async function findFilteredItem(db: Queryable, code: string): Promise<FilteredItem | null> {
  const item = await db.row<{ id: number }>('select id from shop_items where external_code = $1', [code]);
  if (!item) return null;
  const departures = await db.rows<FilteredItem['departures'][number]>(
    `select d.id, d.departs_at as "departsAt", i.timezone
     from departures d join shop_items i on i.id = d.item_id
     where d.item_id = $1
     order by d.departs_at, d.id
     limit 500`,
    [item.id],
  );
  return { id: item.id, departures };
}
