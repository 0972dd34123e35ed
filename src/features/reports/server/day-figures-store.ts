import type { Queryable, Tx } from '#platform/db/db.ts';
import { inSpan, SOLD } from './conditions.ts';
import type { Span } from './report-days.ts';
import { type SpansToRead, splitByStored } from './stored-spans.ts';
import { DOCUMENTS } from './tax-documents-store.ts';

/* The figures of days and of parts of days, either stored or added up from orders, bookings and documents. Both have
   the same rows. Each step is a subquery for each row of the previous step, and `offset 0` stops the planner from
   merging them: it assumes that any span of time matches a ninth of a table, and would read all lines of all orders. */

/** `$1` are the beginnings of the spans, `$2` their ends. Figures have the beginning of their span as `day`. */
const SPANS = 'unnest($1::timestamptz[], $2::timestamptz[]) as span (since, until)';

const PLACED = `${SPANS} cross join lateral (select * from orders o where ${inSpan(SOLD)} offset 0) o`;

/**
 * The statement that adds up the rows of spans for each table, with its columns in order: `day`, the keys of a row and
 * its sums. A line counts with its price and fee less its share of the discount; the rest of an order's total is its
 * shipping.
 */
const ADDED_UP = {
  report_sold: {
    keys: ['channel', 'voucher_id', 'item_id'],
    sums: ['orders', 'units', 'tickets', 'amount', 'discount', 'shipped', 'shipping'],
    sql: `with placed as (
        select span.since as day, o.id, o.channel, o.voucher_id, o.total_price, o.discount_amount
        from ${PLACED}
      ),
      lines as (
        select placed.*, line.*
        from placed left join lateral (
          select l.item_id, count(*) as units, count(*) filter (where l.kind = 'tickets') as tickets,
            sum(l.price + l.fee - l.discount_share) as amount
          from order_lines l
          where l.order_id = placed.id
          group by l.item_id
        ) line on true
      ),
      placed_orders as (
        select min(day) as day, min(channel) as channel, min(voucher_id) as voucher_id, min(total_price) as amount,
          min(discount_amount) as discount, coalesce(sum(tickets), 0) as tickets,
          min(total_price) - coalesce(sum(amount), 0) as shipping
        from lines
        group by id
      )
      select day, channel, voucher_id, item_id, count(*) as orders, sum(units)::bigint as units,
        sum(tickets)::bigint as tickets, sum(amount)::bigint as amount, 0::bigint as discount, 0::bigint as shipped,
        0::bigint as shipping
      from lines
      where item_id is not null
      group by day, channel, voucher_id, item_id
      union all
      select day, channel, voucher_id, null, count(*), 0, sum(tickets)::bigint, sum(amount)::bigint,
        sum(discount)::bigint, count(*) filter (where shipping <> 0), sum(shipping)::bigint
      from placed_orders
      group by day, channel, voucher_id`,
  },
  report_baskets: {
    keys: ['channel', 'voucher_id', 'items'],
    sums: ['orders'],
    sql: `select day, channel, voucher_id, items, count(*) as orders
      from (
        select span.since as day, o.channel, o.voucher_id, (
            select array_agg(distinct l.item_id order by l.item_id) from order_lines l where l.order_id = o.id
          ) as items
        from ${PLACED}
      ) basket
      where items is not null
      group by day, channel, voucher_id, items`,
  },
  report_booked: {
    keys: ['kind', 'account', 'tax_basis_points'],
    sums: ['entries', 'amount'],
    sql: `select span.since as day, t.kind, e.account, e.tax_basis_points, count(*) as entries,
        sum(e.amount)::bigint as amount
      from ${SPANS}
        cross join lateral (
          select * from ledger_transactions where booked_at >= span.since and booked_at < span.until offset 0
        ) t
        cross join lateral (select * from ledger_entries where transaction_id = t.id offset 0) e
      group by span.since, t.kind, e.account, e.tax_basis_points`,
  },
  report_taxed: {
    keys: ['country', 'tax_basis_points'],
    sums: ['documents', 'net', 'tax'],
    sql: `select day, country, rate as tax_basis_points, count(distinct id) as documents, sum(net)::bigint as net,
        sum(tax)::bigint as tax
      from (${DOCUMENTS}) documents
      group by day, cube (country, rate)`,
  },
} as const;

export type FigureTable = keyof typeof ADDED_UP;

const FIGURE_TABLES = Object.keys(ADDED_UP) as FigureTable[];

const columnsOf = (table: FigureTable): string => ['day', ...ADDED_UP[table].keys, ...ADDED_UP[table].sums].join(', ');

/** The rows of spans, for a `from` clause. Further parameters begin with `$4`. */
export const figuresIn = (table: FigureTable): string => {
  const { sql } = ADDED_UP[table];
  return `(select ${columnsOf(table)} from ${table} where day = any($3::timestamptz[]) union all (${sql}))`;
};

