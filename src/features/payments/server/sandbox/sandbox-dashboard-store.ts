import type { Queryable } from '#platform/db/db.ts';

export interface DashboardPayment {
  id: string;
  merchantReference: string;
  amount: number;
  currency: string;
  status: string;
  transaction: string | null;
  refunded: number;
  refunds: { id: string; amount: number; status: string }[];
  dispute: string | null;
  card: { id: string; label: string; isUsable: boolean } | null;
}

/** Lists payments, newest first. */
export const dashboardPayments = (db: Queryable, limit: number): Promise<DashboardPayment[]> =>
  db.rows(
    `select p.id, p.merchant_reference as "merchantReference", p.amount, p.currency, p.status, p.transaction,
       (select coalesce(sum(r.amount), 0) from sandbox_refunds r
        where r.sandbox_payment_id = p.id and r.status <> 'failed')::bigint as refunded,
       (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'status', r.status)
          order by r.created_at, r.id), '[]')
        from sandbox_refunds r where r.sandbox_payment_id = p.id) as refunds,
       (select d.state from sandbox_disputes d where d.sandbox_payment_id = p.id) as dispute,
       (select jsonb_build_object('id', c.id, 'label', c.label, 'isUsable', c.is_usable)
        from sandbox_cards c where c.id = p.card_id) as card
     from sandbox_payments p
     where p.callback_url <> ''
     order by p.created_at desc, p.id
     limit $1`,
    [limit],
  );
