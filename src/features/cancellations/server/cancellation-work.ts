import {
  type CancelOrderRefusal,
  type CancelRequest,
  cancelOrder,
  type OperatorOrderParts,
} from '#features/desk/server/public.ts';
import { orderByCode } from '#features/orders/server/public.ts';
import {
  createRefund,
  type RefundParts,
  startRefund,
  unstartedOperatorRefunds,
} from '#features/refunds/server/public.ts';
import { isStillOrdered } from '#features/tickets/domain/item-status.ts';
import { mailHoldersOfCancelled } from '#features/tickets/server/public.ts';
import { type Actor, commandLine } from '#kernel/actor.ts';
import { markedText } from '#kernel/language.ts';
import type { Result } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { FULL_REFUND } from './cancel-event.ts';
import {
  type CancellationRow,
  cancellationById,
  countLinesOutside,
  type DueOrder,
  finishOrder,
  leaseOrder,
  ticketsInScope,
} from './cancellation-store.ts';

export interface CancellationParts {
  readonly orders: OperatorOrderParts;
  readonly refunds: RefundParts;
  onError(error: unknown): void;
}

const MINUTE = 60_000;
/** Longer than one order takes, including its gateway. */
const LEASE_MS = 2 * MINUTE;
const MAX_ATTEMPTS = 100;

export type Outcome =
  | { readonly status: 'refunded' | 'cancelled'; readonly words: string }
  | { readonly status: 'needs_you'; readonly words: string }
  | { readonly status: 'waiting'; readonly words: string; readonly again: Date };

/** Refunds one cancelled order at a time. Each step can be repeated, so the process can be killed at any moment. */
export const refundCancelledOrders = (parts: CancellationParts): DueWork => ({
  name: 'cancelled-events',
  async run(now) {
    const { db } = parts.orders;
    const due = await leaseOrder(db, now, new Date(now.getTime() + LEASE_MS));
    if (!due) return 0;
    const { orders, refunds } = parts;
    const work: Work = { db, refunds, cancel: (request, at) => cancelOrder(orders, request, at) };
    const outcome = await settleOrder(work, due, null, now).catch((error: unknown): Outcome => {
      parts.onError(error);
      return {
        status: 'waiting',
        words: 'An error occurred. See the log.',
        again: new Date(now.getTime() + 5 * MINUTE),
      };
    });
    const isOver = outcome.status === 'waiting' && due.tries >= MAX_ATTEMPTS;
    const to = isOver ? { ...outcome, status: 'needs_you' as const } : outcome;
    await finishOrder(db, due, to, to.status === 'waiting' && 'again' in to ? to.again : null);
    return 1;
  },
});

/**
 * Refunds an order of a cancellation, or cancels it if it is unpaid. If `actor` is null, it acts on behalf of the
 * person who cancelled the event.
 */
export async function settleOrder(
  parts: Work,
  due: Pick<DueOrder, 'cancellationId' | 'orderId' | 'code'>,
  actor: Actor | null,
  now: Date,
): Promise<Outcome> {
  const { db } = parts;
  const cancelled = (await cancellationById(db, due.cancellationId))!;
  const cancellation = { ...cancelled, actor: actor ?? commandLine(cancelled.actor) };
  const order = (await orderByCode(db, due.code))!;
  if (order.stockReleased) return { status: 'cancelled', words: '' };
  if (order.paymentStatus === 'problem') return needsYou(markedText('The order has a problem.'));
  if (order.paymentStatus !== 'paid' && !(order.hasPaymentPlan && order.paymentStatus === 'partial')) {
    return await cancelUnpaid(parts, cancellation, due, now);
  }
  if (order.hasPaymentPlan && (await countLinesOutside(db, order.id, cancellation.scope)) > 0) {
    return needsYou(markedText('A payment plan with other items.'));
  }
  return await refundPaid(parts, cancellation, due, order.customerEmail, now);
}

/** A cancellation, and the actor to whom the work on its orders is attributed. */
type Acting = Omit<CancellationRow, 'actor'> & { readonly actor: Actor };

/** Dependencies of the work on an order. */
export interface Work {
  readonly db: Db;
  readonly refunds: RefundParts;
  cancel(request: CancelRequest, now: Date): Promise<Result<unknown, CancelOrderRefusal>>;
}

async function cancelUnpaid(
  { cancel }: Work,
  { reason, actor }: Acting,
  { code }: Pick<DueOrder, 'code'>,
  now: Date,
): Promise<Outcome> {
  const done = await cancel({ code, reason, actor }, now);
  if (done.ok) return { status: 'cancelled', words: '' };
  switch (done.error.kind) {
    case 'still_payable':
      return { status: 'waiting', words: 'Its payment page is still open.', again: done.error.until };
    case 'gateway_down':
      return { status: 'waiting', words: 'The gateway did not respond.', again: new Date(now.getTime() + 5 * MINUTE) };
    // It was paid in the meantime.
    case 'wrong_status':
      return { status: 'waiting', words: '', again: now };
    default:
      return needsYou(markedText('It has refunds.'));
  }
}

async function refundPaid(
  { db, refunds }: Work,
  { id, scope, reason, actor }: Acting,
  { code, orderId }: Pick<DueOrder, 'code' | 'orderId'>,
  buyerEmail: string,
  now: Date,
): Promise<Outcome> {
  const tickets = (await ticketsInScope(db, orderId, scope)).filter(({ status }) => isStillOrdered(status));
  const codes = tickets.map((ticket) => ticket.code);
  if (codes.length > 0) {
    // Queued before the refund: if the process is killed in between, the work is repeated, and the key prevents a
    // second mail.
    await db.transaction(async (tx) => {
      const shop = await refunds.loadShop(tx);
      const ticketIds = tickets.map((ticket) => ticket.id);
      const cancelled = { key: `cancellation:${id}`, ticketIds, buyerEmail, reason };
      await mailHoldersOfCancelled(tx, { shop, shopUrl: refunds.shopUrl }, cancelled, now);
    });
    const made = await createRefund(refunds, { ...FULL_REFUND, orderCode: code, codes, reason, actor }, now);
    if (!made.ok) {
      return made.error.kind === 'being_paid'
        ? { status: 'waiting', words: 'A payment is in progress.', again: new Date(now.getTime() + 5 * MINUTE) }
        : needsYou(`It cannot be refunded (${made.error.kind}).`);
    }
  }
  // If a process was killed here, it left a refund that nobody started.
  const waiting = await unstartedOperatorRefunds(db, orderId);
  for (const refund of waiting) {
    const move = { code: refund.code, actor };
    const started = await startRefund(refunds, move, now);
    if (!started.ok) return needsYou(`Refund ${refund.code} could not be started (${started.error.kind}).`);
  }
  if ((await ticketsInScope(db, orderId, scope)).some(({ status }) => status === 'refund')) {
    return needsYou(markedText('The customer has requested a refund: start it, or refuse it and resume.'));
  }
  return { status: 'refunded', words: waiting.map((refund) => refund.code).join(', ') };
}

const needsYou = (words: string): Outcome => ({ status: 'needs_you', words });
