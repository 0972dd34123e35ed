import type { Queryable, Tx } from '#platform/db/db.ts';
import type { StoredDraft } from '#platform/mail/mail-content.ts';
import { toInstant } from '#wire/fields.ts';
import type { InstalmentState, OrderFacts, Outcome } from '../domain/outcome.ts';

export type OrderNow = OrderFacts & { readonly code: string };

/** Locks the orders by ascending id, as everywhere. */
export const lockOrders = (tx: Tx, codes: readonly string[]): Promise<unknown> =>
  tx.rows('select id from orders where code = any($1) order by id for update', [codes]);

/** Reads orders as they are inside this transaction. */
export const ordersNow = (tx: Queryable, codes: readonly string[]): Promise<OrderNow[]> =>
  tx.rows(
    `select o.code, o.total_price as total, o.payment_status as status, o.total_paid as paid, o.total_refunded as refunded,
       (select count(l.unit_id) from order_lines l where l.order_id = o.id) as units,
       (select count(*) from tickets t where t.order_id = o.id and t.status = 'active' and not t.pending) as valid
     from orders o
     where o.code = any($1)
     order by o.code collate "C"`,
    [codes],
  );

/** Reads the instalments of the orders' payment plans as they are inside this transaction, by reference. */
export async function instalmentsNow(tx: Queryable, codes: readonly string[]): Promise<Map<string, InstalmentState>> {
  const rows = await tx.rows<{ reference: string; amount: number; paid: number; dueAt: Date }>(
    `select p.reference, p.amount, p.paid_amount as paid, p.due_at as "dueAt"
     from payments p join orders o on o.id = p.order_id
     where o.code = any($1) and p.of_plan`,
    [codes],
  );
  return new Map(
    rows.map(({ reference, amount, paid, dueAt }) => [reference, { amount, paid, due_at: toInstant(dueAt) }]),
  );
}

/** Returns the codes of the orders' refund requests that nobody has decided on. */
export const openRequestsNow = async (tx: Queryable, codes: readonly string[]): Promise<string[]> =>
  (
    await tx.rows<{ code: string }>(
      `select r.code from refunds r join orders o on o.id = r.order_id
       where o.code = any($1) and r.status = 'active'
       order by r.code collate "C"`,
      [codes],
    )
  ).map(({ code }) => code);

/** Returns those of the refunds that are cancelled inside this transaction. */
export const cancelledAmong = async (tx: Queryable, refunds: readonly string[]): Promise<string[]> =>
  refunds.length === 0
    ? []
    : (
        await tx.rows<{ code: string }>(
          `select code from refunds where code = any($1) and status = 'cancelled' order by code collate "C"`,
          [refunds],
        )
      ).map(({ code }) => code);

/** The highest id in each table that `writtenSince` reads. */
export interface Marks {
  readonly mail: number;
  readonly booking: number;
  readonly document: number;
  readonly movement: number;
  readonly receipt: number;
}

export const marksNow = async (tx: Queryable): Promise<Marks> =>
  (await tx.row<Marks>(
    `select
       coalesce((select max(id) from mails), 0) as mail,
       coalesce((select max(id) from ledger_transactions), 0) as booking,
       coalesce((select max(id) from invoices), 0) as document,
       coalesce((select max(id) from refund_movements), 0) as movement,
       coalesce((select max(id) from receipts), 0) as receipt`,
  ))!;

const MINE = `xmin = pg_current_xact_id()::xid`;

/** Returns the id of the latest mail about these orders that another transaction wrote; 0 if there is none. */
export const lastMailByOthers = async (tx: Tx, codes: readonly string[]): Promise<number> =>
  (await tx.row<{ last: number }>(
    `select coalesce(max(m.id), 0) as last
     from orders o join mails m on m.order_id = o.id
     where o.code = any($1) and not m.${MINE}`,
    [codes],
  ))!.last;

/**
 * Returns what this transaction wrote after the marks. Others write at the same time, so only rows with this
 * transaction's id count. The marks avoid reading entire tables. Rows written inside a savepoint are not found.
 */
export async function writtenSince(
  tx: Tx,
  marks: Marks,
): Promise<Omit<Outcome, 'orders' | 'parts' | 'cancelled_requests' | 'attention' | 'undoes'>> {
  // Checks deferred constraints now, because a preview is rolled back instead of committed.
  await tx.run('set constraints all immediate');
  const [money, mails, documents, movements, short] = await Promise.all([
    tx.rows<Outcome['money'][number]>(
      `select e.account, sum(e.amount)::bigint as amount
       from ledger_entries e
       where e.transaction_id in (select id from ledger_transactions where id > $1 and ${MINE})
       group by e.account
       having sum(e.amount) <> 0
       order by e.account`,
      [marks.booking],
    ),
    tx.rows<Outcome['mails'][number]>(
      `select kind, recipient as "to", subject from mails where id > $1 and ${MINE} order by id`,
      [marks.mail],
    ),
    tx.rows<{ series: Outcome['documents'][number] }>(
      `select series from invoices where id > $1 and ${MINE} order by id`,
      [marks.document],
    ),
    tx.rows<Outcome['movements'][number]>(
      `select m.gateway, m.amount, m.gateway is null and r.bank_sealed is null as waits_for_account
       from refund_movements m left join refunds r on r.id = m.refund_id
       where m.id > $1 and m.status = 'pending' and m.${MINE}
       order by m.id`,
      [marks.movement],
    ),
    tx.row<{ count: number }>(
      `select count(*) as count
       from receipts
       where id > $1 and attention = 'short' and settled_at is null and ${MINE}`,
      [marks.receipt],
    ),
  ]);
  return { money, mails, documents: documents.map(({ series }) => series), movements, short_payments: short!.count };
}

interface WrittenMail {
  /** Both are null for a mail whose body is sealed. */
  readonly draft: StoredDraft | null;
  readonly html: string | null;
  readonly tickets: number;
  /** What opens the order and its tickets. */
  readonly secrets: readonly string[];
}

/** Returns the first mails of those that `writtenSince` returns, in the same order. */
export const mailsWrittenSince = (tx: Tx, marks: Marks, limit: number): Promise<WrittenMail[]> =>
  tx.rows(
    `select m.draft, m.html,
       (select count(*) from jsonb_array_elements(m.attachments) one where one ->> 'kind' = 'ticket') as tickets,
       array(
         select o.checksum from orders o where o.id = m.order_id
         union
         select t.code from tickets t where t.order_id = m.order_id
         union
         select r.code from revoked_tickets r join tickets t on t.id = r.ticket_id where t.order_id = m.order_id
       ) as secrets
     from mails m
     where m.id > $1 and m.${MINE}
     order by m.id
     limit $2`,
    [marks.mail, limit],
  );
