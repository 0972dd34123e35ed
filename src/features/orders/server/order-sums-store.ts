import type { Tx } from '#platform/db/db.ts';
import type { OrderRow } from './order-store.ts';

/** Subtracts money that no longer counts as paid. The caller sets the status. */
export async function subtractPaid(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_paid = total_paid - $2 where id = $1', [order.id, amount]);
  order.totalPaid -= amount;
}

/** Adds money that was paid back, by a refund or by hand. */
export async function addRefunded(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_refunded = total_refunded + $2 where id = $1', [order.id, amount]);
  order.totalRefunded += amount;
}

/** Sets the discount of an order whose price has changed. `shares` are the lines' shares of it, by line id. */
export async function setDiscount(
  tx: Tx,
  order: OrderRow,
  discountAmount: number,
  shares: readonly { readonly lineId: number; readonly share: number }[],
): Promise<void> {
  const totalPrice = order.totalPrice + order.discountAmount - discountAmount;
  await tx.run('update orders set discount_amount = $2, total_price = $3 where id = $1', [
    order.id,
    discountAmount,
    totalPrice,
  ]);
  await tx.run(
    `update order_lines l
     set discount_share = share.share
     from jsonb_to_recordset($2) as share ("lineId" bigint, share bigint)
     where l.order_id = $1 and l.id = share."lineId"`,
    [order.id, JSON.stringify(shares)],
  );
  order.discountAmount = discountAmount;
  order.totalPrice = totalPrice;
}
