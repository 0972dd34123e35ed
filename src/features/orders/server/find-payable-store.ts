import type { Queryable } from '#platform/db/db.ts';
import { normalizeReference } from '../domain/transfer-reference.ts';

export interface Payable {
  orderId: number;
  orderCode: string;
  /** Of the payment that was named; null when only the order's code was. */
  paymentId: number | null;
}

/** The order that an order's code or a payment's reference names, however a bank statement writes it. Nothing is locked. */
export const findPayable = (db: Queryable, reference: string): Promise<Payable | undefined> =>
  db.row(
    `select o.id as "orderId", o.code as "orderCode", p.id as "paymentId"
     from orders o left join payments p on p.order_id = o.id and p.reference = $1
     where o.code = $1 or p.reference = $1`,
    [normalizeReference(reference)],
  );
