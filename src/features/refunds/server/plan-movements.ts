import type { Queryable, Tx } from '#platform/db/db.ts';
import { type Holding, type SplitRefund, splitRefund } from '../domain/split-refund.ts';
import {
  holdingsOf,
  insertMovements,
  lockReceiptsOf,
  type MovementRow,
  moveMovement,
  type NewMovement,
} from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { type RefundRow, takeOutOfFile } from './refund-store.ts';

/** Freezes where a refund's money goes. Call it under the locks of order and refund. */
export async function planMovements(tx: Tx, parts: RefundParts, refund: RefundRow, now: Date): Promise<void> {
  const { toCard, byBank } = refund.toCard
    ? await splitOverCards(tx, parts, refund.orderId, refund.total)
    : { toCard: [], byBank: refund.total };
  const movements: NewMovement[] = toCard.map(({ amount, ...card }) => ({ amount, card }));
  if (byBank > 0) movements.push({ amount: byBank, card: null });
  await insertMovements(tx, refund, movements, now);
}

/** Returns how a refund of an order would be split now. Locks its receipts; call it under the order's lock. */
export async function splitOverCards(tx: Tx, parts: RefundParts, orderId: number, total: number): Promise<SplitRefund> {
  await lockReceiptsOf(tx, orderId);
  const { currency } = (await parts.loadShop(tx)).public;
  return splitRefund(total, await refundableHoldings(tx, parts, orderId, currency));
}

/** Returns how much of the order's money could go back to the cards that paid it, in minor units. */
export async function cardMoneyOf(
  db: Queryable,
  parts: Pick<RefundParts, 'gateways'>,
  orderId: number,
  currency: string,
): Promise<number> {
  const { toCard } = splitRefund(Number.MAX_SAFE_INTEGER, await refundableHoldings(db, parts, orderId, currency));
  return toCard.reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns what the order's receipts still hold, with what their gateways can give back. */
async function refundableHoldings(
  db: Queryable,
  { gateways }: Pick<RefundParts, 'gateways'>,
  orderId: number,
  currency: string,
): Promise<Holding[]> {
  return (await holdingsOf(db, orderId, currency)).map((held) => ({
    ...held,
    refund: gateways?.named(held.gateway)?.can.refund ?? 'no',
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
