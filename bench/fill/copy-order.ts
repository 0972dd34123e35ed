import type pg from 'pg';

export interface ModelOrder {
  id: string;
  /** The number of lines, each with one ticket. */
  lines: number;
}

export interface Batch {
  /** Selects the copies `from + 1` to `from + count` of `all`. */
  from: number;
  count: number;
  all: number;
  /** The copies belong to `customers` customers from this id on, in turn. */
  firstCustomer: number;
  customers: number;
}

const TABLES = [
  'carts',
  'stock_units',
  'orders',
  'order_lines',
  'payments',
  'payment_attempts',
  'receipts',
  'receipt_shares',
  'ledger_transactions',
  'ledger_entries',
  'tickets',
  'invoices',
  'mails',
] as const;
type Table = (typeof TABLES)[number];

export interface TableFacts {
  columns: Record<Table, string[]>;
  /** The highest id of each table so far; the copies come after it. */
  highest: Record<Table, number>;
}

const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Returns SQL for an order code's six characters, which differ for different ids. */
const codeOf = (id: string): string =>
  [5, 4, 3, 2, 1, 0]
    .map(
      (place) =>
        `substr('${CODE_CHARACTERS}', (1 + ${id} / ${CODE_CHARACTERS.length ** place} % ${CODE_CHARACTERS.length})::int, 1)`,
    )
    .join(' || ');

/** There are 1,200 names, so that a search by name finds some orders but not all. */
const FIRST =
  'Ada Mila Ivo Noor Jonas Amara Petra Luka Ella Bram Chidi Tom Yara Kees Anouk Lars Marek Sofie Giulia Nina'.split(
    ' ',
  );
const LAST =
  'Okonkwo Horvat Jansen Vos Ferri Aziz Nowak Peeters Duarte Haddad Eze Dekker Visser Kral Ruiz Bakker Novak Babić Kovač Marić'
    .split(' ')
    .flatMap((name) => [name, `${name}son`, `van ${name}`]);

const nameOf = (n: string): string =>
  `(array['${FIRST.join("','")}'])[1 + ${n} % ${FIRST.length}] || ' ' || (array['${LAST.join("','")}'])[1 + ${n} / ${FIRST.length} % ${LAST.length}]`;

const WITHOUT_ID: readonly Table[] = ['receipt_shares'];

