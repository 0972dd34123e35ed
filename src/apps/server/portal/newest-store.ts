import type { Queryable } from '#platform/db/db.ts';

/**
 * `reassigned`: other customers' orders in which the customer manages tickets. `waiting`: orders and refunds that may need
 * the customer, however old. `tickets`: its id is the number of tickets the customer manages, at most one more than
 * requested.
 */
type Kind = 'mine' | 'reassigned' | 'waiting' | 'refund' | 'waiting_refund' | 'tickets';

export interface FoundRow {
  readonly customerId: number;
  readonly kind: Kind;
  readonly id: number;
  readonly at: Date;
}

/** The position of a row in a list sorted by time and id, newest first. */
export interface Place {
  readonly id: number;
  readonly at: Date;
}

// In each of these statements, `customer.id` is the customer.
const OF_CUSTOMERS = `select customer.id as "customerId", found.kind, found.id, found.at
  from unnest($1::bigint[]) as customer (id)`;

const MINE = `select 'mine' as kind, id, created_at as at from orders where customer_id = customer.id`;

// With `except`, both sides are index-only scans.
const REASSIGNED = `select 'reassigned' as kind, id, created_at as at
  from orders
  where id in (
    select order_id from tickets where customer_id = customer.id
    except
    select id from orders where customer_id = customer.id
  )`;

const REFUNDS = `select 'refund' as kind, id, created_at as at from refunds where customer_id = customer.id`;

const newestFirst = (limit: number): string => `order by at desc, id desc limit ${limit}`;

/**
 * Returns for each customer the newest orders of each kind and the newest refunds, up to `maxNewest` each, and those
 * that wait, up to `maxWaiting` each. A plan waits if its terms are not accepted or an instalment is due by `soon`. It
 * is one statement, because it is part of nearly every answer to a customer.
 */
export const newestRows = (
  db: Queryable,
  customerIds: readonly number[],
  {
    maxNewest,
    maxWaiting,
    maxTickets,
    soon,
  }: { readonly maxNewest: number; readonly maxWaiting: number; readonly maxTickets: number; readonly soon: Date },
): Promise<FoundRow[]> =>
  db.rows<FoundRow>(
    `${OF_CUSTOMERS}
     cross join lateral (
     (${MINE} ${newestFirst(maxNewest)})
     union all
     (${REASSIGNED} ${newestFirst(maxNewest)})
     union all
     (select 'waiting', id, created_at as at
      from orders
      where customer_id = customer.id
        -- The condition of the index orders_waiting, word for word.
        and (payment_status in ('pending', 'processing', 'partial')
          or (terms_accepted_at is null and payment_status in ('paid', 'problem')))
        and (terms_accepted_at is null or not has_payment_plan or exists (
          select from payments
          where order_id = orders.id and status in ('pending', 'partial') and due_at <= $2
        ))
      ${newestFirst(maxWaiting)})
     union all
     (${REFUNDS} ${newestFirst(maxNewest)})
     union all
     (select 'waiting_refund', id, created_at as at
      from refunds
      where customer_id = customer.id
        and status in ('processing', 'problem', 'processed')
        and bank_sealed is null
        and exists (
          select from refund_movements
          where refund_id = refunds.id and (status = 'failed' or (status = 'pending' and gateway is null))
        )
      ${newestFirst(maxWaiting)})
     union all
     (select 'tickets', count(*), $2
      from (select from tickets where customer_id = customer.id limit ${maxTickets + 1}) counted)
     ) found`,
    [[...new Set(customerIds)], soon],
  );

/** Returns undefined unless the customer bought the order or manages a ticket in it. */
export const placeOfOrder = (db: Queryable, customerId: number, code: string): Promise<Place | undefined> =>
  db.row<Place>(
    `select id, created_at as at
     from orders
     where code = $2
       and (customer_id = $1 or exists (select from tickets where customer_id = $1 and order_id = orders.id))`,
    [customerId, code],
  );

export const placeOfRefund = (db: Queryable, customerId: number, code: string): Promise<Place | undefined> =>
  db.row<Place>('select id, created_at as at from refunds where customer_id = $1 and code = $2', [customerId, code]);

export const ordersBefore = (db: Queryable, customerId: number, before: Place, limit: number): Promise<FoundRow[]> =>
  db.rows<FoundRow>(
    `${OF_CUSTOMERS}
     cross join lateral (
     (${MINE} and (created_at, id) < ($2, $3) ${newestFirst(limit)})
     union all
     (${REASSIGNED} and (created_at, id) < ($2, $3) ${newestFirst(limit)})
     ) found`,
    [[customerId], before.at, before.id],
  );

export const refundsBefore = (db: Queryable, customerId: number, before: Place, limit: number): Promise<FoundRow[]> =>
  db.rows<FoundRow>(
    `${OF_CUSTOMERS}
     cross join lateral (${REFUNDS} and (created_at, id) < ($2, $3) ${newestFirst(limit)}) found`,
    [[customerId], before.at, before.id],
  );

/** Returns all orders of the customer that are on a payment plan. */
export const plansOf = async (db: Queryable, customerId: number): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      'select id from orders where customer_id = $1 and has_payment_plan order by created_at desc, id desc',
      [customerId],
    )
  ).map(({ id }) => id);
