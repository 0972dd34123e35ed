import type { Tx } from '#platform/db/db.ts';
import { type Holding, splitRefund } from '../domain/split-refund.ts';
import { holdingsOf, insertMovements, type MovementRow, moveMovement, type NewMovement } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { type RefundRow, takeOutOfFile } from './refund-store.ts';

/** Freezes where a refund's money goes. Call it under the locks of order and refund. */
export async function planMovements(tx: Tx, parts: RefundParts, refund: RefundRow, now: Date): Promise<void> {
  const holdings = refund.toCard ? await refundableHoldings(tx, parts, refund.orderId) : [];
  const { toCard, byBank } = splitRefund(refund.total, holdings);
  const movements: NewMovement[] = toCard.map(({ amount, ...card }) => ({ amount, card }));
  if (byBank > 0) movements.push({ amount: byBank, card: null });
  await insertMovements(tx, refund, movements, now);
}

/** What the order's receipts still hold, with what their gateways can give back. Call it under the order's lock. */
async function refundableHoldings(tx: Tx, parts: RefundParts, orderId: number): Promise<Holding[]> {
  const { currency } = (await parts.loadShop(tx)).public;
  return (await holdingsOf(tx, orderId, currency)).map((held) => ({
    ...held,
    refund: parts.gateways?.named(held.gateway)?.can.refund ?? 'no',
  }));
}

/**
 * Tries a failed movement again the same way, or by bank where the gateway cannot try again or `byBank` says so. Call
 * it under the locks of order and refund.
 */
export async function replaceMovement(
  tx: Tx,
  parts: RefundParts,
  refund: RefundRow,
  failed: MovementRow,
  now: Date,
  byBank = false,
): Promise<void> {
  await moveMovement(tx, failed, 'replaced', '', now);
  const { receiptId, gateway, amount } = failed;
  const goesToCard =
    !byBank && receiptId !== null && gateway !== null && parts.gateways?.named(gateway)?.can.refund === 'parts';
  if (!goesToCard) await takeOutOfFile(tx, refund);
  await insertMovements(tx, refund, [{ amount, card: goesToCard ? { receiptId, gateway } : null }], now);
}
