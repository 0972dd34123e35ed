import { cancelClosed, type OperatorOrderParts } from '#features/desk/server/public.ts';
import { type PreviewParts, previewOrDoEach } from '#features/previews/server/public.ts';
import type { RefundParts } from '#features/refunds/server/public.ts';
import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { conflict, notFound } from '#platform/http/refusal.ts';
import * as contract from '../office-contract.ts';
import { setPaused } from './cancel-event.ts';
import {
  cancellationById,
  lockIfNeedsYou,
  ordersByCode,
  ordersThatNeedYou,
  storeOutcome,
} from './cancellation-store.ts';
import { settleOrder } from './cancellation-work.ts';

/** The maximum number of orders that are listed, and that are retried at once. */
const MAX_ORDERS = 20;

const NOT_WAITING = conflict(markedText('This has been dealt with in the meantime.'));

export interface OfficeCancellationParts {
  readonly db: OfficeDb;
  readonly previews: PreviewParts;
  readonly orders: Omit<OperatorOrderParts, 'db'>;
  readonly refunds: RefundParts;
}

export function addCancellationCalls(calls: OfficeCallRegistry, parts: OfficeCancellationParts): void {
  const { previews, db } = parts;

  calls.add(contract.cancellationOpen, async ({ cancellation: id }) =>
    db.read(async (tx) => {
      const found = await cancellationById(tx, id);
      if (!found) return refuse(notFound);
      const orders = await ordersThatNeedYou(tx, id, MAX_ORDERS);
      return ok({
        name: found.name,
        reason: found.reason,
        is_paused: found.pausedAt !== null,
        waiting: found.waiting,
        done: found.done,
        need_you: found.needYou,
        orders: orders.map(({ code, total, words }) => ({ code, total, why: words })),
      });
    }),
  );

  /** Refunds or cancels an order immediately, on behalf of the caller and without calling a gateway. */
  const retryCommand = (id: number, { orderId, code }: { orderId: number; code: string }, context: OfficeContext) => ({
    key: code,
    command: {
      request: ['cancellation-retry', id, code],
      orders: async () => [code],
      run: async (inner: OfficeDb) => {
        const locked = await inner.transaction((tx) => lockIfNeedsYou(tx, id, orderId));
        if (!locked) return refuse(NOT_WAITING);
        const inside = {
          db: inner,
          refunds: { ...parts.refunds, db: inner },
          cancel: (request: Parameters<typeof cancelClosed>[1], now: Date) =>
            cancelClosed({ ...parts.orders, db: inner }, request, now),
        };
        const due = { cancellationId: id, orderId, code };
        const settled = await settleOrder(inside, due, callerOf(context).actor, context.now);
        if (settled.status === 'needs_you') return refuse(conflict(settled.words));
        await inner.transaction((tx) => storeOutcome(tx, due, settled));
        return ok({});
      },
    },
  });

  calls.add(contract.cancellationRetry, async ({ cancellation: id, codes, preview }, context) => {
    const orders = await db.read((tx) => ordersByCode(tx, id, codes));
    if (orders.length === 0) return refuse(notFound);
    return previewOrDoEach(
      previews,
      context,
      preview,
      orders.map((order) => retryCommand(id, order, context)),
    );
  });

  calls.add(contract.cancellationPause, async ({ cancellation: id, is_paused: isPaused }, context) =>
    db.transaction(async (tx): Promise<Result<{ waiting: number }, OfficeRefusal>> => {
      const paused = await setPaused(tx, { id, isPaused, actor: callerOf(context).actor }, context.now);
      if (!paused) return refuse(notFound);
      const answer = { waiting: paused.waiting };
      await context.remember(tx, answer);
      return ok(answer);
    }),
  );
}
