import type { Command } from '#features/previews/server/public.ts';
import { callerOf, type OfficeContext, type OfficeRefusal } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { type AdvanceRefusal, startRefund } from './advance-refund.ts';
import type { RefundParts } from './refund-parts.ts';
import { refundByCode } from './refund-store.ts';
import { type RefuseRefusal, refuseRefund } from './refuse-refund.ts';

/* The commands with a preview that decide a refund, used for one refund and for several at once. */

const NOT_NOW = conflict(markedText('Someone has already decided this refund.'));

export const advanceRefusal = httpRefusals<AdvanceRefusal>({
  unknown_refund: notFound,
  wrong_status: NOT_NOW,
  order_not_settled: conflict(
    markedText('The order has a payment problem. Settle that first, so that nothing is refunded twice.'),
  ),
  being_paid: conflict(markedText('A payment for this order is in progress. Try again once it has finished.')),
  booked_before: NOT_NOW,
});
const refuseRefusal = httpRefusals<RefuseRefusal>({ unknown_refund: notFound, wrong_status: NOT_NOW });
export const reasonNeeded: OfficeRefusal = invalidFields([
  { field: 'reason', message: markedText('Please write a reason. The customer reads it.') },
]);

export const orderOf = (code: string) => async (tx: Queryable) => {
  const refund = await refundByCode(tx, code);
  return refund ? [refund.orderCode] : [];
};

export const approveCommand = (
  refunds: RefundParts,
  { code }: { readonly code: string },
  context: OfficeContext,
): Command => ({
  request: ['refund-start', code],
  orders: orderOf(code),
  run: async (inner) => {
    const move = { code, actor: callerOf(context).actor };
    const started = await startRefund({ ...refunds, db: inner }, move, context.now);
    return started.ok ? ok({}) : refuse(advanceRefusal(started.error));
  },
});

export const refuseCommand = (
  refunds: RefundParts,
  { code, reason }: { readonly code: string; readonly reason: string },
  context: OfficeContext,
): Command => ({
  request: ['refund-refuse', code, reason],
  orders: orderOf(code),
  run: async (inner) => {
    const request = { code, reason, actor: callerOf(context).actor };
    const refused = await refuseRefund({ ...refunds, db: inner }, request, context.now);
    return refused.ok ? ok({}) : refuse(refuseRefusal(refused.error));
  },
});
