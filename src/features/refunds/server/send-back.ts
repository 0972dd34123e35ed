import type { OrderRow } from '#features/orders/server/public.ts';
import { type Gateways, type ReceiptRow, receiptsToReturn, stopReturn } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Actor, SYSTEM } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { lockReceiptAndOrder } from './lock-receipt.ts';
import { countMovementsToCard, insertReturn, isDisputed, moveMovement, returnsOfReceipt } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';

export type SendBackRefusal =
  | { readonly kind: 'unknown_receipt' }
  /** A transfer, or money that belongs to no attempt of this shop. */
  | { readonly kind: 'not_by_card' }
  /** The money was never listed, or is settled. */
  | { readonly kind: 'not_waiting' }
  | { readonly kind: 'nothing_in_suspense' }
  | { readonly kind: 'other_currency'; readonly currency: string }
  | { readonly kind: 'on_its_way' }
  /** The payer's bank may take the money back anyway. */
  | { readonly kind: 'disputed' }
  /** The gateway can never give it back, or not a second time for this payment. */
  | { readonly kind: 'gateway_cannot'; readonly gateway: string };

export interface SentBack {
  readonly movement: string;
  readonly amount: number;
  readonly gateway: string;
  readonly order: OrderRow;
}

const BATCH = 20;

/**
 * Plans to send a receipt's money in suspense back to its card. Only writes the movement; `sendMovements` calls the
 * gateway. Holds the locks of order and receipt, as do the use cases that keep or assign the money.
 */
export const sendBack = (
  parts: RefundParts,
  { receiptId, actor }: { readonly receiptId: number; readonly actor: Actor },
  now: Date,
): Promise<Result<SentBack, SendBackRefusal>> =>
  parts.db.transaction(async (tx) => {
    const locked = await lockReceiptAndOrder(tx, receiptId);
    if (!locked) return refuse({ kind: 'unknown_receipt' });
    return sendBackLocked(tx, parts, locked, actor, now);
  });

/**
 * Sends stray money back to its card once it has waited long enough. What cannot go back stays listed for the operator.
 */
export const returnStrayMoney = (parts: {
  readonly refunds: RefundParts;
  readonly gateways: Gateways;
  onError(error: unknown): void;
}): DueWork => ({
  name: 'return-stray-money',
  async run(now) {
    const { db } = parts.refunds;
    const names = parts.gateways.all.map(({ name }) => name);
    const due = await receiptsToReturn(db, names, now, BATCH);
    for (const { id } of due) await returnIfDue(parts.refunds, id, now).catch(parts.onError);
    return due.length;
  },
});

const returnIfDue = (parts: RefundParts, receiptId: number, now: Date): Promise<void> =>
  parts.db.transaction(async (tx) => {
    const locked = await lockReceiptAndOrder(tx, receiptId);
    const returnAt = locked?.receipt.returnAt ?? null;
    // The money was kept, assigned or sent back by another process in the meantime.
    if (!locked || returnAt === null || returnAt > now) return;
    const sent = await sendBackLocked(tx, parts, locked, SYSTEM, now);
    if (!sent.ok) await stopReturn(tx, receiptId);
  });

async function sendBackLocked(
  tx: Tx,
  parts: RefundParts,
  { receipt, order }: { readonly receipt: ReceiptRow; readonly order: OrderRow | null },
  actor: Actor,
  now: Date,
): Promise<Result<SentBack, SendBackRefusal>> {
  if (receipt.attemptId === null || order === null) return refuse({ kind: 'not_by_card' });
  const earlier = await returnsOfReceipt(tx, receipt.id);
  if (earlier.some(({ status }) => status === 'pending')) return refuse({ kind: 'on_its_way' });
  if (receipt.attention === null || receipt.settledAt !== null) return refuse({ kind: 'not_waiting' });
  if (receipt.suspended <= 0) return refuse({ kind: 'nothing_in_suspense' });
  const { currency } = (await parts.loadShop(tx)).public;
  if (receipt.currency !== currency) return refuse({ kind: 'other_currency', currency: receipt.currency });
  if (await isDisputed(tx, receipt.id)) return refuse({ kind: 'disputed' });
  const can = parts.gateways?.named(receipt.source)?.can.refund ?? 'no';
  if (can === 'no' || (can === 'once' && (await countMovementsToCard(tx, receipt.id)) > 0)) {
    return refuse({ kind: 'gateway_cannot', gateway: receipt.source });
  }
  for (const failed of earlier) if (failed.status === 'failed') await moveMovement(tx, failed, 'replaced', '', now);
  await stopReturn(tx, receipt.id);
  const { id, source: gateway, suspended: amount } = receipt;
  const movement = await insertReturn(tx, { receiptId: id, orderCode: order.code, gateway, amount }, now);
  const details = { receipt: id, movement, amount };
  await writeAudit(tx, { actor, action: 'payment.sent_back', subject: order.code, details }, now);
  return ok({ movement, amount, gateway, order });
}
