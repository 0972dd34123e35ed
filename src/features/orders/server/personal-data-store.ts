import { isUnfinished, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

const UNFINISHED = refundStatuses.filter(isUnfinished);

const WITHOUT_PEOPLE = `customer_name = '', customer_email = '', billing_address = '{}',
  shipping_name = case when shipping_name is not null then '' end,
  shipping_address = case when shipping_address is not null then '{}'::jsonb end`;

/** Money that waits for the operator may have to be returned, so its sender must stay known. */
const HAS_OPEN_MONEY = `exists (
  select from receipts where order_id = orders.id and attention is not null and settled_at is null
)`;

/** Removes the holders from these lines. The caller has locked the lines' orders. */
export async function wipeHoldersOfLines(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await tx.run(`update order_lines set full_name = '', email = '', age = null where id = any($1)`, [lineIds]);
}

/** Wipes up to `limit` orders that were placed no later than `before` and ended without money; returns their number. */
export const wipeUnpaidOrders = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `update orders
     set ${WITHOUT_PEOPLE}
     where id = any(array(
       select id
       from orders
       where stock_released and total_paid = 0 and customer_email <> ''
         and payment_status in ('cancelled', 'abandoned')
         and created_at <= $1
         and not ${HAS_OPEN_MONEY}
       order by created_at
       limit $2
       for update skip locked
     ))`,
    [before, limit],
  );

/** Wipes up to `limit` orders that were placed before `before` and are finished; returns their number. */
export const wipeOldOrders = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `update orders
     set ${WITHOUT_PEOPLE}
     where id = any(array(
       select id
       from orders
       where customer_email <> '' and created_at < $1
         and payment_status not in ('pending', 'processing', 'partial', 'problem')
         and not ${HAS_OPEN_MONEY}
       order by created_at
       limit $2
       for update skip locked
     ))`,
    [before, limit],
  );

/** Amounts in minor units. */
export const orderFacts = (db: Queryable, customerId: number): Promise<Record<string, unknown>[]> =>
  db.rows(
    `select code, created_at as "createdAt", payment_method as "paymentMethod", payment_status as "paymentStatus",
       total_price as "totalPrice", total_paid as "totalPaid", total_refunded as "totalRefunded",
       customer_name as "customerName", customer_email as "customerEmail",
       billing_country as "billingCountry", billing_address as "billingAddress",
       shipping_name as "shippingName", shipping_country as "shippingCountry", shipping_address as "shippingAddress",
       terms_accepted_at as "termsAcceptedAt",
       (select jsonb_agg(jsonb_build_object('item', line.frozen ->> 'name', 'price', line.price, 'fee', line.fee,
          'fullName', line.full_name, 'email', line.email, 'age', line.age) order by line.position)
        from order_lines line where line.order_id = orders.id) as lines,
       (select jsonb_agg(jsonb_build_object('reference', reference, 'amount', amount, 'dueAt', due_at, 'paidAt', paid_at)
          order by position)
        from payments where order_id = orders.id) as payments
     from orders
     where customer_id = $1
     order by id`,
    [customerId],
  );

/** Locks a customer's orders. An order is under way while it waits for money, the operator or a refund. */
export const lockOrdersOf = (
  tx: Tx,
  customerId: number,
): Promise<{ id: number; code: string; isUnderWay: boolean }[]> =>
  tx.rows(
    `select id, code,
       payment_status in ('pending', 'processing', 'partial', 'problem') or exists (
         select from refunds where order_id = orders.id and status = any($2)
       ) or ${HAS_OPEN_MONEY} as "isUnderWay"
     from orders
     where customer_id = $1
     order by id
     for update`,
    [customerId, UNFINISHED],
  );

/** Wipes and locks the customer's orders that ended without money. Tax law requires the shop to keep the others. */
export async function wipeUnpaidOrdersOf(tx: Tx, customerId: number): Promise<void> {
  await tx.run(
    `update orders
     set ${WITHOUT_PEOPLE}
     where customer_id = $1 and stock_released and total_paid = 0 and payment_status in ('cancelled', 'abandoned')`,
    [customerId],
  );
}

/** Returns the codes of the customer's orders that still contain their personal data. */
export const ordersWithPersonalData = async (db: Queryable, customerId: number): Promise<string[]> =>
  (
    await db.rows<{ code: string }>(
      `select code from orders where customer_id = $1 and customer_email <> '' order by id`,
      [customerId],
    )
  ).map(({ code }) => code);

/**
 * Removes a holder from these orders' lines, and from other orders' lines for which no ticket will be issued any more.
 * Returns the number of lines.
 */
export const wipeHolderOfLines = (tx: Tx, orderIds: readonly number[], emailKey: string): Promise<number> =>
  tx.run(
    `update order_lines line
     set full_name = '', email = '', age = null
     where lower(email) = $2
       and (
         order_id = any($1)
         or exists (select from tickets where order_line_id = line.id)
         or exists (select from orders where id = line.order_id and stock_released)
       )`,
    [orderIds, emailKey],
  );

/** Returns the orders whose lines have a holder with this address, and the holder's names there. */
export const ordersWithHolder = (db: Queryable, emailKey: string): Promise<{ orderId: number; fullName: string }[]> =>
  db.rows(`select distinct order_id as "orderId", full_name as "fullName" from order_lines where lower(email) = $1`, [
    emailKey,
  ]);
