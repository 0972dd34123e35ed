import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

/** An event, or one departure of an item; without a departure, all departures of the item. */
export interface Scope {
  readonly eventId: number | null;
  readonly itemId: number | null;
  readonly departureId: number | null;
}

const scopeParams = ({ eventId, itemId, departureId }: Scope) => [eventId, itemId, departureId];

/** SQL condition on `item` and on the given expression for the departure of a ticket or unit. */
const inScope = (departure: string) => `item.kind = 'tickets' and (
  item.event_id = $1 or (item.id = $2 and ($3::bigint is null or ${departure} = $3))
)`;

export interface OrderInScope {
  orderId: number;
  code: string;
  status: OrderStatus;
  method: PaymentMethod;
  isPlan: boolean;
  /** Lines outside the scope, such as merchandise. */
  others: number;
}

/** Returns the orders that still have their stock and a line in the scope, oldest first. */
export const ordersInScope = (db: Queryable, scope: Scope): Promise<OrderInScope[]> =>
  db.rows(
    `select o.id as "orderId", o.code, o.payment_status as status, o.payment_method as method,
       o.has_payment_plan as "isPlan", count(*) filter (where not line.hit)::int as others
     from orders o
     join lateral (
       select coalesce(${inScope('coalesce(ticket.departure_id, unit.departure_id)')}, false) as hit
       from order_lines l
       join shop_items item on item.id = l.item_id
       left join tickets ticket on ticket.order_line_id = l.id
       left join stock_units unit on unit.id = l.unit_id
       where l.order_id = o.id
     ) line on true
     where not o.stock_released
     group by o.id
     having bool_or(line.hit)
     order by o.id`,
    scopeParams(scope),
  );

/** Returns how many lines of one order are outside the scope. */
export async function countLinesOutside(db: Queryable, orderId: number, scope: Scope): Promise<number> {
  const row = await db.row<{ others: number }>(
    `select count(*)::int as others
     from order_lines l
     join shop_items item on item.id = l.item_id
     left join tickets ticket on ticket.order_line_id = l.id
     left join stock_units unit on unit.id = l.unit_id
     where l.order_id = $4 and not coalesce(${inScope('coalesce(ticket.departure_id, unit.departure_id)')}, false)`,
    [...scopeParams(scope), orderId],
  );
  return row!.others;
}

export interface TicketInScope {
  id: number;
  code: string;
  status: ItemStatus;
}

export const ticketsInScope = (db: Queryable, orderId: number, scope: Scope): Promise<TicketInScope[]> =>
  db.rows(
    `select ticket.id, ticket.code, ticket.status
     from tickets ticket
     join order_lines line on line.id = ticket.order_line_id
     join shop_items item on item.id = line.item_id
     where ticket.order_id = $4 and ${inScope('ticket.departure_id')}
     order by line.position`,
    [...scopeParams(scope), orderId],
  );

/** Returns what is for sale in the scope. If only a departure is cancelled, its item stays on sale. */
export const saleInScope = async (
  tx: Queryable,
  scope: Scope,
): Promise<{ itemIds: number[]; departureIds: number[] }> => {
  if (scope.departureId !== null) return { itemIds: [], departureIds: [scope.departureId] };
  const rows = await tx.rows<{ id: number }>(
    `select item.id from shop_items item where ${inScope('null::bigint')} order by item.id`,
    scopeParams(scope),
  );
  return { itemIds: rows.map(({ id }) => id), departureIds: [] };
};

/** Writes the cancellation. Returns undefined if the scope was cancelled before. */
export const insertCancellation = (
  tx: Tx,
  { scope, reason, actor }: { readonly scope: Scope; readonly reason: string; readonly actor: Actor },
  now: Date,
): Promise<{ id: number } | undefined> =>
  tx.row(
    `insert into cancellations (event_id, item_id, departure_id, reason, actor, started_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing
     returning id`,
    [...scopeParams(scope), reason, nameOfActor(actor), now],
  );

export const addOrders = (tx: Tx, cancellationId: number, orderIds: readonly number[], now: Date): Promise<number> =>
  tx.run(
    `insert into cancelled_orders (cancellation_id, order_id, next_try_at)
     select $1, id, $3 from unnest($2::bigint[]) as id
     on conflict do nothing`,
    [cancellationId, orderIds, now],
  );

export interface CancellationRow {
  id: number;
  scope: Scope;
  reason: string;
  actor: string;
  startedAt: Date;
  pausedAt: Date | null;
  name: string;
  waiting: number;
  done: number;
  needYou: number;
}

const CANCELLATIONS = `
  select c.id, c.reason, c.actor, c.started_at as "startedAt", c.stopped_at as "pausedAt",
    jsonb_build_object('eventId', c.event_id, 'itemId', c.item_id, 'departureId', c.departure_id) as scope,
    concat_ws(' ', e.name, i.name, d.code) as name,
    (select count(*) from cancelled_orders o where o.cancellation_id = c.id and o.status = 'waiting')::int as waiting,
    (select count(*) from cancelled_orders o
     where o.cancellation_id = c.id and o.status in ('refunded', 'cancelled'))::int as done,
    (select count(*) from cancelled_orders o where o.cancellation_id = c.id and o.status = 'needs_you')::int as "needYou"
  from cancellations c
  left join events e on e.id = c.event_id
  left join shop_items i on i.id = c.item_id
  left join departures d on d.id = c.departure_id`;

