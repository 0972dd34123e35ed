import type { Queryable } from '#platform/db/db.ts';
import { type ChosenSort, columnOf, isDescending, sortOrUsual } from '../domain/list-sort.ts';
import type { ReceiptFilter, ReceiptViewName } from '../domain/receipt-filter.ts';
import { type Counted, countedOf, countLimit, type FoundText, foundCondition, inOrder } from './found-text-store.ts';
import { MAX_COUNTED } from './list-limits.ts';
import { pageOrder } from './list-order-store.ts';
import type { After } from './list-parts.ts';

export interface ListedReceipt {
  id: number;
  at: Date;
  /** `bank`, or a gateway's name. */
  source: string;
  transaction: string;
  bankReference: string | null;
  /** What the payer wrote; empty for a card. */
  words: string;
  order: string | null;
  customerName: string | null;
  amount: number;
  currency: string;
  /** In suspense. */
  left: number;
  /** Sent back, or taken back by a chargeback. */
  returned: number;
  /** Waits in the inbox. */
  isOpen: boolean;
}

export interface ReceiptsQuery {
  readonly filter: ReceiptFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  readonly sort: ChosenSort<'/money/receipts'>;
  readonly after: After | null;
  readonly limit: number;
}

/** True for receipts of which money went back. There are few, so they are read once and not for each receipt. */
const SENT_BACK = `r.id in (select receipt_id from ledger_transactions where kind in ('returned', 'charge_back'))`;

/** Amounts from the ledger. Only money that had to wait for somebody, or went back, is not with its order. */
const BOOKED = `
  left join lateral (
    select -sum(e.amount) filter (where e.account like 'suspense%') as "left",
      -sum(e.amount) filter (
        where t.kind in ('returned', 'charge_back') and (e.account = 'bank' or e.account like 'gateway:%')
      ) as returned
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.receipt_id = r.id and (r.attention is not null or ${SENT_BACK})
  ) booked on true`;

const VIEWS: Record<ReceiptViewName, string> = {
  all: 'r.undone_at is null',
  left: 'r.attention is not null and booked."left" > 0',
  // Leaves out money that has all come back.
  returned: `${SENT_BACK} and booked.returned > 0`,
};

function conditionOf({ filter, found }: Pick<ReceiptsQuery, 'filter' | 'found'>) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = [VIEWS[filter.view]];
  if (filter.source !== null) parts.push(`r.source = ${parameter(filter.source)}`);
  if (filter.matched !== null) parts.push(`r.order_id is ${filter.matched ? 'not null' : 'null'}`);
  if (filter.from !== null) parts.push(`r.received_at >= ${parameter(filter.from)}`);
  if (filter.until !== null) parts.push(`r.received_at < ${parameter(filter.until)}`);
  if (found) {
    const text = foundCondition(found, 'r.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values };
}

const CURRENCY = {
  column: 'r.currency',
  ofRow: (id: string) => `(select currency from receipts where id = ${id})`,
};

export function listReceipts(db: Queryable, query: ReceiptsQuery): Promise<ListedReceipt[]> {
  const { sql, values } = conditionOf(query);
  const sort = sortOrUsual('/money/receipts', query.filter.view, query.sort);
  const columns = { at: 'r.received_at', id: 'r.id' };
  const sorted = columnOf(sort) === 'amount' ? { ...columns, amount: 'r.amount', currency: CURRENCY } : columns;
  const { where, by, values: last } = pageOrder(sorted, isDescending(sort), query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedReceipt>(
    `select r.id, r.received_at as at, r.source, r.transaction,
       r.bank_reference as "bankReference", case when r.source = 'bank' then r.said else '' end as words,
       o.code as order, o.customer_name as "customerName", r.amount, r.currency,
       coalesce(booked."left", 0)::bigint as "left", coalesce(booked.returned, 0)::bigint as returned,
       r.attention is not null and r.settled_at is null as "isOpen"
     from receipts r
       left join orders o on o.id = r.order_id
       ${BOOKED}
     where ${sql} ${where}
     order by ${by}
     limit $${all.length}`,
    all,
  );
}

/** How many match, and the sums of those in this currency that were counted. */
export async function countReceipts(
  db: Queryable,
  query: Pick<ReceiptsQuery, 'filter' | 'found'>,
  currency: string,
  max: number = MAX_COUNTED,
): Promise<Counted & { amount: number; left: number; returned: number }> {
  const { sql, values } = conditionOf(query);
  const own = `filter (where currency = $${values.length + 1})`;
  const limit = countLimit(query.found, max);
  const { count, ...sums } = (await db.row<{ count: number; amount: number; left: number; returned: number }>(
    `select count(*) as count, coalesce(sum(amount) ${own}, 0)::bigint as amount,
       coalesce(sum("left") ${own}, 0)::bigint as "left", coalesce(sum(returned) ${own}, 0)::bigint as returned
     from (
       select r.amount, r.currency, booked."left", booked.returned
       from receipts r ${BOOKED}
       where ${sql}
       ${inOrder(query.found, 'r.received_at desc, r.id desc')}
       limit ${limit + 1}
     ) as matching`,
    [...values, currency],
  ))!;
  return { ...countedOf(count, limit), ...sums };
}

/**
 * The sources of money so far. Jumps from one to the next in the index, because there are few sources and many
 * receipts.
 */
export const receiptSources = async (db: Queryable): Promise<string[]> =>
  (
    await db.rows<{ source: string }>(
      `with recursive found as (
         select min(source) as source from receipts
         union all
         select (select min(source) from receipts where source > found.source) from found where found.source is not null
       )
       select source from found where source is not null`,
    )
  ).map(({ source }) => source);
