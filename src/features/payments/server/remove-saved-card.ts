import { lockOrder, orderByCode } from '#features/orders/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { endConsent } from './saved-method-store.ts';

/**
 * Stops charging the customer's card for the order's later instalments. Due work then deletes the card at the gateway.
 * Repeated calls change nothing. Returns false if the customer has no such order.
 */
export async function removeSavedCard(
  db: Db,
  { order: code, customerId }: { order: string; customerId: number },
  now: Date,
): Promise<boolean> {
  const found = await orderByCode(db, code);
  if (!found || found.customerId !== customerId) return false;
  await db.transaction(async (tx) => {
    await lockOrder(tx, found.id);
    await endConsent(tx, found.id, now);
  });
  return true;
}
