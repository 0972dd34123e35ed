import type { Queryable } from '#platform/db/db.ts';

export interface PayableOrder {
  code: string;
  customerName: string;
  placedAt: Date;
  status: string;
  total: number;
  paid: number;
  parts: { reference: string; amount: number; open: number; dueAt: string }[];
}

const PAYABLE = `
  select o.code, o.customer_name as "customerName", o.created_at as "placedAt", o.payment_status as status,
    o.total_price as total, o.total_paid as paid,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'reference', p.reference, 'amount', p.amount, 'open', p.amount - p.paid_amount, 'dueAt', p.due_at
      ) order by p.position)
      from payments p
      where p.order_id = o.id and p.paid_amount < p.amount
    ), '[]') as parts
  from orders o`;

export const payableOrder = (db: Queryable, orderId: number): Promise<PayableOrder | undefined> =>
  db.row(`${PAYABLE} where o.id = $1`, [orderId]);

/** Returns orders that wait for money and have a payment with exactly this open amount, newest first. */
export const ordersWithOpenAmount = (db: Queryable, amount: number, limit: number): Promise<PayableOrder[]> =>
  db.rows(
    `${PAYABLE}
     where o.pay_by is not null
       and exists (select from payments p where p.order_id = o.id and p.amount - p.paid_amount = $1)
     order by o.created_at desc
     limit $2`,
    [amount, limit],
  );

/**
 * The payment that a receipt was meant for. `asked` is the amount that its payer was told to pay. Amounts in minor
 * units.
 */
export interface IntendedPayment {
  readonly reference: string;
  readonly asked: number;
  readonly open: number;
}

/** Keyed by the receipt's id. A receipt that was meant for no payment has no entry. */
export async function intendedPayments(
  db: Queryable,
  receiptIds: readonly number[],
): Promise<Map<number, IntendedPayment>> {
  if (receiptIds.length === 0) return new Map();
  const rows = await db.rows<IntendedPayment & { receiptId: number }>(
    `select r.id as "receiptId", p.reference, coalesce(a.amount, p.amount) as asked,
       greatest(p.amount - p.paid_amount, 0) as open
     from receipts r join payments p on p.id = r.payment_id left join payment_attempts a on a.id = r.attempt_id
     where r.id = any($1)`,
    [receiptIds],
  );
  return new Map(rows.map(({ receiptId, ...meant }) => [receiptId, meant]));
}

export const orderOfReceipt = async (db: Queryable, receiptId: number): Promise<string | null> =>
  (
    await db.row<{ code: string }>('select o.code from receipts r join orders o on o.id = r.order_id where r.id = $1', [
      receiptId,
    ])
  )?.code ?? null;
