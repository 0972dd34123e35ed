import type { OrderRow } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { ConsentedInstalment } from '../domain/consented-instalments.ts';
import { chargeConsentText } from '../words/charge-consent.ts';
import { insertConsent } from './saved-method-store.ts';
import type { AttemptParts } from './start-attempt.ts';

export type ConsentParts = Pick<
  AttemptParts,
  'gateways' | 'language' | 'locale' | 'timezone' | 'currency' | 'currencyDigits'
>;

/**
 * Records that the buyer agrees to have the later instalments charged. Returns null if there are none, or if the
 * gateway for new payments cannot charge cards. Needs the order's lock.
 */
export async function recordConsent(
  tx: Tx,
  parts: ConsentParts,
  order: Pick<OrderRow, 'id' | 'hasPaymentPlan'>,
  later: readonly ConsentedInstalment[],
  now: Date,
): Promise<number | null> {
  if (!order.hasPaymentPlan || later.length === 0 || !parts.gateways.forNewPayments.can.charge) return null;
  return insertConsent(tx, order.id, chargeConsentText(parts.language, later, parts), now);
}