export const cancellationById = (db: Queryable, id: number): Promise<CancellationRow | undefined> =>
  db.row(`${CANCELLATIONS} where c.id = $1`, [id]);

/** Returns up to `limit` cancellations with orders that need a person, oldest first. */
export const cancellationsThatNeedYou = (db: Queryable, limit: number): Promise<CancellationRow[]> =>
  db.rows(
    `${CANCELLATIONS}
     where exists (select from cancelled_orders o where o.cancellation_id = c.id and o.status = 'needs_you')
     order by c.id
     limit $1`,
    [limit],
  );

export const allCancellations = (db: Queryable): Promise<CancellationRow[]> =>
  db.rows(`${CANCELLATIONS} order by c.id`);

export const setPausedAt = (tx: Tx, id: number, at: Date | null): Promise<number> =>
  tx.run('update cancellations set stopped_at = $2 where id = $1', [id, at]);

/** Makes the orders that need the operator due again. */
export const makeDueAgain = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(
    `update cancelled_orders set status = 'waiting', words = '', next_try_at = $2, tries = 0
     where cancellation_id = $1 and status = 'needs_you'`,
    [id, now],
  );

export interface DueOrder {
  cancellationId: number;
  orderId: number;
  code: string;
  tries: number;
}

/** Leases the next due order until `until`. Orders of a paused cancellation are not due. */
export const leaseOrder = (db: Queryable, now: Date, until: Date): Promise<DueOrder | undefined> =>
  db.row(
    `update cancelled_orders c
     set next_try_at = $2, tries = c.tries + 1
     from (
       select due.cancellation_id, due.order_id
       from cancelled_orders due
       join cancellations whole on whole.id = due.cancellation_id
       where due.next_try_at <= $1 and whole.stopped_at is null
       order by due.next_try_at, due.order_id
       limit 1
       for update of due skip locked
     ) next, orders o
     where c.cancellation_id = next.cancellation_id and c.order_id = next.order_id and o.id = c.order_id
     returning c.cancellation_id as "cancellationId", c.order_id as "orderId", o.code, c.tries`,
    [now, until],
  );

/** Changes nothing if another process has taken over the lease. */
export const finishOrder = (
  db: Queryable,
  { cancellationId, orderId, tries }: DueOrder,
  to: { readonly status: 'refunded' | 'cancelled' | 'needs_you' | 'waiting'; readonly words: string },
  nextTryAt: Date | null,
): Promise<number> =>
  db.run(
    `update cancelled_orders set status = $4, words = $5, next_try_at = $6
     where cancellation_id = $1 and order_id = $2 and tries = $3`,
    [cancellationId, orderId, tries, to.status, to.words, nextTryAt],
  );

export const ordersOfCancellation = (
  db: Queryable,
  id: number,
): Promise<{ code: string; status: string; words: string }[]> =>
  db.rows(
    `select o.code, c.status, c.words from cancelled_orders c join orders o on o.id = c.order_id
     where c.cancellation_id = $1 order by o.id`,
    [id],
  );

/** Returns a cancellation's orders that need a person, oldest first. */
export const ordersThatNeedYou = (
  db: Queryable,
  id: number,
  limit: number,
): Promise<{ orderId: number; code: string; total: number; words: string }[]> =>
  db.rows(
    `select o.id as "orderId", o.code, o.total_price as total, c.words
     from cancelled_orders c join orders o on o.id = c.order_id
     where c.cancellation_id = $1 and c.status = 'needs_you'
     order by o.id
     limit $2`,
    [id, limit],
  );

/** Returns the orders with these codes that belong to the cancellation, oldest first. */
export const ordersByCode = (
  db: Queryable,
  id: number,
  codes: readonly string[],
): Promise<{ orderId: number; code: string }[]> =>
  db.rows(
    `select o.id as "orderId", o.code
     from cancelled_orders c join orders o on o.id = c.order_id
     where c.cancellation_id = $1 and o.code = any($2)
     order by o.id`,
    [id, codes],
  );

/** Locks an order of a cancellation. Returns false if it no longer needs a person. */
export const lockIfNeedsYou = async (tx: Tx, cancellationId: number, orderId: number): Promise<boolean> =>
  (await tx.row(
    `select 1 from cancelled_orders where cancellation_id = $1 and order_id = $2 and status = 'needs_you' for update`,
    [cancellationId, orderId],
  )) !== undefined;

/** Stores the outcome of an order that a person has dealt with, or makes it due again (`waiting`). */
export const storeOutcome = (
  tx: Tx,
  { cancellationId, orderId }: { readonly cancellationId: number; readonly orderId: number },
  to: { readonly status: 'refunded' | 'cancelled' | 'waiting'; readonly words: string; readonly again?: Date },
): Promise<number> =>
  tx.run(
    `update cancelled_orders set status = $3, words = $4, next_try_at = $5, tries = 0
     where cancellation_id = $1 and order_id = $2`,
    [cancellationId, orderId, to.status, to.words, to.again ?? null],
  );
