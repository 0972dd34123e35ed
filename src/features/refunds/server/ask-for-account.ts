import type { OrderRow } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { waitsForAccount } from '../domain/waits-for-account.ts';
import { movementsOf } from './movement-store.ts';
import { mailAccountNeeded } from './refund-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import type { RefundRow } from './refund-store.ts';

/**
 * Asks the customer by mail for an account if a card did not take its part and none is known. Call it under the
 * refund's lock.
 */
export async function askForAccount(
  tx: Tx,
  parts: RefundParts,
  { order, refund }: { readonly order: OrderRow; readonly refund: RefundRow },
  now: Date,
): Promise<void> {
  const movements = await movementsOf(tx, refund.id);
  const amount = waitsForAccount({ status: refund.status, hasAccount: refund.bankSealed !== null }, movements);
  if (amount === 0) return;
  const shop = await parts.loadShop(tx);
  // If two cards fail, there are two mails, the second with the sum of both.
  const time = movements.filter(
    ({ status, gateway }) => gateway !== null && ['failed', 'replaced'].includes(status),
  ).length;
  await mailAccountNeeded(tx, { ...parts, shop }, refund, order, { amount, time }, now);
}
