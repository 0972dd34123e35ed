import { isDue } from '#features/orders/domain/payment-view.ts';
import { lockOrder, type OrderRow, orderByCode, type PaymentRow, paymentsOf } from '#features/orders/server/public.ts';
import type { OpenRefund } from '#features/tickets/domain/item-status.ts';
import { openRefundOfOrder } from '#features/tickets/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { opensLink } from '#platform/secrets/link-codes.ts';
import type { PaymentAction } from '../contract.ts';
import { isBeingStarted } from '../domain/attempt-times.ts';
import { consentedInstalments } from '../domain/consented-instalments.ts';
import { type PayRefusal, whyNotPay } from '../domain/may-pay.ts';
import type { PaymentLink } from '../domain/payment-link.ts';
import type { StartRefusal } from '../domain/start-refusal.ts';
import { type AttemptRow, toGatewayAttempt } from './attempt-store.ts';
import { closeAttempt } from './close-attempt.ts';
import { openAttemptsOfPayment } from './find-attempt-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import { recordConsent } from './record-consent.ts';
import type { SettleParts } from './settle-attempt.ts';
import { type AttemptParts, paymentToStart, prepareAttempt, startAttempt } from './start-attempt.ts';

export interface PayParts extends AttemptParts, SettleParts {
  maxAttempts: number;
  takesCardPayments: boolean;
  onGatewayError(error: unknown): void;
}

export type PayPaymentRefusal =
  | PayRefusal
  | { kind: 'unknown' }
  | { kind: 'gateway_down' }
  /** The gateway would refuse it. */
  | { kind: 'not_by_card'; refusal: StartRefusal; shop: Pick<AttemptParts, 'locale' | 'currency' | 'currencyDigits'> };

export interface PayRequest extends PaymentLink {
  /** Not required: anybody with the link may pay. */
  readonly customerId?: number | null;
  /** The order's owner agrees that the later instalments are charged to the card. */
  readonly savesCard?: boolean;
}

/** Finds a payment by its link. Null unless code, checksum and reference all match. */
export async function paymentByLink(
  parts: Pick<PayParts, 'db'>,
  link: PaymentLink,
): Promise<{ order: OrderRow; payment: PaymentRow } | null> {
  const order = await orderByCode(parts.db, link.order);
  if (!opensLink(order, 'payment', link.checksum)) return null;
  const payments = await paymentsOf(parts.db, [order.id]);
  const payment = payments.find((one) => one.reference === link.reference);
  return payment ? { order, payment } : null;
}

/** How long an attempt waits while others of the same payment start, in milliseconds. */
const WAIT_FOR_OTHERS_MS = 4_000;
const RETRY_AFTER_MS = 100;

/**
 * Starts a card attempt. First ends earlier open ones at their gateway, so that two tabs cannot pay twice; if one was
 * paid, the new attempt is refused. Each of several concurrent attempts ends the one before it, so only the last
 * remains. An attempt that cannot be ended is resumed instead.
 */