export const valuesOf = ({ stored, live }: SpansToRead): unknown[] => [
  ...spanValues(live),
  instants(stored.map(({ from }) => from)),
];

/** A group of consecutive days. */
export interface DayGroup {
  /** The beginning of its first day. */
  readonly from: Date;
  readonly firstDay: string;
}

/** The number of a span's group, from 1. `$4` are the beginnings of the groups. */
export const GROUP_NUMBER = 'width_bucket(day, $4::timestamptz[])';

/** An array in PostgreSQL's notation: for hundreds of days, the driver's own conversion takes longer than the query. */
export const instants = (moments: readonly Date[]): string => `{${moments.map((one) => one.toISOString()).join()}}`;

const spanValues = (spans: readonly Span[]) => [
  instants(spans.map(({ from }) => from)),
  instants(spans.map(({ until }) => until)),
];

/** The condition for stored spans in which nothing has changed since. */
const UNCHANGED = `not exists (select from changed_days c where c.at >= d.since and c.at < d.until)`;

/**
 * Returns what is stored of consecutive days, and the gaps. Call it in a transaction with a single snapshot, and read
 * the figures in the same one.
 */
export async function spansToRead(tx: Queryable, days: readonly Span[]): Promise<SpansToRead> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { stored: [], live: [] };
  const stored = await tx.rows<Span>(
    `select since as from, until from report_days d where since >= $1 and until <= $2 and ${UNCHANGED} order by since`,
    [first.from, last.until],
  );
  return splitByStored(days, stored);
}

/** What was placed in spans, for a `from` clause. Adds up less than `report_sold`, which has a row for each item. */
export const PLACED_FIGURES = `(
  select orders, amount, tickets from report_sold where day = any($3::timestamptz[]) and item_id is null
  union all
  select 1, o.total_price, (select count(*) from order_lines l where l.order_id = o.id and l.kind = 'tickets')
  from ${PLACED}
)`;

/** The value of what was sold on each of these consecutive days, in their order. */
export async function soldInEach(tx: Queryable, days: readonly Span[]): Promise<number[]> {
  const rows = await tx.rows<{ group: number; sold: number }>(
    `select ${GROUP_NUMBER} as group, sum(sold)::bigint as sold
     from (
       select day, amount as sold from report_sold where day = any($3::timestamptz[]) and item_id is null
       union all
       select span.since, (select sum(o.total_price) from orders o where ${inSpan(SOLD)}) from ${SPANS}
     ) sold
     group by 1`,
    [...valuesOf(await spansToRead(tx, days)), instants(days.map(({ from }) => from))],
  );
  const sold = new Map(rows.map((row) => [row.group, row.sold]));
  return days.map((_, index) => sold.get(index + 1) ?? 0);
}

/** The time of the shop's first order, booking or document; null if there is none yet. */
export const firstMoment = async (db: Queryable): Promise<Date | null> =>
  (await db.row<{ at: Date | null }>(
    `select least((select min(created_at) from orders), (select min(booked_at) from ledger_transactions),
       (select min(issued_at) from invoices)) as at`,
  ))!.at;

/** A row that is dated this long before it is written marks its time as changed (`row_marks_its_day`). */
const LATE_AFTER = `interval '5 seconds'`;

/**
 * The time up to which all rows are written. A row that is dated earlier but written later marks its time as changed.
 * Transactions that are still open may have dated their rows a little before they began. Call this before storing.
 */
export const writtenUntil = async (db: Queryable): Promise<Date> =>
  (await db.row<{ at: Date }>(
    `select date_trunc('milliseconds',
       least(clock_timestamp(), (
         select min(xact_start) from pg_stat_activity where datname = current_database() and backend_xid is not null
       ))
         - ${LATE_AFTER}
     ) as at`,
  ))!.at;

/** The times within the span of every `rows`-th order or document, in order. */
export const momentsAtEach = async (db: Queryable, rows: number, { from, until }: Span): Promise<Date[]> =>
  (
    await db.rows<{ at: Date }>(
      `select distinct at
       from (
         select at, row_number() over (order by at) as position
         from (
           select created_at as at from orders where created_at >= $1 and created_at < $2
           union all
           select issued_at from invoices where issued_at >= $1 and issued_at < $2
         ) written
       ) numbered
       where position % $3 = 0 and at > $1
       order by at`,
      [from, until, rows],
    )
  ).map(({ at }) => at);

export const hasChangedBefore = async (db: Queryable, moment: Date): Promise<boolean> =>
  (await db.row('select from changed_days where at < $1 limit 1', [moment])) !== undefined;

/** Deletes stored spans that are not over after all, because the database's clock or the time machine was set back. */
export const forgetSpansAfter = (db: Queryable, moment: Date): Promise<number> =>
  db.run('delete from report_days where until > $1', [moment]);

/**
 * Deletes the marks of days before `moment`, which are too long ago to be stored again, and the stored days that they
 * mark. The transaction has a single snapshot, so a change that is not in it keeps its mark.
 */
