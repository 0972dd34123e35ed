import type { Queryable, Tx } from '#platform/db/db.ts';

export interface NewRefund {
  code: string;
  orderId: number;
  customerId: number;
  isWholePlan: boolean;
  total: number;
  shippingRefund: number;
  bankSealed: Buffer | null;
  /** Back to the cards as far as they can take it. */
  toCard: boolean;
  bankCountry: string | null;
  note: string;
  /** Default: requested by the customer. */
  byOperator?: boolean;
  reason?: string;
  lines: readonly { lineId: number; amount: number; refundFee: number; feeRefund?: number }[];
}

/** Unique indexes refuse a line, or the shipping, that is in another live refund. */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `insert into refunds (code, order_id, customer_id, status, is_whole_plan, total, shipping_refund, bank_sealed,
       bank_country, note, created_at, by_operator, reason, to_card)
     values ($1, $2, $3, 'active', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     returning id`,
    [
      refund.code,
      refund.orderId,
      refund.customerId,
      refund.isWholePlan,
      refund.total,
      refund.shippingRefund,
      refund.bankSealed,
      refund.bankCountry,
      refund.note,
      now,
      refund.byOperator ?? false,
      refund.reason ?? '',
      refund.toCard,
    ],
  );
  await tx.run(
    `insert into refund_lines (refund_id, order_line_id, amount, refund_fee, fee_refund)
     select $1, line_id, amount, refund_fee, fee_refund
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as line (line_id, amount, refund_fee, fee_refund)`,
    [
      row!.id,
      refund.lines.map((line) => line.lineId),
      refund.lines.map((line) => line.amount),
      refund.lines.map((line) => line.refundFee),
      refund.lines.map((line) => line.feeRefund ?? 0),
    ],
  );
  return row!.id;
}

/** Cancelled ones too, because the count numbers the next one. Call it under the order's lock. */
export async function countRefunds(tx: Tx, orderId: number): Promise<number> {
  const row = await tx.row<{ count: number }>('select count(*) as count from refunds where order_id = $1', [orderId]);
  return row!.count;
}

/** Codes that items of the order had until their holder changed, of tickets that the customer manages. */
export async function replacedCodes(
  db: Queryable,
  order: { readonly orderId: number; readonly customerId: number },
  codes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(
    `select revoked.code
     from revoked_tickets revoked
     join tickets ticket on ticket.id = revoked.ticket_id
     where revoked.code = any($3) and revoked.code <> ticket.code and ticket.order_id = $1 and ticket.customer_id = $2`,
    [order.orderId, order.customerId, codes],
  );
  return new Set(rows.map(({ code }) => code));
}

/** Money is on its way, or may still come from an open attempt. */
export async function isBeingPaid(db: Queryable, orderId: number): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (
       select from payments where order_id = $1 and status = 'processing'
     ) or exists (
       select from payment_attempts attempt
       join payments payment on payment.id = attempt.payment_id
       where payment.order_id = $1
         and payment.status <> 'paid'
         and attempt.status in ('created', 'open', 'processing')
     ) as found`,
    [orderId],
  );
  return row!.found;
}
