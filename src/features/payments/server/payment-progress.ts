import { statusByMoney } from '#features/orders/domain/order-status.ts';
import { moveOrder, type OrderRow } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

/** The gateway says that money is on its way: the payment waits for it, and so does an order that had none yet. */
export async function onItsWay(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  await tx.run(`update payments set status = 'processing' where id = $1 and status in ('pending', 'partial')`, [
    paymentId,
  ]);
  if (order.payment_status === 'pending') await moveOrder(tx, order, 'processing');
}

/** The try came to nothing: unless another one is still on its way, the payment waits for its customer again. */
export async function noMoneyYet(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  await tx.run(
    `update payments p
     set status = case when p.paid_amount > 0 then 'partial' else 'pending' end
     where p.id = $1 and p.status = 'processing'
       and not exists (select 1 from payment_attempts a where a.payment_id = p.id and a.status = 'processing')`,
    [paymentId],
  );
  const row = await tx.row<{ waiting: boolean }>(
    `select exists (select 1 from payments where order_id = $1 and status = 'processing') as waiting`,
    [order.id],
  );
  if (order.payment_status === 'processing' && !row?.waiting) {
    await moveOrder(tx, order, statusByMoney(order.total_price, order.total_paid));
  }
}
