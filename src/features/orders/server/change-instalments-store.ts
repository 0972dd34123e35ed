import type { Tx } from '#platform/db/db.ts';
import type { PaymentRow } from './payment-store.ts';

/* Changes to the instalments of a plan. Each needs the order's lock. */

/** Sets an instalment's amount, waived amount and due date, but not its status. */
export async function changeInstalment(
  tx: Tx,
  payment: PaymentRow,
  to: Pick<PaymentRow, 'amount' | 'waivedAmount' | 'dueAt'>,
): Promise<void> {
  await tx.run('update payments set amount = $2, waived_amount = $3, due_at = $4 where id = $1', [
    payment.id,
    to.amount,
    to.waivedAmount,
    to.dueAt,
  ]);
  Object.assign(payment, to);
}

/** Inserts an instalment directly after another one. Later ones move up one position. Returns the new one's id. */
export async function insertInstalmentAfter(
  tx: Tx,
  { orderId, position }: Pick<PaymentRow, 'orderId' | 'position'>,
  instalment: Pick<PaymentRow, 'reference' | 'amount' | 'dueAt'>,
): Promise<number> {
  await shiftPositions(tx, orderId, position, 1);
  const row = await tx.row<{ id: number }>(
    `insert into payments (order_id, position, reference, amount, due_at, status, of_plan)
     values ($1, $2, $3, $4, $5, 'pending', true)
     returning id`,
    [orderId, position + 1, instalment.reference, instalment.amount, instalment.dueAt],
  );
  return row!.id;
}

/** Deletes an instalment. The caller has checked that nothing refers to it. */
export async function deleteInstalment(
  tx: Tx,
  { id, orderId, position }: Pick<PaymentRow, 'id' | 'orderId' | 'position'>,
): Promise<void> {
  await tx.run('delete from payments where id = $1', [id]);
  await shiftPositions(tx, orderId, position, -1);
}

/** Works in two steps, because two instalments must never have the same position, even for a moment. */
async function shiftPositions(tx: Tx, orderId: number, after: number, by: 1 | -1): Promise<void> {
  await tx.run('update payments set position = -(position + $3) where order_id = $1 and position > $2', [
    orderId,
    after,
    by,
  ]);
  await tx.run('update payments set position = -position where order_id = $1 and position < 0', [orderId]);
}
