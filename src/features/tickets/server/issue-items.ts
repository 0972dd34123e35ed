import type { Tx } from '#platform/db/db.ts';
import { ticketCode } from '#platform/secrets/random-codes.ts';
import { cancelActive, insertItems, lineIdsOf, setPending } from './issue-store.ts';

/**
 * Makes tickets and merchandise purchases of an order's lines, each line's exactly once however often and from however many
 * processes this is called. `pending`: the order is a plan that is not paid to the end; once it is, its items
 * wait no longer. `lineIds`: those of the order, for who has read
 * them under its lock. On an order whose items were cancelled (late money brought it back) they become active again, tickets with a new code. Returns how many
 * items were made or changed. The caller holds the order's lock and has decided that the order may be issued.
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

/** Money of the order was taken back: what is not refunded waits for it again, as if it had never come. Safe to repeat. */
export const awaitPaymentAgain = (tx: Tx, orderId: number): Promise<number> => setPending(tx, orderId);

/**
 * The order was cancelled or abandoned: its active items are dead, their documents and codes with them. Items in a refund
 * stay with the refund. Returns how many that changed; safe to repeat, and before anything was issued.
 */
export const cancelItems = (tx: Tx, orderId: number): Promise<number> => cancelActive(tx, orderId);
