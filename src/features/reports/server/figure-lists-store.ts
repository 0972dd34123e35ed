import type { Queryable } from '#platform/db/db.ts';
import { KINDS_IN, KINDS_OUT, OWN_MONEY_BOOKED, SOLD } from './conditions.ts';
import type { Span } from './report-days.ts';
import { type DueInstalments, instalmentsCondition } from './today-store.ts';

export interface ListRow {
  key: number;
  at: Date;
  order: string | null;
  customerName: string | null;
  what: string;
  tickets: number;
  amount: number;
}

/** Where a page begins, and how many rows are wanted. */
export interface PageRequest {
  /** The last row of the previous page. */
  readonly after: { readonly at: Date; readonly key: number } | null;
  readonly limit: number;
}

const pageValues = ({ after, limit }: PageRequest) => [after?.at ?? null, after?.key ?? null, limit];

export const salesIn = (db: Queryable, { from, until }: Span, page: PageRequest): Promise<ListRow[]> =>
  db.rows(
    `select o.id as key, o.created_at as at, o.code as order, o.customer_name as "customerName", '' as what,
       (select count(*) from order_lines l where l.order_id = o.id and l.kind = 'tickets') as tickets,
       o.total_price as amount
     from orders o
     where ${SOLD} and ($3::timestamptz is null or (o.created_at, o.id) < ($3, $4))
     order by o.created_at desc, o.id desc
     limit $5`,
    [from, until, ...pageValues(page)],
  );

const movements = (kinds: string, sign: '' | '-') => `
  select e.id as key, t.booked_at as at, o.code as order, o.customer_name as "customerName",
    t.kind || ' ' || e.account as what, 0 as tickets, ${sign}e.amount as amount
  from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    left join orders o on o.id = t.order_id
  where ${OWN_MONEY_BOOKED} and t.kind in ${kinds} and ($3::timestamptz is null or (t.booked_at, e.id) < ($3, $4))
  order by t.booked_at desc, e.id desc
  limit $5`;

export const moneyIn = (db: Queryable, { from, until }: Span, page: PageRequest): Promise<ListRow[]> =>
  db.rows(movements(KINDS_IN, ''), [from, until, ...pageValues(page)]);

export const moneyOut = (db: Queryable, { from, until }: Span, page: PageRequest): Promise<ListRow[]> =>
  db.rows(movements(KINDS_OUT, '-'), [from, until, ...pageValues(page)]);

/** Earliest first. */
export const openInstalments = (db: Queryable, due: DueInstalments, page: PageRequest): Promise<ListRow[]> =>
  db.rows(
    `select p.id as key, p.due_at as at, o.code as order, o.customer_name as "customerName", p.reference as what,
       0 as tickets, p.amount - p.paid_amount as amount
     from payments p join orders o on o.id = p.order_id
     where ${instalmentsCondition(due)} and ($3::timestamptz is null or (p.due_at, p.id) > ($3, $4))
     order by p.due_at, p.id
     limit $5`,
    [due.overdueBefore, due.until, ...pageValues(page)],
  );
