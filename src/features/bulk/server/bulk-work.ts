import {
  type CancelOrderRefusal,
  cancelClosed,
  closeBeforeCancelling,
  mailOrderAgain,
  type OperatorOrderParts,
} from '#features/desk/server/public.ts';
import { lockOrder, type OrderMailParts } from '#features/orders/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import { dbOf } from '#platform/db/within.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { type LeftOut, whyLeftOut } from '../domain/why-left-out.ts';
import { type DueBulkOrder, finishBulkOrder, leaseBulkOrder, ordersForBulk } from './bulk-store.ts';

export interface BulkWorkParts {
  readonly db: Db;
  readonly orders: OperatorOrderParts;
  mailParts(tx: Tx): Promise<OrderMailParts>;
  onError(error: unknown): void;
}

const MINUTE = 60_000;
/** Longer than one order takes, including the calls to its gateway. */
const LEASE_MS = 2 * MINUTE;
const MAX_ATTEMPTS = 20;

/** `again` is the time of the next attempt; null if there is none. */
type NotNow = { readonly why: LeftOut; readonly again: Date | null };

/** Carries out bulk actions, one order at a time. */
export const bulkWork = (parts: BulkWorkParts): DueWork => ({
  name: 'bulk-actions',
  async run(now) {
    const due = await leaseBulkOrder(parts.db, now, new Date(now.getTime() + LEASE_MS));
    if (!due) return 0;
    const done = await doOne(parts, due, now).catch((error: unknown) => {
      parts.onError(error);
      return refuse<NotNow>({ why: 'failed', again: new Date(now.getTime() + 5 * MINUTE) });
    });
    if (done.ok) return 1;
    const { why, again } = done.error;
    const isOver = again === null || due.tries >= MAX_ATTEMPTS;
    await finishBulkOrder(parts.db, due, isOver ? { why, again: null } : { why: null, again });
    return 1;
  },
});

async function doOne(parts: BulkWorkParts, due: DueBulkOrder, now: Date): Promise<Result<object, NotNow>> {
  const actor: Actor = { kind: 'staff', id: due.staffId, name: due.actor, sessionId: due.sessionId };
  if (due.action === 'mail')
    // Queues the mail and stores the result in one transaction, so that a killed process cannot send a second mail.
    return await parts.db.transaction(async (tx): Promise<Result<object, NotNow>> => {
      const refused = await refusedNow(tx, due);
      if (refused) return refuse(refused);
      if ((await finishBulkOrder(tx, due, { why: null, again: null })) === 0) return ok({});
      await mailOrderAgain(dbOf(tx), parts, { code: due.code, actor }, now);
      return ok({});
    });
  return await cancelOne(parts, due, actor, now);
}

async function cancelOne(
  { db, orders }: BulkWorkParts,
  due: DueBulkOrder,
  actor: Actor,
  now: Date,
): Promise<Result<object, NotNow>> {
  const early = await refusedNow(db, due);
  if (early) return refuse(early);
  const { code, reason } = due;
  const closed = await closeBeforeCancelling(orders, code, now);
  if (!closed.ok) return refuse(notNow(closed.error, now));
  return await db.stockTransaction(async (tx): Promise<Result<object, NotNow>> => {
    await lockOrder(tx, due.orderId);
    // Money may have arrived while the payment page was being closed.
    const refused = await refusedNow(tx, due);
    if (refused) return refuse(refused);
    if ((await finishBulkOrder(tx, due, { why: null, again: null })) === 0) return ok({});
    const cancelled = await cancelClosed({ ...orders, db: dbOf(tx) }, { code, reason, actor }, now);
    return cancelled.ok ? ok({}) : refuse(notNow(cancelled.error, now));
  });
}

async function refusedNow(db: Queryable, due: DueBulkOrder): Promise<NotNow | null> {
  const [order] = await ordersForBulk(db, [due.orderId]);
  const why = whyLeftOut(due.action, order!);
  return why && { why, again: null };
}

function notNow(refusal: CancelOrderRefusal, now: Date): NotNow {
  switch (refusal.kind) {
    case 'still_payable':
      return { why: 'being_paid', again: refusal.until };
    case 'gateway_down':
      return { why: 'failed', again: new Date(now.getTime() + 5 * MINUTE) };
    case 'has_refunds':
      return { why: 'has_refunds', again: null };
    // The order was paid or cancelled in the meantime. The next attempt finds out which.
    case 'wrong_status':
    case 'unknown_order':
      return { why: 'failed', again: now };
  }
}
