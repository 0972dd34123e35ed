import type { Db } from '#platform/db/db.ts';
import type { Situation } from '../office/support/office-action.ts';

/* What a race leaves in the database, without the ids, times and names that differ between situations. */

/** Tables whose new rows describe the outcome, with the expression to compare. */
const NEW = {
  ledger_entries: `(select kind from ledger_transactions k where k.id = t.transaction_id) || ' ' || account || ' ' || amount`,
  mails: `kind || ' ' || recipient || ' ' || status`,
  audit_log: `action || ' ' || actor`,
  invoices: `series`,
  receipts: `source || ' ' || amount || ' ' || coalesce(attention, '') || ' ' || (settled_at is not null)
    || ' ' || (return_at is not null)`,
  refunds: `status || ' ' || total || ' ' || (bank_sealed is not null) || ' ' || (exported_in is not null)`,
  refund_movements: `coalesce(gateway, 'bank') || ' ' || amount || ' ' || status || ' ' || (unclear_at is not null)`,
  // An action may close a payment page even if it is then refused.
  payment_attempts: `case when status in ('open', 'expired') then 'not paid' else status end || ' ' || amount`,
  order_notes: `body || ' ' || coalesce(remind_on::text, '')`,
  bulk_runs: `action || ' ' || (stopped_at is not null) || ' '
    || (select string_agg(o.status || coalesce(o.why, ''), ',') from bulk_orders o where o.run_id = t.id)`,
  transfer_files: `credits || ' ' || (approved_at is not null) || ' ' || (cancelled_at is not null)`,
  fraud_warnings: `reason || ' ' || (settled_at is not null)`,
  payouts: `state || ' ' || is_booked || ' ' || (settled_at is not null)`,
  disputes: `state || ' ' || amount`,
  orders: `payment_status || ' ' || total_price || ' ' || total_paid || ' ' || total_refunded || ' ' || stock_released || ' ' || payment_method`,
  payments: `status || ' ' || amount || ' ' || waived_amount || ' ' || paid_amount || ' ' || attempts || ' ' || due_at::date`,
  plan_changes: `kind || ' ' || (undone_at is not null)`,
  tickets: `status || ' ' || pending || ' ' || generation || ' ' || full_name || ' ' || email`,
  order_lines: `coalesce(departure_id::text, '')`,
  saved_methods: `(ended_at is not null)::text`,
  stock_units: 'status',
  staff: `name || ' ' || (select string_agg(role, ',' order by role) from staff_roles r where r.staff_id = t.id)`,
} as const;

/** The ids are parameters, so that this long text is planned once. */
const NEW_ROWS = Object.entries(NEW)
  .map(
    ([name, seen], index) =>
      `select '${name}' as name, coalesce(array_agg(seen order by seen), '{}') as seen
       from (select ${seen} as seen from ${name} t where id > $${index + 1}) s`,
  )
  .join(' union all ');

/** Sums over all rows. */
const SUMS = {
  stock: 'select sum(sold) as sold, sum(held) as held from shop_items',
  seats: 'select sum(sold) as sold, sum(held) as held from departures',
};

/** Call it before the situation is prepared. The returned function returns the traces of the rows written since. */
export async function tracesOf(db: Db): Promise<(situation: Situation) => Promise<object>> {
  const tables = Object.keys(NEW);
  /** The highest id of each table so far. */
  const marks = (await db.row<Record<string, number>>(
    `select ${tables.map((name) => `(select coalesce(max(id), 0) from ${name}) as ${name}`).join(', ')}`,
  ))!;
  const before = await sums(db);
  return async (situation) => {
    const rows = await db.rows<{ name: string; seen: string[] }>(
      NEW_ROWS,
      tables.map((name) => marks[name]),
    );
    const after = await sums(db);
    const stock = Object.fromEntries(Object.keys(after).map((name) => [name, after[name]! - before[name]!]));
    const traces = { ...Object.fromEntries(rows.map(({ name, seen }) => [name, seen])), stock };
    return JSON.parse(anonymous(JSON.stringify(traces), situation));
  };
}

async function sums(db: Db): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, text] of Object.entries(SUMS)) {
    const row = (await db.row<{ sold: number; held: number }>(text))!;
    found[`${name} sold`] = Number(row.sold);
    found[`${name} held`] = Number(row.held);
  }
  return found;
}

/** Replaces the order's code and the names of holders and customers, which are new in each situation. */
const anonymous = (text: string, { order }: Situation): string =>
  (order ? text.replaceAll(order.code, 'ORDER') : text)
    .replace(/\b(Holder|Ana|Eva) [a-z]+/g, '$1')
    .replace(/\b(customer|new)\d+@/g, '$1@');
