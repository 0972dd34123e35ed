import { lockOrder } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { acceptDetails, type BankDetails, type DetailsRefusal } from '../domain/bank-details.ts';
import { isUnfinished, type RefundStatus } from '../domain/refund-status.ts';
import { mailBankDetailsCorrected } from './account-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund, type RefundRow, refundByCode, setBankDetails } from './refund-store.ts';
import { sealDetails } from './sealed-details.ts';

export type CorrectDetailsRefusal =
  | { readonly kind: 'unknown_refund' }
  | { readonly kind: 'wrong_status'; readonly status: RefundStatus }
  /** A file for the bank already contains the old details. */
  | { readonly kind: 'in_file'; readonly file: string }
  | DetailsRefusal;

/** Replaces or adds the bank details of a refund that has not been paid, and tells the customer. */
export async function correctBankDetails(
  parts: RefundParts,
  { code, details, actor }: { readonly code: string; readonly details: BankDetails; readonly actor: Actor },
  now: Date,
): Promise<Result<{ refund: RefundRow; details: BankDetails }, CorrectDetailsRefusal>> {
  return await parts.db.transaction(async (tx) => {
    const found = await refundByCode(tx, code);
    if (!found) return refuse({ kind: 'unknown_refund' as const });
    const order = (await lockOrder(tx, found.orderId))!;
    const refund = (await lockRefund(tx, found.id))!;
    if (!isUnfinished(refund.status)) return refuse({ kind: 'wrong_status' as const, status: refund.status });
    if (refund.exportedIn !== null) return refuse({ kind: 'in_file' as const, file: refund.exportedIn });
    const shop = await parts.loadShop(tx);
    const account = acceptDetails(details, shop.public);
    if (!account.ok) return account;
    await setBankDetails(tx, refund, sealDetails(parts.sealer, refund.code, account.value), details.country);
    await mailBankDetailsCorrected(tx, { ...parts, shop }, refund, order, now);
    const audited = { order: order.code };
    await writeAudit(
      tx,
      { actor, action: 'refund.bank_details_corrected', subject: refund.code, details: audited },
      now,
    );
    return ok({ refund, details: account.value });
  });
}
