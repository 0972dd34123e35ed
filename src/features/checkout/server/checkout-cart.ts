import { type OrderRow, orderById, paymentsOf } from '#features/orders/server/public.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { startWasLost } from '#features/payments/domain/attempt-times.ts';
import {
  type AttemptParts,
  type AttemptRow,
  latestAttemptOfPayment,
  startAttempt,
} from '#features/payments/server/public.ts';
import { ok, type Result } from '#kernel/result.ts';
import {
  type CheckoutRefusal,
  type CheckoutRequest,
  type PlaceOrderParts,
  placeOrder,
  type WrittenOrder,
} from './place-order.ts';

export interface CheckoutParts extends PlaceOrderParts {
  attempts: AttemptParts;
  onGatewayError(error: unknown): void;
}

/** How long a repeated request waits until the first one has the gateway's answer. */
const WAIT_FOR_START_MS = 4_000;

/**
 * Places the order and, for a card, starts its first payment. `payment` is null if there is nothing to pay online, or
 * the gateway did not answer. `written` is null if an earlier request placed the order, or if its payment was not
 * started, because that attempt no longer counts.
 */
export async function checkoutCart(
  parts: CheckoutParts,
  request: CheckoutRequest,
  now: Date,
): Promise<Result<{ order: OrderRow; written: WrittenOrder | null; payment: PaymentAction | null }, CheckoutRefusal>> {
  const placed = await placeOrder(parts, request, now);
  if (!placed.ok) return placed;
  const { orderId, written } = placed.value;
  if (written) {
    const payment = await actionOfNew(parts, written, now);
    const isAsWritten = written.attempt === null || payment !== null;
    return ok({ order: written.order, written: isAsWritten ? written : null, payment });
  }
  const order = (await orderById(parts.db, orderId)) as OrderRow;
  return ok({ order, written, payment: await actionOfEarlier(parts, order, now) });
}

async function actionOfNew(
  parts: CheckoutParts,
  { order, attempt }: WrittenOrder,
  now: Date,
): Promise<PaymentAction | null> {
  return attempt && (await started(parts, attempt, order, now));
}

/** Returns the payment action of the order that another request has placed, perhaps a moment ago. */
async function actionOfEarlier(parts: CheckoutParts, order: OrderRow, now: Date): Promise<PaymentAction | null> {
  if (order.paymentMethod !== 'credit_card' || order.paymentStatus !== 'pending') return null;
  const [first] = await paymentsOf(parts.db, [order.id]);
  if (!first) return null;
  const waitUntil = performance.now() + WAIT_FOR_START_MS;
  for (;;) {
    const attempt = await latestAttemptOfPayment(parts.db, first.id);
    if (!attempt) return null;
    if (attempt.status === 'open') return attempt.action;
    if (attempt.status !== 'created') return null;
    if (startWasLost(attempt, now)) return started(parts, attempt, order, now);
    // Another request has just written this attempt and is calling the gateway.
    if (performance.now() > waitUntil) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function started(parts: CheckoutParts, attempt: AttemptRow, order: OrderRow, now: Date): Promise<PaymentAction | null> {
  return startAttempt(parts.attempts, attempt, order, now).catch((error) => {
    parts.onGatewayError(error);
    return null;
  });
}
