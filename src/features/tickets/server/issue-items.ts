import type { Tx } from '#platform/db/db.ts';
import { ticketCode } from '#platform/secrets/random-codes.ts';
import { cancelActive, insertItems, lineIdsOf, setPending } from './issue-store.ts';

export interface OrderToIssue {
  readonly orderId: number;
  /** Whether the order is a plan that is not fully paid. Its items stay pending until it is. */
  readonly pending: boolean;
  /** The order's lines, if the caller has read them under its lock. */
  readonly lineIds?: readonly number[] | undefined;
}

/**
 * Issues tickets and merchandise purchases for the lines of orders, each line once, even if many processes call this.
 * If a late payment has restored an order whose items were cancelled, they become active again, tickets with a new
 * code. Returns how many items were created or changed. The caller holds the orders' locks and has decided that they
 * may be issued.
 */
export async function issueItemsOf(tx: Tx, orders: readonly OrderToIssue[], now: Date): Promise<number> {
  const items = [];
  for (const { orderId, pending, lineIds: known } of orders) {
    const lineIds = known ?? (await lineIdsOf(tx, orderId));
    if (lineIds.length === 0) throw new Error(`Order ${orderId} has no lines to issue`);
    items.push(...lineIds.map((lineId) => ({ lineId, code: ticketCode(), pending })));
  }
  return items.length === 0 ? 0 : insertItems(tx, items, now);
}

/** `issueItemsOf` for one order. */
export const issueItems = (
  tx: Tx,
  orderId: number,
  { pending }: Pick<OrderToIssue, 'pending'>,
  now: Date,
): Promise<number> => issueItemsOf(tx, [{ orderId, pending }], now);

/** Makes items pending again after a payment was reversed, unless their refund is under way or done. Safe to repeat. */
export const awaitPaymentAgain = (tx: Tx, orderId: number): Promise<number> => setPending(tx, orderId);

/**
 * Cancels the active items of a cancelled or abandoned order, which invalidates their documents and codes.
 * Items in a refund stay in it. Returns how many changed. Safe to repeat, and to call before anything was issued.
 */
export const cancelItems = (tx: Tx, orderId: number): Promise<number> => cancelActive(tx, orderId);