export async function forgetChangesBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.run('set transaction isolation level repeatable read');
  await tx.run(
    `delete from report_days d
     where d.since < $1 and exists (select from changed_days c where c.at >= d.since and c.at < d.until)`,
    [moment],
  );
  await tx.run('delete from changed_days where at < $1', [moment]);
}

/** Limits for joining a span to the one before it. */
export interface Joining {
  /** The beginning of the day, which the span before must not precede. */
  readonly since: Date;
  /** The highest number of orders and documents that both may have together. */
  readonly maxRows: number;
}

/**
 * Adds up a span and stores it, in a transaction with a single snapshot: a change that is not in the snapshot keeps its
 * mark, so that the span is added up again. If two processes store a span at the same time, PostgreSQL refuses one,
 * which is then repeated. If the span before is short, the two become one, without adding it up again.
 */
export async function storeSpan(tx: Tx, span: Span, joining: Joining): Promise<void> {
  const values = spanValues([span]);
  await tx.run('set transaction isolation level repeatable read');
  await tx.run('delete from changed_days where at >= $1 and at < $2', [span.from, span.until]);
  // Days of another zone overlap.
  await tx.run('delete from report_days where since < $2 and until > $1', [span.from, span.until]);
  await tx.run('insert into report_days (since, until) values ($1, $2) on conflict do nothing', [
    span.from,
    span.until,
  ]);
  const addedUp = (table: FigureTable) => `(${columnsOf(table)}) ${ADDED_UP[table].sql}`;
  await tx.run(`insert into report_sold ${addedUp('report_sold')}`, values);
  await tx.run(`insert into report_baskets ${addedUp('report_baskets')}`, values);
  await tx.run(`insert into report_booked ${addedUp('report_booked')}`, values);
  await tx.run(`insert into report_taxed ${addedUp('report_taxed')}`, values);
  const before = await shortSpanBefore(tx, span, joining);
  if (before) await joinSpans(tx, before, span);
}

async function shortSpanBefore(tx: Tx, span: Span, { since, maxRows }: Joining): Promise<Span | undefined> {
  const before = await tx.row<Span>(
    `select since as from, until from report_days d
     where since >= $1 and since < $2 and until = $2 and ${UNCHANGED}
     order by since desc limit 1`,
    [since, span.from],
  );
  if (!before) return;
  const { rows } = (await tx.row<{ rows: number }>(
    `select coalesce(sum(rows), 0)::bigint as rows
     from (
       select orders as rows from report_sold where day = any($1) and item_id is null
       union all
       select documents from report_taxed where day = any($1) and country is null and tax_basis_points is null
     ) counted`,
    [[before.from, span.from]],
  ))!;
  return rows <= maxRows ? before : undefined;
}

/** Replaces two stored spans, one right after the other, with one. */
async function joinSpans(tx: Tx, first: Span, second: Span): Promise<void> {
  const joined = (table: FigureTable) => {
    const keys = ADDED_UP[table].keys.join(', ');
    const sums = ADDED_UP[table].sums.map((sum) => `sum(${sum})`).join(', ');
    return `(${columnsOf(table)}) select $2::timestamptz, ${keys}, ${sums} from parts group by ${keys}`;
  };
  const values = [[first.from, second.from], first.from];
  const parts = 'where day = any($1) returning *';
  await tx.run(
    `with parts as (delete from report_sold ${parts}) insert into report_sold ${joined('report_sold')}`,
    values,
  );
  await tx.run(
    `with parts as (delete from report_baskets ${parts}) insert into report_baskets ${joined('report_baskets')}`,
    values,
  );
  await tx.run(
    `with parts as (delete from report_booked ${parts}) insert into report_booked ${joined('report_booked')}`,
    values,
  );
  await tx.run(
    `with parts as (delete from report_taxed ${parts}) insert into report_taxed ${joined('report_taxed')}`,
    values,
  );
  await tx.run('delete from report_days where since = $1', [second.from]);
  await tx.run('update report_days set until = $2 where since = $1', [first.from, second.until]);
}

/** Stored spans in which nothing has changed since, but that differ from figures added up now. */
export async function differingSpans(tx: Queryable): Promise<{ since: Date; table: FigureTable }[]> {
  const unchanged = await tx.rows<Span>(`select since as from, until from report_days d where ${UNCHANGED}`);
  const found = [];
  for (const table of FIGURE_TABLES) {
    const { sql } = ADDED_UP[table];
    const columns = columnsOf(table);
    const storedRows = `select ${columns} from ${table} where day = any($1)`;
    const currentRows = `select * from (${sql}) figure`;
    const rows = await tx.rows<{ since: Date }>(
      `with kept as (${storedRows}), current as (${currentRows})
       select distinct day as since
       from ((table kept except all table current) union all (table current except all table kept)) difference
       order by day`,
      spanValues(unchanged),
    );
    found.push(...rows.map(({ since }) => ({ since, table })));
  }
  return found;
}
