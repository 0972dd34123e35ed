import type { Tx } from '#platform/db/db.ts';
import { type SplitRefund, splitRefund } from '../domain/split-refund.ts';
import { holdingsToRefund } from './card-money.ts';
import { insertMovements, type MovementRow, moveMovement, type NewMovement } from './movement-store.ts';
import { lockReceiptsOf } from './paid-money-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { type RefundRow, takeOutOfFile } from './refund-store.ts';

/** Freezes where a refund's money goes. Call it under the locks of order and refund. */
export async function planMovements(tx: Tx, parts: RefundParts, refund: RefundRow, now: Date): Promise<void> {
  const { toCard, byBank } = refund.toCard
    ? await splitOverCards(tx, parts, refund)
    : { toCard: [], byBank: refund.total };
  const movements: NewMovement[] = toCard.map(({ amount, ...card }) => ({ amount, card }));
  if (byBank > 0) movements.push({ amount: byBank, card: null });
  await insertMovements(tx, refund, movements, now);
}

/** Returns how the refund is split now. Locks the order's receipts. */
async function splitOverCards(tx: Tx, parts: RefundParts, { orderId, total }: RefundRow): Promise<SplitRefund> {
  await lockReceiptsOf(tx, orderId);
  const { currency } = (await parts.loadShop(tx)).public;
  return splitRefund(total, await holdingsToRefund(tx, parts, orderId, currency));
}

/**
 * Tries a failed movement again the same way, or by bank if the gateway cannot try again or `byBank` is set. Call
 * it under the locks of order and refund.
 */
export async function replaceMovement(
  tx: Tx,
  parts: RefundParts,
  refund: RefundRow,
  failed: MovementRow,
  now: Date,
  { byBank = false }: { readonly byBank?: boolean } = {},
): Promise<void> {
  await moveMovement(tx, failed, 'replaced', '', now);
  const { receiptId, gateway, amount } = failed;
  const goesToCard =
    !byBank && receiptId !== null && gateway !== null && parts.gateways?.named(gateway)?.can.refund === 'parts';
  if (!goesToCard) await takeOutOfFile(tx, refund);
  await insertMovements(tx, refund, [{ amount, card: goesToCard ? { receiptId, gateway } : null }], now);
}
