import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { findPayable } from '#features/orders/server/public.ts';
import {
  closeAttempt,
  type Gateways,
  openAttemptsOfOrder,
  openAttemptsOfPayment,
  type SettleParts,
} from '#features/payments/server/public.ts';
import { ok, type Result } from '#kernel/result.ts';

export type CloseInstalmentsRefusal = { kind: 'gateway_down'; error: unknown };

/**
 * Ends the open payment pages of an instalment, or of a whole order, because they show an amount that is about to
 * change. Calls their gateways. Money paid meanwhile counts as usual.
 */
export async function closeInstalmentPayments(
  parts: SettleParts & { readonly gateways: Gateways },
  reference: string,
  now: Date,
): Promise<Result<object, CloseInstalmentsRefusal>> {
  const found = await findPayable(parts.db, normalizeReference(reference));
  if (!found) return ok({});
  const open =
    found.paymentId === null
      ? await openAttemptsOfOrder(parts.db, found.orderId)
      : await openAttemptsOfPayment(parts.db, found.paymentId);
  for (const attempt of open) {
    const closed = await closeAttempt(parts, attempt, now);
    if (!closed.ok) return closed;
  }
  return ok({});
}
