import { lockOrder } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { movementsForAccount } from '../domain/amounts-for-account.ts';
import { acceptDetails, type BankDetails, type DetailsRefusal } from '../domain/bank-details.ts';
import { mailAccountGiven } from './account-mails.ts';
import { followMovements } from './follow-movements.ts';
import { isOrderDisputed, movementsOf } from './movement-store.ts';
import { replaceMovement } from './plan-movements.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund, refundByCode, setBankDetails } from './refund-store.ts';
import { sealDetails } from './sealed-details.ts';

export interface GivenAccount {
  /** The refund's customer, or staff on their behalf. */
  readonly actor: Actor;
  readonly code: string;
  readonly details: BankDetails;
}

export type GiveAccountRefusal =
  | { readonly kind: 'unknown_refund' }
  /** No part of the refund can go to another account: the known one was not refused, or the money has moved. */
  | { readonly kind: 'not_needed' }
  /** The customer's bank may return the same money. */
  | { readonly kind: 'disputed' }
  /** A file already orders another part of this refund by bank. */
  | { readonly kind: 'in_file' }
  | DetailsRefusal;

/**
 * Stores the account that a refund waits for. Money that a card did not take, or that the bank returned, goes there
 * instead. Calls `done` in the same transaction.
 */
export async function giveAccount(
  parts: RefundParts,
  { actor, code, details }: GivenAccount,
  now: Date,
  done: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result<void, GiveAccountRefusal>> {
  return await parts.db.stockTransaction(async (tx): Promise<Result<void, GiveAccountRefusal>> => {
    const found = await refundByCode(tx, code);
    const isOwn = actor.kind === 'customer';
    if (!found || (isOwn && found.customerId !== actor.id)) return refuse({ kind: 'unknown_refund' });
    const order = (await lockOrder(tx, found.orderId))!;
    const refund = (await lockRefund(tx, found.id))!;
    const movements = await movementsOf(tx, refund.id);
    const facts = { status: refund.status, hasAccount: refund.bankSealed !== null };
    const waiting = movementsForAccount(facts, movements);
    if (waiting.length === 0) return refuse({ kind: 'not_needed' });
    const failed = waiting.filter(({ status }) => status === 'failed');
    if (failed.length > 0) {
      if (await isOrderDisputed(tx, order.id)) return refuse({ kind: 'disputed' });
      const isOrdered = movements.some(({ gateway, status }) => gateway === null && status === 'pending');
      if (isOrdered && refund.exportedIn !== null) return refuse({ kind: 'in_file' });
    }
    const shop = await parts.loadShop(tx);
    const account = acceptDetails(details, shop.public);
    if (!account.ok) return account;

    await setBankDetails(tx, refund, sealDetails(parts.sealer, refund.code, account.value), details.country);
    for (const movement of failed) await replaceMovement(tx, parts, refund, movement, now, { byBank: true });
    await followMovements(tx, parts, [{ order, refund }], now);
    await mailAccountGiven(tx, { ...parts, shop }, refund, order, { isByStaff: !isOwn }, now);
    const action = isOwn ? 'refund.account_given' : 'refund.account_entered';
    // Without the account itself, because the audit log is kept forever.
    const audited = { order: order.code, amount: waiting.reduce((sum, { amount }) => sum + amount, 0) };
    await writeAudit(tx, { actor, action, subject: refund.code, details: audited }, now);
    await done(tx);
    return ok(undefined);
  });
}
