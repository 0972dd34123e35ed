import type { Queryable } from '#platform/db/db.ts';

interface MoneyFinding {
  subject: string;
  finding: string;
}

export interface MoneyAudit {
  orders: number;
  ledgerTransactions: number;
  findings: MoneyFinding[];
}

const MAX_FINDINGS = 200;

/**
 * Compares the ledger with itself, and each order's figures and status with its lines, payments, receipts and the
 * ledger. Each query returns only differences.
 */
export async function auditMoney(db: Queryable): Promise<MoneyAudit> {
  const counted = await db.row<{ orders: number; transactions: number }>(
    'select (select count(*) from orders) as orders, (select count(*) from ledger_transactions) as transactions',
  );
  const findings: MoneyFinding[] = [];
  for (const { finding, sql } of checks) {
    const rows = await db.rows<{ subject: string; detail: string }>(`${sql} limit ${MAX_FINDINGS}`);
    findings.push(...rows.map((row) => ({ subject: row.subject, finding: `${finding}: ${row.detail}` })));
  }
  return { orders: counted?.orders ?? 0, ledgerTransactions: counted?.transactions ?? 0, findings };
}

/** The money that was returned by hand for the ended order `o`. */
const RETURNED = `coalesce((
  select sum(e.amount)
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where t.order_id = o.id and t.kind = 'order_returned' and e.account = 'customer'
), 0)`;

/** Whether the sale of the order `o` is booked and not reversed. */
const SALE_COUNTS = `(
  select count(*) filter (where t.kind = 'sale') > count(*) filter (where t.kind = 'sale_reversed')
  from ledger_transactions t
  where t.order_id = o.id and t.kind in ('sale', 'sale_reversed')
)`;

