import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { LINE_KEY_START } from '#features/payments/domain/transaction-number.ts';
import { isUnfinished, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import { PAID_WITHOUT_LINE } from '#features/refunds/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { KnownOrder, KnownReceipt, KnownRefund } from '../domain/line-matches.ts';

const UNFINISHED = refundStatuses.filter(isUnfinished);

/** Returns the bank money that is booked under these keys or transaction numbers. Amounts in minor units. */
export const receiptsAmong = (
  db: Queryable,
  transactions: readonly string[],
): Promise<{ id: number; transaction: string; amount: number }[]> =>
  db.rows(
    `select id, transaction, amount from receipts
     where source = 'bank' and transaction = any($1) and undone_at is null`,
    [transactions],
  );

/** Refund payments that a person recorded under these numbers, each with the sum of its refunds, in minor units. */
export const recordedRefunds = (
  db: Queryable,
  numbers: readonly string[],
): Promise<{ transaction: string; amount: number }[]> =>
  db.rows(
    `select b.transaction, sum(m.amount)::bigint as amount
     from refund_bank_lines b cross join lateral (
       select amount from refund_movements
       where refund_id = b.refund_id and gateway is null and status = 'done'
       order by position desc
       limit 1
     ) m
     where b.transaction = any($1) and b.kind = 'paid'
     group by b.transaction`,
    [numbers],
  );

/** Of these keys, returns those whose statement line a person has confirmed to be money already recorded. */
export const linesOfReceipts = (db: Queryable, keys: readonly string[]): Promise<{ key: string }[]> =>
  db.rows('select statement_line as key from receipts where statement_line = any($1) and undone_at is null', [keys]);

/** Of the batches with these keys, returns those whose payments an import lists one by one. */
export const listedBatches = (
  db: Queryable,
  batches: readonly string[],
): Promise<{ batch: string; isDone: boolean }[]> =>
  db.rows(
    // A payment that several imports contain is done if one of them has its outcome.
    `select batch, bool_and(is_done) as "isDone"
     from (
       select other_identity as batch, bool_or(outcome is not null) as is_done
       from statement_lines
       where other_identity = any($1)
       group by other_identity, identity
     ) part
     group by batch`,
    [batches],
  );

interface OrderFacts {
  id: number;
  code: string;
  status: OrderStatus;
  isPlan: boolean;
  customerName: string;
}

const ORDER_FACTS = `o.id, o.code, o.payment_status as status, o.has_payment_plan as "isPlan",
  o.customer_name as "customerName"`;

export async function ordersByCodes(db: Queryable, codes: readonly string[]): Promise<KnownOrder[]> {
  return await withPayments(
    db,
    await db.rows<OrderFacts>(`select ${ORDER_FACTS} from orders o where o.code = any($1)`, [codes]),
  );
}

/**
 * Returns up to `limit` orders, oldest first, that wait for a transfer and have a payment whose open amount is exactly
 * one of these.
 */
export async function ordersWaitingFor(
  db: Queryable,
  amounts: readonly number[],
  limit: number,
): Promise<KnownOrder[]> {
  return await withPayments(
    db,
    await db.rows<OrderFacts>(
      `select ${ORDER_FACTS}
       from orders o
       where o.id in (
           select order_id
           from payments
           where status in ('pending', 'partial', 'processing') and amount - paid_amount = any($1)
         )
         and (o.payment_method = 'bank_transfer' or o.has_payment_plan)
         and o.payment_status in ('pending', 'partial', 'processing')
       order by o.id
       limit $2`,
      [amounts, limit],
    ),
  );
}

async function withPayments(db: Queryable, orders: readonly OrderFacts[]): Promise<KnownOrder[]> {
  const ids = orders.map(({ id }) => id);
  const payments = await db.rows<{ orderId: number } & KnownOrder['payments'][number]>(
    `select order_id as "orderId", id, reference, amount, paid_amount as "paidAmount"
     from payments
     where order_id = any($1)
     order by order_id, position`,
    [ids],
  );
  const holders = await db.rows<{ orderId: number; name: string }>(
    `select distinct order_id as "orderId", full_name as name
     from order_lines
     where order_id = any($1) and full_name is not null`,
    [ids],
  );
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId);
  const holdersOf = Map.groupBy(holders, ({ orderId }) => orderId);
  return orders.map(({ id, customerName, ...order }) => ({
    ...order,
    payments: paymentsOf.get(id) ?? [],
    names: [customerName, ...(holdersOf.get(id) ?? []).map(({ name }) => name)],
  }));
}

/** Finds refunds by their codes, and unfinished ones also by the payment files that contain them; oldest first. */
export const refundsFor = (
  db: Queryable,
  { codes, files }: { codes: readonly string[]; files: readonly string[] },
): Promise<KnownRefund[]> =>
  db.rows<KnownRefund>(
    `select code, status, exported_in as file,
       case when ${PAID_WITHOUT_LINE} then array(
         select transaction from refund_bank_lines
         where refund_id = refunds.id and kind = 'paid' and transaction !~ '${LINE_KEY_START}'
       ) end as "recordedAs",
       -- The part that goes by bank, or the whole refund if it has no movement by bank.
       coalesce((
         select case when bool_or(m.status = 'pending') then sum(m.amount) filter (where m.status = 'pending')
           else (array_agg(m.amount order by m.status = 'done' desc, m.position desc))[1] end
         from refund_movements m
         where m.refund_id = refunds.id and m.gateway is null and m.status <> 'replaced'
       ), refunds.total)::bigint as total
     from refunds
     where code = any($1) or (exported_in = any($2) and status = any($3))
     order by id`,
    [codes, files, UNFINISHED],
  );

/** Returns bank money for these orders, newest first. */
export const receiptsFor = (db: Queryable, orderCodes: readonly string[], timezone: string): Promise<KnownReceipt[]> =>
  db.rows<KnownReceipt>(
    `select r.id, r.transaction, r.statement_line as "statementLine", o.code as "orderCode", r.amount,
       to_char(r.received_at at time zone $2, 'YYYY-MM-DD') as "receivedOn"
     from receipts r join orders o on o.id = r.order_id
     where o.code = any($1) and r.source = 'bank' and r.undone_at is null
     order by r.id desc`,
    [orderCodes, timezone],
  );

/** Returns the codes of the orders that these accounts paid before. */
export const ordersOfPayers = (db: Queryable, payers: readonly Buffer[]): Promise<{ payer: Buffer; code: string }[]> =>
  db.rows(
    `select distinct r.payer, o.code
     from receipts r join orders o on o.id = r.order_id
     where r.payer = any($1) and r.undone_at is null`,
    [payers],
  );
