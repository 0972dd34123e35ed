import { lockOrder, type OrderRow } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { amountAwaitingAccount, amountForAccount } from '../domain/amounts-for-account.ts';
import { mailAccountNeeded, type WhyAccountNeeded } from './account-mails.ts';
import { type MovementRow, movementsOf } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund, type RefundRow, refundByCode } from './refund-store.ts';

/**
 * Asks the customer by mail for a bank account if a card did not take its part of the refund and no account is known.
 * Call it under the refund's lock.
 */
export async function askForAccountIfCardFailed(
  tx: Tx,
  parts: RefundParts,
  { order, refund }: { readonly order: OrderRow; readonly refund: RefundRow },
  now: Date,
): Promise<void> {
  if (refund.bankSealed !== null) return;
  const movements = await movementsOf(tx, refund.id);
  const amount = amountAwaitingAccount({ status: refund.status, hasAccount: false }, movements);
  if (amount === 0) return;
  const shop = await parts.loadShop(tx);
  // If two cards fail, there are two mails, the second with the sum of both.
  const keyNumber = movements.filter(
    ({ status, gateway }) => gateway !== null && ['failed', 'replaced'].includes(status),
  ).length;
  await mailAccountNeeded(tx, { ...parts, shop }, refund, order, { amount, keyNumber, why: 'card' }, now);
}

export type AskForAccountRefusal =
  | { readonly kind: 'unknown_refund' }
  /** No part of the refund can go to another account: the known one was not refused, or the money has moved. */
  | { readonly kind: 'not_needed' };

/**
 * Returns why an account is needed. A part that goes by bank does not mean that a card failed: the card may have taken
 * its own part.
 */
function whyNeeded(movements: readonly MovementRow[]): WhyAccountNeeded {
  if (movements.some(({ gateway, status }) => gateway === null && status === 'failed')) return 'returned';
  const isOfCard = movements.some(
    ({ gateway, status }) => gateway !== null && (status === 'failed' || status === 'replaced'),
  );
  return isOfCard ? 'card' : 'unknown';
}

/** Asks the customer by mail for the account that a refund waits for. Staff may ask again. */
export async function askCustomerForAccount(
  parts: RefundParts,
  { code, actor }: { readonly code: string; readonly actor: Actor },
  now: Date,
): Promise<Result<void, AskForAccountRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<void, AskForAccountRefusal>> => {
    const found = await refundByCode(tx, code);
    if (!found) return refuse({ kind: 'unknown_refund' });
    const order = (await lockOrder(tx, found.orderId))!;
    const refund = (await lockRefund(tx, found.id))!;
    const movements = await movementsOf(tx, refund.id);
    const amount = amountForAccount({ status: refund.status, hasAccount: refund.bankSealed !== null }, movements);
    if (amount === 0) return refuse({ kind: 'not_needed' });
    const shop = await parts.loadShop(tx);
    const why = whyNeeded(movements);
    const request = { amount, keyNumber: now.getTime(), why };
    await mailAccountNeeded(tx, { ...parts, shop }, refund, order, request, now);
    const details = { order: order.code, amount };
    await writeAudit(tx, { actor, action: 'refund.account_asked', subject: refund.code, details }, now);
    return ok(undefined);
  });
}
