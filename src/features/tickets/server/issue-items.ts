import type { Tx } from '#platform/db/db.ts';
import { ticketCode } from '#platform/secrets/random-codes.ts';
import { cancelActive, insertItems, lineIdsOf, setPending } from './issue-store.ts';

/**
 * Issues tickets and merchandise purchases for an order's lines, each line once, however many processes call this.
 * `pending`: the order is a plan that is not fully paid; its items become active when it is. `lineIds`: the order's
 * lines, if the caller has read them under its lock. If a late payment has restored an order whose items were
 * cancelled, they become active again, tickets with a new code. Returns how many items were created or changed. The
 * caller holds the order's lock and has decided that the order may be issued.
 */
export async function issueItems(
  tx: Tx,
  orderId: number,
  { pending, lineIds: known }: { pending: boolean; lineIds?: readonly number[] | undefined },
  now: Date,
): Promise<number> {
  const lineIds = known ?? (await lineIdsOf(tx, orderId));
  if (lineIds.length === 0) throw new Error(`Order ${orderId} has no lines to issue`);
  const items = lineIds.map((lineId) => ({ lineId, code: ticketCode() }));
  return insertItems(tx, items, pending, now);
}

/** Makes items that are not refunded pending again, after a payment was reversed. Safe to repeat. */
export const awaitPaymentAgain = (tx: Tx, orderId: number): Promise<number> => setPending(tx, orderId);

/**
 * The order was cancelled or abandoned: cancels its active items, which invalidates their documents and codes. Items in
 * a refund stay in it. Returns how many changed. Safe to repeat, and to call before anything was issued.
 */
export const cancelItems = (tx: Tx, orderId: number): Promise<number> => cancelActive(tx, orderId);