export async function payPayment(
  parts: PayParts,
  link: PayRequest,
  origin: string,
  now: Date,
): Promise<Result<PaymentAction, PayPaymentRefusal>> {
  const waitUntil = performance.now() + WAIT_FOR_OTHERS_MS;
  for (;;) {
    const ended = await endOpenAttempts(parts, link, now);
    if (!ended.ok) return ended;
    if ('resumed' in ended.value) return ok(ended.value.resumed);
    const prepared = await prepareUnlessOthers(
      parts,
      ended.value,
      { origin, customerId: link.customerId ?? null, savesCard: link.savesCard ?? false },
      now,
    );
    if (!prepared.ok) return prepared;
    if (prepared.value) {
      const { attempt, order } = prepared.value;
      return startAttempt(parts, attempt, order, now).then(ok, (error) => gatewayDown(parts, error));
    }
    if (performance.now() > waitUntil) return refuse({ kind: 'on_its_way' });
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
}

function gatewayDown(parts: Pick<PayParts, 'onGatewayError'>, error: unknown) {
  parts.onGatewayError(error);
  return refuse({ kind: 'gateway_down' } as const);
}

interface EndedAttempts {
  order: OrderRow;
  payment: PaymentRow;
  /** Ids of the attempts that were open and can no longer be paid. */
  ended: ReadonlySet<number>;
}

async function endOpenAttempts(
  parts: PayParts,
  link: PaymentLink,
  now: Date,
): Promise<Result<EndedAttempts | { resumed: PaymentAction }, PayPaymentRefusal>> {
  const seen = await paymentByLink(parts, link);
  if (!seen) return refuse({ kind: 'unknown' });
  // Read before checking the limit: a refused attempt must not end the last permitted one.
  const open = await openAttemptsOfPayment(parts.db, seen.payment.id);
  const { order, payment } = (await paymentByLink(parts, link)) ?? seen;
  const refusal = refusalOf(parts, order, payment, await openRefundOfOrder(parts.db, order.id));
  // The last permitted attempt may be resumed.
  if (refusal && !(refusal.kind === 'too_many_attempts' && open.some(canBeResumed(parts)))) return refuse(refusal);
  const toStart = paymentToStart(parts, order, payment.amount - payment.paidAmount);
  const unpayable = parts.gateways.forNewPayments.whyNotStart(toStart);
  if (unpayable) return refuse({ kind: 'not_by_card', refusal: unpayable, shop: parts });
  for (const attempt of open) {
    const closed = await closeAttempt(parts, attempt, now);
    if (!closed.ok) return gatewayDown(parts, closed.error.error);
    if (closed.value.status !== 'open' && closed.value.status !== 'unknown') continue;
    const resumed = await resumeAttempt(parts, attempt, { payment, update: closed.value }, now).then(ok, (error) =>
      gatewayDown(parts, error),
    );
    if (!resumed.ok) return resumed;
    if (resumed.value === 'in_the_way') return refuse({ kind: 'on_its_way' });
    if (resumed.value) return ok({ resumed: resumed.value });
  }
  return refusal ? refuse(refusal) : ok({ order, payment, ended: new Set(open.map((attempt) => attempt.id)) });
}

const canBeResumed =
  ({ gateways }: Pick<PayParts, 'gateways'>) =>
  (attempt: AttemptRow): boolean =>
    gateways.of(attempt).resume !== undefined;

/**
 * Returns the page that continues the attempt. Null if nobody can pay it, because its buyer never had a payment page.
 * `in_the_way`: it may still be paid, but cannot be continued.
 */
async function resumeAttempt(
  { gateways }: Pick<PayParts, 'gateways'>,
  attempt: AttemptRow,
  { payment, update }: { readonly payment: PaymentRow; readonly update: StatusUpdate },
  now: Date,
): Promise<PaymentAction | 'in_the_way' | null> {
  const gateway = gateways.of(attempt);
  if (attempt.status === 'created' || (gateway.can.close && update.status === 'unknown')) return null;
  if (!gateway.resume) return 'in_the_way';
  // Other money has arrived since: the page would take too much.
  if (attempt.amount !== payment.amount - payment.paidAmount) return 'in_the_way';
  return gateway.resume(toGatewayAttempt(attempt), now);
}

/** Prepares an attempt. Returns null if another one was started meanwhile, which must be ended first. */
function prepareUnlessOthers(
  parts: PayParts,
  { order: { id: orderId, code }, payment: { id: paymentId }, ended }: EndedAttempts,
  payer: { origin: string; customerId: number | null; savesCard: boolean },
  now: Date,
): Promise<Result<{ order: OrderRow; attempt: AttemptRow } | null, PayRefusal>> {
  return parts.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const payments = await paymentsOf(tx, [orderId]);
    const payment = payments.find((one) => one.id === paymentId);
    if (!order || !payment) throw new Error(`A payment of order ${code} has vanished`);
    // Checked again under the order's lock, which refund requests take too.
    const refusal = refusalOf(parts, order, payment, await openRefundOfOrder(tx, orderId));
    if (refusal) return refuse(refusal);
    const isInTheWay = (attempt: AttemptRow) => !ended.has(attempt.id) || isBeingStarted(attempt, now);
    if ((await openAttemptsOfPayment(tx, paymentId)).some(isInTheWay)) return ok(null);
    const browser = { origin: payer.origin, isByLink: payer.customerId !== order.customerId };
    const others = payments.filter(({ id }) => id !== paymentId);
    const later = consentedInstalments(others.map((one) => ({ ...one, isDue: isDue(one, now) })));
    const consentId = payer.savesCard && !browser.isByLink ? await recordConsent(tx, parts, order, later, now) : null;
    return ok({ order, attempt: await prepareAttempt(tx, parts, order, payment, browser, now, consentId) });
  });
}

const refusalOf = (
  parts: Pick<PayParts, 'maxAttempts' | 'takesCardPayments'>,
  order: OrderRow,
  payment: PaymentRow,
  openRefund: OpenRefund,
): PayRefusal | null =>
  whyNotPay({
    orderStatus: order.paymentStatus,
    openRefund,
    paymentStatus: payment.status,
    isWaived: payment.amount === 0 && payment.waivedAmount > 0,
    attempts: payment.attempts,
    maxAttempts: parts.maxAttempts,
    takesCardPayments: parts.takesCardPayments,
  });
