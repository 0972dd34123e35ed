import { lockOrder, type OrderRow } from '#features/orders/server/public.ts';
import { lockReceipt, type ReceiptRow, receiptById } from '#features/payments/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

/** Locks a receipt's order, if it has one, and then the receipt; undefined if there is no such receipt. */
export async function lockReceiptAndOrder(
  tx: Tx,
  receiptId: number,
): Promise<{ readonly receipt: ReceiptRow; readonly order: OrderRow | null } | undefined> {
  const seen = await receiptById(tx, receiptId);
  if (!seen) return undefined;
  const order = seen.orderId === null ? null : (await lockOrder(tx, seen.orderId))!;
  const receipt = (await lockReceipt(tx, receiptId))!;
  if (receipt.orderId !== seen.orderId) {
    // Assigned to another order before we had the lock. This SQLSTATE restarts the transaction.
    throw Object.assign(new Error(`Receipt ${receiptId} was given to another order`), { code: '40001' });
  }
  return { receipt, order };
}