const checks: { finding: string; sql: string }[] = [
  {
    finding: 'The ledger transaction does not balance',
    sql: `select t.key as subject, 'off by ' || sum(e.amount) as detail
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      group by t.id, t.key having sum(e.amount) <> 0`,
  },
  {
    finding: 'The ledger transaction has no entries',
    sql: `select t.key as subject, t.kind as detail from ledger_transactions t
      where not exists (select 1 from ledger_entries e where e.transaction_id = t.id)`,
  },
  {
    finding: 'The price of the order differs from the sum of its lines',
    sql: `select o.code as subject, o.items_total || ' against ' || coalesce(sum(l.price + l.fee), 0) as detail
      from orders o left join order_lines l on l.order_id = o.id
      group by o.id having o.items_total <> coalesce(sum(l.price + l.fee), 0)`,
  },
  {
    finding: 'The shares of the discount exceed the discount or the line',
    sql: `select o.code as subject, o.discount_amount || ' against ' || sum(l.discount_share) as detail
      from orders o join order_lines l on l.order_id = o.id
      group by o.id
      having sum(l.discount_share) > o.discount_amount
        or o.discount_amount - sum(l.discount_share) > o.shipping_amount
        or bool_or(l.discount_share > l.price + l.fee)`,
  },
  {
    finding: 'The payments do not add up to the order',
    sql: `select o.code as subject, o.total_price || ' against ' || coalesce(sum(p.amount), 0) as detail
      from orders o left join payments p on p.order_id = o.id
      group by o.id having o.total_price <> coalesce(sum(p.amount), 0)`,
  },
  {
    // Vouchers cannot pay a plan, so only a waiver lowers its price.
    finding: 'The waived amounts of the parts do not match the discount of the plan',
    sql: `select o.code as subject, o.discount_amount || ' against ' || sum(p.waived_amount) as detail
      from orders o join payments p on p.order_id = o.id
      where o.has_payment_plan
      group by o.id having o.discount_amount <> sum(p.waived_amount)`,
  },
  {
    finding: 'The order’s paid amount differs from its payments',
    sql: `select o.code as subject, o.total_paid || ' against ' || coalesce(sum(p.paid_amount), 0) as detail
      from orders o left join payments p on p.order_id = o.id
      group by o.id having o.total_paid <> coalesce(sum(p.paid_amount), 0)`,
  },
  {
    finding: 'The payment differs from the money that counted for it',
    sql: `select p.reference as subject, p.paid_amount || ' against ' || coalesce(sum(s.amount), 0) as detail
      from payments p left join receipt_shares s on s.payment_id = p.id
      group by p.id having p.paid_amount <> coalesce(sum(s.amount), 0)`,
  },
  {
    finding: 'The booked money of the receipt does not match its shares',
    sql: `with booked as (
        select t.receipt_id,
          -coalesce(sum(e.amount) filter (where e.account = 'customer'), 0) as counted,
          -coalesce(sum(e.amount) filter (where e.account like 'suspense%'), 0) as suspended,
          coalesce(sum(e.amount) filter (where e.account = 'bank' or e.account like 'gateway:%'), 0) as kept
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.receipt_id is not null
        group by 1
      ), shared as (
        select receipt_id, sum(amount) as amount from receipt_shares group by receipt_id
      )
      select r.source || ' ' || r.transaction as subject,
        r.amount || ' arrived, ' || coalesce(s.amount, 0) || ' is shared out; booked: ' || b.counted || ' counted, '
          || b.suspended || ' in suspense, ' || b.kept || ' kept' as detail
      from receipts r
        join booked b on b.receipt_id = r.id
        left join shared s on s.receipt_id = r.id
      where b.counted <> coalesce(s.amount, 0)
        or b.suspended < 0
        or b.kept > r.amount
        or (b.suspended > 0 and r.attention is null)`,
  },
  {
    finding: 'The receipt is not in the ledger',
    sql: `select r.source || ' ' || r.transaction as subject, r.amount::text as detail
      from receipts r
      where not exists (select 1 from ledger_transactions t where t.receipt_id = r.id)`,
  },
  {
    finding: 'The customer account of the order has the wrong balance',
    sql: `select o.code as subject, coalesce(b.balance, 0) || ' against ' || w.wanted as detail
      from orders o
        cross join lateral (
          -- An accepted refund reverses its part of the sale, and for a plan also the amount still to be paid. If the
          -- order no longer has a sale, it reduces the amount owed to the customer.
          select case
            when o.stock_released then a.total + a.returned - o.total_paid
            when a.whole_plan then 0
            -- Before its first money, an order has no debt in the ledger.
            when not ${SALE_COUNTS} then 0
            else o.total_price - o.total_paid
          end as wanted
          from (
            select coalesce(sum(r.total), 0) as total, coalesce(bool_or(r.is_whole_plan), false) as whole_plan,
              ${RETURNED} as returned
            from refunds r
            where r.order_id = o.id and r.status in ('processing', 'problem', 'processed')
          ) a
        ) w
        left join lateral (
          select sum(e.amount) as balance
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where t.order_id = o.id and e.account = 'customer'
        ) b on true
      where coalesce(b.balance, 0) <> w.wanted`,
  },
  {
    finding: 'The sale of the order is booked without money, or not booked despite money',
    sql: `select o.code as subject,
        o.payment_status || ' with ' || o.total_paid || ', ' || case when s.is_booked then 'booked' else 'not booked' end as detail
      from orders o cross join lateral (select ${SALE_COUNTS} as is_booked) s
      where o.total_price > 0 and case
        when o.stock_released or o.payment_status in ('pending', 'processing') then s.is_booked
        -- If all money was charged back, the order has a problem, and its sale stays until the order ends.
        else o.total_paid > 0 and not s.is_booked
      end`,
  },
  {
    finding: 'The status does not fit the money',
    sql: `select o.code as subject, o.payment_status || ' with ' || o.total_paid || ' of ' || o.total_price as detail
      from orders o
      where (o.payment_status = 'paid' and o.total_paid < o.total_price)
        or (o.payment_status = 'partial' and (o.total_paid = 0 or o.total_paid >= o.total_price))
        or (o.payment_status in ('pending', 'abandoned') and o.total_paid > 0)`,
  },
  {
    finding: 'The payment status does not fit its money',
    sql: `select p.reference as subject, p.status || ' with ' || p.paid_amount || ' of ' || p.amount as detail
      from payments p
      -- An instalment that was waived costs nothing and is not paid.
      where (p.status = 'paid') <> (p.amount > 0 and p.paid_amount >= p.amount)
        or (p.status = 'pending' and p.paid_amount > 0)`,
  },
  {
    finding: 'An ended order still has stock, or a valid one has none',
    sql: `select o.code as subject, o.payment_status as detail
      from orders o
      where (o.stock_released and exists (select 1 from order_lines l where l.order_id = o.id and l.unit_id is not null))
        or (not o.stock_released and o.payment_status in ('abandoned', 'cancelled'))`,
  },
  {
    finding: 'Items are issued without money for them, or not issued despite the money',
    sql: `select o.code as subject, o.payment_status || ', ' || i.issued || ' of ' || i.lines || ' issued' as detail
      from orders o cross join lateral (
        select count(*) as lines,
          count(t.id) filter (where t.status <> 'cancelled') + count(m.id) filter (where m.status <> 'cancelled') as issued,
          -- An item that is in a refund when its order is cancelled stays with the refund.
          count(t.id) filter (where t.status = 'active') + count(m.id) filter (where m.status = 'active') as active
        from order_lines l
          left join tickets t on t.order_line_id = l.id
          left join merchandise_purchases m on m.order_line_id = l.id
        where l.order_id = o.id
      ) i
      where (o.payment_status = 'paid' and i.issued <> i.lines)
        or (o.payment_status = 'partial' and i.issued <> case
          when o.has_payment_plan and exists (
            select from payments p where p.order_id = o.id and p.position = 1 and p.status = 'paid'
          ) then i.lines else 0 end
          -- After a chargeback the items stay issued and wait for the money.
          and not (i.issued = i.lines and exists (
            select from ledger_transactions t where t.order_id = o.id and t.kind = 'charge_back'
          )))
        or (o.payment_status in ('pending', 'processing') and i.issued > 0)
        or (o.payment_status in ('abandoned', 'cancelled') and i.active > 0)`,
  },
  {
    finding: 'A ticket can be downloaded although its order is not paid',
    sql: `select o.code as subject, o.payment_status as detail
      from orders o
      where o.payment_status = 'partial'
        and exists (select 1 from tickets t where t.order_id = o.id and not t.pending and t.status = 'active')`,
  },
  {
    finding: 'The refunded amount differs from the finished refunds and the money returned by hand',
    sql: `select o.code as subject, o.total_refunded || ' against ' || coalesce(sum(r.total), 0) + ${RETURNED} as detail
      from orders o left join refunds r on r.order_id = o.id and r.status = 'processed'
      group by o.id having o.total_refunded <> coalesce(sum(r.total), 0) + ${RETURNED}`,
  },
  {
    finding: 'The refunds exceed the paid amount',
    sql: `select o.code as subject, sum(r.total) || ' of ' || o.total_paid as detail
      from orders o join refunds r on r.order_id = o.id and r.status <> 'cancelled'
      group by o.id
      having sum(r.total) > o.total_paid or sum(r.shipping_refund) > o.shipping_amount`,
  },
  {
    finding: 'The refund differs from its lines',
    sql: `select r.code as subject, r.total || ' against ' || coalesce(sum(l.amount), 0) + r.shipping_refund as detail
      from refunds r left join refund_lines l on l.refund_id = r.id
      group by r.id
      having count(l.refund_id) = 0
        or (not r.is_whole_plan and r.total <> coalesce(sum(l.amount), 0) + r.shipping_refund)
        or bool_or(l.is_live <> (r.status <> 'cancelled'))
        or (r.status = 'cancelled' and r.bank_sealed is not null)`,
  },
  {
    finding: 'The item does not fit its refund',
    sql: `select i.code as subject, i.status || ' in a refund that is ' || coalesce(r.status, 'missing') as detail
      from (
        select code, status, order_line_id from tickets
        union all
        select code, status, order_line_id from merchandise_purchases
      ) i
        left join refund_lines l on l.order_line_id = i.order_line_id and l.is_live
        left join refunds r on r.id = l.refund_id
      where case r.status
          when 'active' then 'refund'
          when 'processing' then 'refunding'
          when 'problem' then 'refund-problem'
          when 'processed' then 'refunded'
        end is distinct from case when i.status in ('active', 'cancelled') then null else i.status end`,
  },
  {
    // Tickets do not store their item's id, so no foreign key can check this.
    finding: 'The ticket has a departure of another item',
    sql: `select t.code as subject, d.code as detail
      from tickets t
        join order_lines l on l.id = t.order_line_id
        join departures d on d.id = t.departure_id
      where d.item_id <> l.item_id`,
  },
  {
    finding: 'A ticket of an accepted refund is not revoked',
    sql: `select t.code as subject, r.code || ' is ' || r.status as detail
      from refunds r
        join refund_lines l on l.refund_id = r.id
        join tickets t on t.order_line_id = l.order_line_id
      where r.status in ('processing', 'problem', 'processed')
        and not exists (select 1 from revoked_tickets v where v.ticket_id = t.id and v.code = t.code)`,
  },
  {
    finding: 'The bookings of the refund do not match its status',
    sql: `select r.code as subject, r.status || ', owed ' || b.owed || ', paid ' || b.paid || ' of ' || r.total as detail
      from refunds r
        cross join lateral (
          select
            coalesce(-sum(e.amount) filter (where t.kind = 'refund' and e.account = 'refunds_payable'), 0) as owed,
            coalesce(-sum(e.amount) filter (where t.kind = 'refund_paid' and e.account <> 'refunds_payable'), 0) as paid
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where t.refund_id = r.id
        ) b
      where b.owed <> case when r.status in ('processing', 'problem', 'processed') then r.total else 0 end
        or b.paid <> (
          select coalesce(sum(m.amount), 0) from refund_movements m where m.refund_id = r.id and m.status = 'done'
        )
        or (r.status = 'processed' and b.paid <> r.total)`,
  },
  {
    finding: 'The movements of the refund do not add up to its total',
    sql: `select r.code as subject, coalesce(m.total, 0) || ' of ' || r.total as detail
      from refunds r left join (
        select refund_id, sum(amount) as total from refund_movements where status <> 'replaced' group by refund_id
      ) m on m.refund_id = r.id
      where coalesce(m.total, 0) <> case when r.status in ('processing', 'problem', 'processed') then r.total else 0 end`,
  },
  {
    finding: 'The status of the refund does not match its movements',
    sql: `select r.code as subject, r.status || ' with movements ' || string_agg(m.status, ', ' order by m.position) as detail
      from refunds r join refund_movements m on m.refund_id = r.id and m.status <> 'replaced'
      group by r.id
      having r.status <> case
        when bool_or(m.status = 'failed') then 'problem'
        when bool_or(m.status = 'pending') then 'processing'
        else 'processed'
      end`,
  },
  {
    finding: 'More went back to the card than its payment brought',
    sql: `select r.source || ' ' || r.transaction as subject, sum(m.amount) || ' of ' || r.amount as detail
      from receipts r join refund_movements m on m.receipt_id = r.id and m.status in ('pending', 'done')
      group by r.id having sum(m.amount) > r.amount or bool_or(m.gateway <> r.source)`,
  },
  {
    finding: 'The bookings of the movement to a card do not match its status',
    sql: `select m.key as subject, m.status || ', booked ' || b.paid || ' of ' || m.amount as detail
      from refund_movements m
        cross join lateral (
          select coalesce(-sum(e.amount), 0) as paid
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where t.movement = m.key
            and (t.refund_id = m.refund_id or (m.refund_id is null and t.receipt_id = m.receipt_id)) and e.account = 'gateway:' || m.gateway
        ) b
      where m.gateway is not null and b.paid <> case when m.status = 'done' then m.amount else 0 end`,
  },
];
