import { takesPayments } from '#features/orders/domain/order-status.ts';
import {
  endOrder,
  hasRefunds,
  lockOrder,
  type OrderRow,
  postponePayBy,
  setPayBy,
  takeOrdersPastPayBy,
} from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { canStillBePaid } from '../domain/attempt-times.ts';
import { type AttemptRow, toGatewayAttempt } from './attempt-store.ts';
import { takeAttemptsToQuery } from './attempt-work-store.ts';
import { closeAttempt } from './close-attempt.ts';
import { openAttemptsOfOrder } from './find-attempt-store.ts';
import type { Gateways } from './gateways.ts';
import type { SettleParts } from './settle-attempt.ts';

export interface PaymentWorkParts extends SettleParts {
  gateways: Gateways;
  orderEnded(tx: Tx, order: OrderRow, now: Date): Promise<void>;
  onError(error: unknown): void;
}

const BATCH = 20;
const QUERY_AGAIN_MS = 60_000;
/** Longer than a gateway call takes, and not longer than the pause before the next check. */
const LEASE_MS = 60_000;

/**
 * Queries open attempts, because callbacks can get lost. Runs concurrently, so that one timeout does not delay the
 * others.
 */
export const queryAttempts = (parts: PaymentWorkParts): DueWork => ({
  name: 'query-attempts',
  async run(now) {
    const names = parts.gateways.all.map(({ name }) => name);
    const due = await takeAttemptsToQuery(parts.db, names, now, BATCH);
    const answers = await Promise.allSettled(due.map((attempt) => queryAndSettle(parts, attempt, now)));
    for (const answer of answers) if (answer.status === 'rejected') parts.onError(answer.reason);
    return due.length;
  },
});

async function queryAndSettle(parts: PaymentWorkParts, attempt: AttemptRow, now: Date): Promise<void> {
  await parts.settle(attempt, await parts.gateways.of(attempt).status(toGatewayAttempt(attempt), now), now);
}

/**
 * Ends unpaid orders past their deadline. A card order is abandoned once none of its open attempts can be paid any
 * more: each is closed at its gateway, or has expired if the gateway cannot close it. A transfer order is cancelled. So
 * is a partly paid one; its money is then owed. Decided under the order's lock, so money that arrives after the query
 * counts.
 */
export const endUnpaidOrders = (parts: PaymentWorkParts): DueWork => ({
  name: 'end-unpaid-orders',
  async run(now) {
    const due = await takeOrdersPastPayBy(parts.db, now, new Date(now.getTime() + LEASE_MS), BATCH);
    const answers = await Promise.allSettled(due.map((order) => closeAttempts(parts, order, now)));
    let decided = 0;
    for (const [index, order] of due.entries()) {
      try {
        const answer = answers[index]!;
        if (answer.status === 'rejected') throw answer.reason;
        await endIfUnpaid(parts, order.id, now);
        decided += 1;
      } catch (error) {
        parts.onError(error);
        await postponePayBy(parts.db, order, new Date(now.getTime() + QUERY_AGAIN_MS), now).catch(parts.onError);
      }
    }
    return decided;
  },
});

async function closeAttempts(parts: PaymentWorkParts, order: OrderRow, now: Date): Promise<void> {
  for (const attempt of await openAttemptsOfOrder(parts.db, order.id)) {
    const closed = await closeAttempt(parts, attempt, now);
    if (!closed.ok) throw closed.error.error;
  }
}

/** Ends the order, or moves its deadline, so that it is no longer due at `now`. */
function endIfUnpaid(parts: PaymentWorkParts, orderId: number, now: Date): Promise<void> {
  return parts.db.stockTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order?.payBy || order.payBy > now) return;
    const isShort = order.paymentStatus === 'partial';
    // A problem, or a partly refunded order, waits for the operator.
    if (!takesPayments(order.paymentStatus) || (isShort && (await hasRefunds(tx, order.id)))) {
      await setPayBy(tx, order, null);
      return;
    }
    const open = await openAttemptsOfOrder(tx, order.id);
    if (order.paymentStatus === 'processing' || open.some((attempt) => canStillBePaid(attempt, now))) {
      await setPayBy(tx, order, new Date(now.getTime() + QUERY_AGAIN_MS));
      return;
    }
    await endOrder(tx, order, isShort || order.paymentMethod === 'bank_transfer' ? 'cancelled' : 'abandoned', now);
    await parts.orderEnded(tx, order, now);
  });
}
