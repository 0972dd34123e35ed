import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderById } from '#features/orders/server/public.ts';
import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import * as contract from '../office-contract.ts';
import { type AdvanceRefusal, startRefund } from './advance-refund.ts';
import { movementByKey, movementsOf } from './movement-store.ts';
import { linesOfRefunds } from './refund-items-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { refundByCode } from './refund-store.ts';
import { type RefuseRefusal, refuseRefund } from './refuse-refund.ts';
import { type RetryRefusal, retryMovement } from './retry-movement.ts';

export interface OfficeRefundParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly currencyDigits: number }>;
  readonly refunds: RefundParts;
}

const NOT_NOW = conflict(markedText('Somebody has decided this refund already.'));

const advanceRefusal = httpRefusals<AdvanceRefusal>({
  unknown_refund: notFound,
  not_from_here: NOT_NOW,
  order_not_settled: conflict(
    markedText('Its order has a problem. Resolve that first, so that nothing is paid back twice.'),
  ),
  being_paid: conflict(markedText('A payment of its order is under way. Try again once it has finished.')),
  booked_before: NOT_NOW,
});
const refuseRefusal = httpRefusals<RefuseRefusal>({ unknown_refund: notFound, not_from_here: NOT_NOW });
const retryRefusal = httpRefusals<RetryRefusal>({
  unknown_movement: notFound,
  not_failed: conflict(markedText('This part is no longer failed.')),
  in_file: conflict(markedText('A file for the bank already pays another part of this refund. Wait until it is paid.')),
});

const REASON_NEEDED: OfficeRefusal = invalidFields([
  { field: 'reason', message: markedText('Please write a reason. The customer reads it.') },
]);

export function addOfficeRefundCalls(calls: OfficeCallRegistry, { db, shop, refunds }: OfficeRefundParts): void {
  const previews: PreviewParts = { db, currencyDigits: async () => (await shop()).currencyDigits };
  const orderOf = async (tx: Queryable, code: string) => {
    const refund = await refundByCode(tx, code);
    return refund ? [refund.orderCode] : [];
  };

  calls.add(contract.refundToDecide, async ({ code }) =>
    db.read(async (tx) => {
      const refund = await refundByCode(tx, normalizeReference(code));
      const order = refund && (await orderById(tx, refund.orderId));
      if (!refund || !order) return refuse(notFound);
      const lines = await linesOfRefunds(tx, [refund.id]);
      const movements = await movementsOf(tx, refund.id);
      return ok({
        code: refund.code,
        order: refund.orderCode,
        customer_name: order.customer_name,
        status: refund.status,
        requested_at: toInstant(refund.createdAt),
        total: refund.total,
        is_whole_plan: refund.isWholePlan,
        shipping: refund.shippingRefund,
        to_card: refund.toCard,
        lines: lines.map((line) => ({
          name: line.frozen.name,
          holder: line.fullName ?? '',
          code: line.code,
          amount: line.amount,
          fee_kept: line.refundFee,
        })),
        movements: movements.map(({ key, gateway, amount, status, reason }) => ({
          key,
          gateway,
          amount,
          status,
          reason,
        })),
      });
    }),
  );

  calls.add(contract.refundStart, async (body, context) => {
    const code = normalizeReference(body.code);
    return previewOrDo(previews, context, body.preview, {
      wish: ['refund-start', code],
      orders: (tx) => orderOf(tx, code),
      run: async (inner) => {
        const move = { code, actor: callerOf(context).actor };
        const started = await startRefund({ ...refunds, db: inner }, move, context.now);
        return started.ok ? ok({}) : refuse(advanceRefusal(started.error));
      },
    });
  });

  calls.add(contract.refundRefuse, async (body, context) => {
    const code = normalizeReference(body.code);
    if (body.reason === '') return refuse(REASON_NEEDED);
    return previewOrDo(previews, context, body.preview, {
      wish: ['refund-refuse', code, body.reason],
      orders: (tx) => orderOf(tx, code),
      run: async (inner) => {
        const wish = { code, reason: body.reason, actor: callerOf(context).actor };
        const refused = await refuseRefund({ ...refunds, db: inner }, wish, context.now);
        return refused.ok ? ok({}) : refuse(refuseRefusal(refused.error));
      },
    });
  });

  calls.add(contract.refundMovementRetry, async (body, context) => {
    const key = normalizeReference(body.movement);
    return previewOrDo(previews, context, body.preview, {
      wish: ['refund-movement-retry', key, body.by_bank],
      orders: async (tx) => {
        const movement = await movementByKey(tx, key);
        const order = movement && (await orderById(tx, movement.orderId));
        return order ? [order.code] : [];
      },
      run: async (inner) => {
        const wish = { key, byBank: body.by_bank, actor: callerOf(context).actor };
        const retried = await retryMovement({ ...refunds, db: inner }, wish, context.now);
        return retried.ok ? ok({}) : refuse(retryRefusal(retried.error));
      },
    });
  });
}