export async function tableFacts(client: pg.Client): Promise<TableFacts> {
  const { rows } = await client.query<{ table_name: Table; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_generated = 'NEVER'`,
    [TABLES],
  );
  const columns = Object.fromEntries(
    TABLES.map((table) => [table, rows.flatMap((row) => (row.table_name === table ? row.column_name : []))]),
  );
  const highest = TABLES.map((table) =>
    WITHOUT_ID.includes(table) ? `0 as ${table}` : `(select coalesce(max(id), 0)::float8 from ${table}) as ${table}`,
  );
  return {
    columns: columns as Record<Table, string[]>,
    highest: (await client.query(`select ${highest.join(', ')}`)).rows[0],
  };
}

/** Sets the counters of ids and invoice numbers beyond the copies, so that new rows get their own. */
export async function setCounters(client: pg.Client): Promise<void> {
  for (const table of TABLES) {
    if (WITHOUT_ID.includes(table)) continue;
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
  await client.query(
    `update invoice_counters counter
     set last = d.last, last_at = d.last_at
     from (
       select series, year, max(number) as last, max(issued_at) as last_at from invoices group by series, year
     ) d
     where d.series = counter.series and d.year = counter.year`,
  );
}

/**
 * Returns the statements that copy a model order: every row that it has in any table, under new ids and codes. `c.n`
 * counts the copies of the batch from 1; their times are spread over the last 300 days.
 */
export function copyStatements({ columns, highest }: TableFacts, model: ModelOrder, batch: Batch): string[] {
  const copies = `(
    select n, (select left(code, 4) from orders where id = ${model.id}) || ${codeOf(`(${highest.orders} + n)::bigint`)} as code,
      now() - interval '300 days' * (1 - (${batch.from} + n)::float8 / ${batch.all + 1}) as at,
      ${batch.firstCustomer} + (${batch.from} + n - 1) % ${batch.customers} as customer_id,
      ${nameOf(`(${batch.from} + n)`)} as full_name, 'buyer-' || (${batch.from} + n) || '@example.org' as email
    from generate_series(1, ${batch.count}) as n
  ) c`;
  const id = (table: Table) => `${highest[table]} + c.n`;
  /** The id of a row in a table with several rows per order; `place` counts them from 1. */
  const idAt = (table: Table, place: string, perOrder: string | number) =>
    `${highest[table]} + (c.n - 1) * ${perOrder} + ${place}`;
  const line = (table: Table) => idAt(table, 'l.position', model.lines);
  const insert = (table: Table, from: string, replaced: Record<string, string>) =>
    `insert into ${table} (${columns[table].join(', ')}) overriding system value
     select ${columns[table].map((column) => replaced[column] ?? `m.${column}`).join(', ')}
     from ${from} cross join ${copies} where o.id = ${model.id}`;
  const named = (column: string) => `replace(m.${column}, o.code, c.code)`;

  return [
    insert('carts', 'carts m join orders o on o.cart_id = m.id', {
      id: id('carts'),
      code: `left(md5('cart' || c.code), 22)`,
      customer_id: 'c.customer_id',
      first_added_at: 'c.at',
      expires_at: 'c.at',
    }),
    insert('stock_units', 'stock_units m join order_lines l on l.unit_id = m.id join orders o on o.id = l.order_id', {
      id: line('stock_units'),
    }),
    `update shop_items set sold = sold + ${batch.count} where id in (select item_id from order_lines where order_id = ${model.id})`,
    insert('orders', '(select m.*, m.id as same from orders m) m join orders o on o.id = m.same', {
      id: id('orders'),
      code: 'c.code',
      checksum: `left(md5('checksum' || c.code), 22)`,
      customer_id: 'c.customer_id',
      cart_id: id('carts'),
      customer_name: 'c.full_name',
      customer_email: 'c.email',
      created_at: 'c.at',
      terms_accepted_at: 'c.at',
    }),
    insert('order_lines', '(select m.*, m.position as place from order_lines m) m join orders o on o.id = m.order_id', {
      id: idAt('order_lines', 'm.place', model.lines),
      order_id: id('orders'),
      unit_id: idAt('stock_units', 'm.place', model.lines),
      full_name: 'c.full_name',
      email: 'c.email',
    }),
    insert('payments', 'payments m join orders o on o.id = m.order_id', {
      id: id('payments'),
      order_id: id('orders'),
      reference: named('reference'),
      due_at: 'c.at',
      paid_at: 'c.at',
    }),
    insert(
      'payment_attempts',
      'payment_attempts m join payments p on p.id = m.payment_id join orders o on o.id = p.order_id',
      {
        id: id('payment_attempts'),
        payment_id: id('payments'),
        reference: named('reference'),
        return_token: `left(md5('return' || c.code), 24)`,
        gateway_payment_id: `md5('paid' || c.code)`,
        created_at: 'c.at',
        expires_at: 'c.at',
        settled_at: 'c.at',
      },
    ),
    insert('receipts', 'receipts m join orders o on o.id = m.order_id', {
      id: id('receipts'),
      transaction: named('transaction'),
      attempt_id: id('payment_attempts'),
      order_id: id('orders'),
      payment_id: id('payments'),
      received_at: 'c.at',
    }),
    insert(
      'receipt_shares',
      'receipt_shares m join receipts r on r.id = m.receipt_id join orders o on o.id = r.order_id',
      {
        receipt_id: id('receipts'),
        payment_id: id('payments'),
      },
    ),
    insert(
      'ledger_transactions',
      `(select t.*, row_number() over (partition by order_id order by id) as place, count(*) over (partition by order_id) as places
        from ledger_transactions t where order_id = ${model.id}) m join orders o on o.id = m.order_id`,
      {
        id: idAt('ledger_transactions', 'm.place', 'm.places'),
        key: `case m.kind when 'sale' then 'order:' || (${id('orders')}) || ':sale:0' else 'receipt:' || (${id('receipts')}) end`,
        order_id: id('orders'),
        receipt_id: `case when m.receipt_id is not null then ${id('receipts')} end`,
        booked_at: 'c.at',
      },
    ),
    insert(
      'ledger_entries',
      `(select e.*, t.order_id, dense_rank() over (order by t.id) as place, row_number() over (order by e.id) as entry,
          (select count(*) from ledger_transactions where order_id = ${model.id}) as places, count(*) over () as entries
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where t.order_id = ${model.id}) m join orders o on o.id = m.order_id`,
      {
        id: idAt('ledger_entries', 'm.entry', 'm.entries'),
        transaction_id: idAt('ledger_transactions', 'm.place', 'm.places'),
      },
    ),
    insert('tickets', 'tickets m join order_lines l on l.id = m.order_line_id join orders o on o.id = m.order_id', {
      id: line('tickets'),
      order_line_id: line('order_lines'),
      order_id: id('orders'),
      customer_id: 'c.customer_id',
      code: `upper(left(md5('ticket' || c.code || l.position), 17))`,
      full_name: 'c.full_name',
      email: 'c.email',
      issued_at: 'c.at',
    }),
    insert(
      'invoices',
      `(select m.*, (select max(number) from invoices i where i.series = m.series and i.year = m.year) as last
        from invoices m where m.order_id = ${model.id} offset 0) m join orders o on o.id = m.order_id`,
      {
        id: id('invoices'),
        number: 'm.last + c.n',
        code: `m.code || '-' || (m.last + c.n)`,
        order_id: id('orders'),
        issued_at: 'c.at',
      },
    ),
    insert(
      'mails',
      // Full-length texts would only fill the disk. `offset 0` cuts them once instead of once per copy.
      `(select m.*, left(m.html, 1000) as start, left(m.body_text, 300) as words, row_number() over (order by id) as place,
          count(*) over () as places
        from mails m where m.key like 'order:${model.id}:%' offset 0) m cross join orders o`,
      {
        id: idAt('mails', 'm.place', 'm.places'),
        key: `replace(replace(m.key, 'order:' || o.id || ':', 'order:' || (${id('orders')}) || ':'), o.code, c.code)`,
        order_id: id('orders'),
        recipient: 'c.email',
        message_id: `'<' || md5(c.code || m.place) || '@bench.example>'`,
        html: 'm.start',
        body_text: 'm.words',
        status: `'sent'`,
        tries: '1',
        next_try_at: 'null',
        sent_at: 'c.at',
        created_at: 'c.at',
      },
    ),
  ];
}
