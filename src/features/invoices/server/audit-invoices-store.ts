import type { Queryable } from '#platform/db/db.ts';

export interface InvoiceFinding {
  readonly subject: string;
  readonly finding: string;
}

const MAX_FINDINGS = 200;

/**
 * Compares numbers with their counters, sums with the ledger, and orders with their documents. Returns the differences.
 */
export async function auditInvoices(db: Queryable): Promise<InvoiceFinding[]> {
  const findings: InvoiceFinding[] = [];
  for (const { finding, sql } of checks) {
    const rows = await db.rows<{ subject: string; detail: string }>(`${sql} limit ${MAX_FINDINGS}`);
    findings.push(...rows.map(({ subject, detail }) => ({ subject, finding: `${finding}: ${detail}` })));
  }
  return findings;
}

const checks: { finding: string; sql: string }[] = [
  {
    finding: 'The numbers have a gap, or differ from their counter',
    sql: `select coalesce(c.series, d.series) || ' ' || coalesce(c.year, d.year) as subject,
        d.count || ' numbers up to ' || d.highest || ', counted ' || coalesce(c.last, 0) as detail
      from invoice_counters c
        full join (
          select series, year, count(*) as count, min(number) as lowest, max(number) as highest
          from invoices
          group by series, year
        ) d on d.series = c.series and d.year = c.year
      where c.last is distinct from d.count or d.highest is distinct from d.count or d.lowest is distinct from 1`,
  },
  {
    finding: 'The order is paid and has no invoice',
    sql: `select o.code as subject, o.total_price::text as detail
      from orders o
      where o.payment_status = 'paid' and o.total_price > 0 and not exists (
        select 1 from invoices d
        where d.order_id = o.id and d.series = 'invoice'
          and not exists (select 1 from invoices n where n.corrects_id = d.id and n.refund_id is null)
      )`,
  },
  {
    finding: 'The invoice differs from the price of its order',
    // The invoice for the kept part of a plan deducts the refund.
    sql: `select d.code as subject, (d.content ->> 'total') || ' against ' || o.total_price || ' less ' || -t.back as detail
      from invoices d join orders o on o.id = d.order_id
        cross join lateral (
          select coalesce(sum((r ->> 'amount')::bigint), 0) as back
          from jsonb_array_elements(d.content -> 'rows') r
          where r ->> 'kind' like 'refunded%'
        ) t
      where d.series = 'invoice' and (d.content ->> 'total')::bigint <> o.total_price + t.back
        -- After this sale was reversed with its invoice, the order may have been sold again at another price.
        and d.sale = (select count(*) from ledger_transactions t where t.order_id = o.id and t.kind = 'sale')`,
  },
  {
    finding: 'The rows, the rates and the total of the document differ',
    sql: `select d.code as subject, (d.content ->> 'total') || ' against ' || s.rows || ' and ' || s.rates as detail
      from invoices d
        cross join lateral (
          select
            (select coalesce(sum((r ->> 'amount')::bigint), 0) from jsonb_array_elements(d.content -> 'rows') r) as rows,
            (select coalesce(sum((r ->> 'net')::bigint + (r ->> 'tax')::bigint), 0)
             from jsonb_array_elements(d.content -> 'rates') r) as rates
        ) s
      where s.rows <> (d.content ->> 'total')::bigint or s.rates <> (d.content ->> 'total')::bigint`,
  },
  {
    finding: 'The final invoice does not deduct the invoices for payments on account',
    sql: `select d.code as subject, a.deducted || ' against ' || a.issued as detail
      from invoices d cross join lateral (
        select
          (select coalesce(sum((x ->> 'total')::bigint), 0)
           from jsonb_array_elements(coalesce(d.content -> 'advances', '[]')) x) as deducted,
          (select coalesce(sum((a.content ->> 'total')::bigint), 0)
           from invoices a
           where a.order_id = d.order_id and a.sale = d.sale and a.series = 'advance'
             and not exists (select 1 from invoices n where n.corrects_id = a.id)) as issued
      ) a
      where d.series = 'invoice' and a.deducted <> a.issued`,
  },
  {
    finding: 'The invoices for payments on account exceed their order',
    sql: `select o.code as subject, sum((d.content ->> 'total')::bigint) || ' of ' || o.total_price as detail
      from invoices d join orders o on o.id = d.order_id
      where d.series = 'advance' and not exists (select 1 from invoices n where n.corrects_id = d.id)
      group by o.id, d.sale
      having sum((d.content ->> 'total')::bigint) > o.total_price`,
  },
  {
    finding: 'The credit notes exceed their invoice',
    sql: `select d.code as subject, sum((n.content ->> 'total')::bigint) || ' of ' || (d.content ->> 'total') as detail
      from invoices d join invoices n on n.corrects_id = d.id
      group by d.id
      having sum((n.content ->> 'total')::bigint) > (d.content ->> 'total')::bigint`,
  },
  {
    finding: 'The processed refund of an invoiced order has no credit note',
    sql: `select r.code as subject, r.total::text as detail
      from refunds r
      where r.status = 'processed' and r.total > 0
        and exists (
          select 1 from invoices d
          where d.order_id = r.order_id and d.series = 'invoice' and d.issued_at <= r.completed_at
            and not d.content @> '{"rows": [{"kind": "refunded"}]}'
            and not exists (select 1 from invoices n where n.corrects_id = d.id and n.refund_id is null)
        )
        and not exists (select 1 from invoices n where n.refund_id = r.id)`,
  },
  {
    finding: 'A partly paid plan was refunded, and there is no invoice for the kept part',
    sql: `select r.code as subject, o.total_paid - r.total || ' kept' as detail
      from refunds r join orders o on o.id = r.order_id
      where r.status = 'processed' and r.is_whole_plan and o.total_paid > r.total
        and not exists (select 1 from invoices d where d.order_id = o.id and d.series = 'invoice')`,
  },
  {
    // A refund is booked when it is accepted and credited when it is first paid, so only paid refunds are compared.
    finding: 'The tax of the documents differs from the ledger',
    sql: `select o.code as subject, t.rate || ' percent: ' || t.documents || ' against ' || t.ledger as detail
      from orders o
        cross join lateral (
          select rate, sum(documents) as documents, sum(ledger) as ledger
          from (
            select r ->> 'rate' as rate,
              case d.series when 'credit_note' then -1 else 1 end * (r ->> 'tax')::bigint as documents, 0 as ledger
            from invoices d cross join jsonb_array_elements(d.content -> 'rates') r
            where d.order_id = o.id
            union all
            -- A final invoice covers the complete sale and deducts the invoices for payments on account.
            select r ->> 'rate', -(r ->> 'tax')::bigint, 0
            from invoices d
              cross join jsonb_array_elements(coalesce(d.content -> 'advances', '[]')) a
              cross join jsonb_array_elements(a -> 'rates') r
            where d.order_id = o.id
            union all
            select trim_scale(e.tax_basis_points / 100.0)::text, 0, -e.amount
            from ledger_transactions l join ledger_entries e on e.transaction_id = l.id
            where l.order_id = o.id and e.account = 'tax'
              and (l.kind <> 'refund' or exists (
                select 1 from refunds paid where paid.id = l.refund_id and paid.was_paid
              ))
          ) both_sides
          group by rate
        ) t
      where t.documents <> t.ledger
        and exists (select 1 from invoices d where d.order_id = o.id and d.series <> 'advance')
        -- An order that is not fully paid has its complete sale in the ledger, but documents only for the money received.
        -- This is also true for an order that late money revived after its credit notes.
        and (
          o.stock_released
          or exists (
            select 1 from invoices d
            where d.order_id = o.id and d.series = 'invoice' and d.sale >= (
              select count(*) from ledger_transactions l where l.order_id = o.id and l.kind = 'sale'
            )
          )
          or exists (
            select 1
            from refunds f
            where f.order_id = o.id and f.is_whole_plan and f.was_paid
          )
        )`,
  },
];
