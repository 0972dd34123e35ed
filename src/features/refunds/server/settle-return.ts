import { book, entriesOf, isBooked, reversed } from '#features/ledger/server/public.ts';
import { listAgain, markSettled, type ReceiptRow } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { canMoveMovement } from '../domain/movement-status.ts';
import { lockReceiptAndOrder } from './lock-receipt.ts';
import { type MovementRow, moveMovement, movementById } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { mailMoneySentBack } from './sent-back-mail.ts';

/** Settles a movement that takes stray money back to its card, as `settleMovement` does for refunds. */
export async function settleReturn(
  parts: RefundParts,
  seen: MovementRow,
  { to, reason }: { readonly to: 'done' | 'failed'; readonly reason: string },
  now: Date,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const locked = await lockReceiptAndOrder(tx, seen.receiptId!);
    const movement = (await movementById(tx, seen.id))!;
    const { receipt } = locked!;
    const order = locked!.order!;
    const from = movement.status;
    if (!canMoveMovement(from, to)) return;
    await moveMovement(tx, movement, to, reason, now);
    if (to === 'done') {
      await bookSentBack(tx, movement, receipt, now);
      if (receipt.settledAt === null && receipt.suspended <= movement.amount) {
        await markSettled(tx, receipt.id, 'Sent back to the card.', now);
      }
      const shop = await parts.loadShop(tx);
      await mailMoneySentBack(tx, { shop, shopUrl: parts.shopUrl }, { order, receipt, movement }, now);
      await parts.moneySentBack?.(tx, order, now);
    } else if (from === 'done') {
      await bookCameBack(tx, movement, receipt, now);
      await listAgain(tx, receipt.id);
    }
    const { amount, key } = movement;
    const details = { receipt: receipt.id, movement: key, amount, ...(reason && { reason }) };
    const action = `payment.return_${to}` as const;
    await writeAudit(
      tx,
      { actor: { kind: 'gateway', name: movement.gateway! }, action, subject: order.code, details },
      now,
    );
  });
}

const keyOf = ({ id }: MovementRow, step: 'paid' | 'returned', occurrence: number): string =>
  `refund_movement:${id}:${step}${occurrence === 1 ? '' : `:${occurrence}`}`;

async function timesSentBack(tx: Tx, movement: MovementRow): Promise<number> {
  let times = 0;
  while (await isBooked(tx, keyOf(movement, 'paid', times + 1))) times += 1;
  return times;
}

/**
 * Books money that was sent back. Money that is no longer in suspense was also charged back, assigned or returned
 * by hand, and is lost.
 */
async function bookSentBack(tx: Tx, movement: MovementRow, receipt: ReceiptRow, now: Date): Promise<void> {
  const { amount, gateway } = movement;
  const suspended = Math.min(amount, receipt.suspended);
  const entries = [
    { account: 'suspense', amount: suspended },
    { account: 'losses', amount: amount - suspended },
    { account: `gateway:${gateway}`, amount: -amount },
  ] as const;
  const key = keyOf(movement, 'paid', (await timesSentBack(tx, movement)) + 1);
  await book(tx, { ...causeOf(movement, receipt), key, entries }, now);
}

async function bookCameBack(tx: Tx, movement: MovementRow, receipt: ReceiptRow, now: Date): Promise<void> {
  const times = await timesSentBack(tx, movement);
  const entries = (await entriesOf(tx, keyOf(movement, 'paid', times))).map(reversed);
  await book(tx, { ...causeOf(movement, receipt), key: keyOf(movement, 'returned', times), entries }, now);
}

const causeOf = ({ key }: MovementRow, { id, orderId }: ReceiptRow) =>
  ({ kind: 'returned', orderId, receiptId: id, movement: key }) as const;
