import Stripe from 'stripe';
import type { GatewayMessage } from '../gateway.ts';
import type { AttemptRef, CallbackReading, GatewayFact, ListedMessage, Subject } from '../gateway-facts.ts';
import { readEvent, readFraudWarning, readPaid, type StripeEvent } from './stripe-answers.ts';
import { API_VERSION } from './stripe-client.ts';
import { inWords } from './stripe-labels.ts';
import { shopMoney } from './stripe-updates.ts';
import type { StripeVariables } from './stripe-variables.ts';

/** The events that the webhook endpoint must be subscribed to. */
export const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'payout.paid',
  'payout.failed',
  'payout.reconciliation_completed',
] as const;

/** Payments in progress are queried anyway, and a payout's parts are known only when it is paid. */
const NOT_SWEPT: readonly string[] = ['payment_intent.processing', 'payout.reconciliation_completed'];

/** The types of events that are looked up if the shop may have missed them. Stripe lists up to 20 types at once. */
export const SWEPT_EVENTS: string[] = WEBHOOK_EVENTS.filter((type) => !NOT_SWEPT.includes(type));

type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A message may be this much older or newer than the shop's time. */
const TOLERANCE_S = 300;
const HEADER = /^t=(\d{1,12})(,[a-z]\w*=[0-9a-f]+)+$/;

/** Verifies and reads a message from Stripe. */
export function readStripeMessage(
  { body, headers }: GatewayMessage,
  { webhookSecrets, isLive }: Pick<StripeVariables, 'webhookSecrets' | 'isLive'>,
  now: Date,
): CallbackReading {
  const header = headers['stripe-signature'];
  if (typeof header !== 'string') return { ok: false, reason: 'signature missing' };
  const seconds = Number(HEADER.exec(header)?.[1]);
  if (Number.isNaN(seconds)) return { ok: false, reason: 'signature unreadable' };
  // The SDK refuses only what is too old.
  if (seconds - now.getTime() / 1_000 > TOLERANCE_S) return { ok: false, reason: 'signed in the future' };
  const text = body.toString('utf8');
  if (!webhookSecrets.some((secret) => isSignedWith(text, header, secret, now))) {
    return { ok: false, reason: 'signature wrong or too old' };
  }
  let event: StripeEvent;
  try {
    event = readEvent(JSON.parse(text));
  } catch {
    return { ok: false, reason: 'not an event' };
  }
  return messageOf(event, isLive);
}

export function messageOf(event: StripeEvent, isLive: boolean): ListedMessage {
  const { facts = [], ask = [], ignored } = readingOf(event, isLive);
  return { ok: true, eventId: event.id, facts, ask, ...(ignored && { ignored }) };
}

function isSignedWith(text: string, header: string, secret: string, now: Date): boolean {
  const { signature } = Stripe.webhooks;
  if (!signature) throw new Error("Stripe's SDK cannot verify signatures");
  try {
    return signature.verifyHeader(text, header, secret, TOLERANCE_S, undefined, now.getTime());
  } catch {
    return false;
  }
}

interface EventReading {
  readonly facts?: readonly GatewayFact[];
  readonly ask?: readonly Subject[];
  readonly ignored?: string;
}

function readingOf(event: StripeEvent, isLive: boolean): EventReading {
  if (event.livemode !== isLive) return { ignored: `${event.livemode ? 'live' : 'test'} mode` };
  if (event.account || event.context) return { ignored: 'a connected account' };
  if (!isWebhookEvent(event.type)) return { ignored: event.type };
  const { object } = event.data;
  const id = object.id ?? '';
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return readingOfAttempt(event, event.type);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { ask: [{ about: 'refund', id }] };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { ask: [{ about: 'dispute', id }] };
    case 'radar.early_fraud_warning.created':
      return readingOfWarning(event);
    case 'payment_method.detached':
    case 'payment_method.automatically_updated':
      return { ask: [{ about: 'method', id }] };
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.reconciliation_completed':
      return { ask: [{ about: 'payout', id }] };
  }
}

const isWebhookEvent = (type: string): type is WebhookEvent => (WEBHOOK_EVENTS as readonly string[]).includes(type);

/**
 * Only the shop's own metadata identifies an attempt: the account can take other payments too, for example by payment
 * links.
 */
function readingOfAttempt(event: StripeEvent, type: WebhookEvent): EventReading {
  const { metadata } = event.data.object;
  const { reference, kind } = metadata;
  if (!reference) return { ignored: 'not a payment of this shop' };
  // A session reports its payment itself.
  if (type.startsWith('payment_intent.') && kind !== 'charge') return { ignored: `${type} of a session` };
  const attempt: AttemptRef = { reference };
  const paid = event.api_version === API_VERSION && !metadata.save ? readPaid(event.data.object) : null;
  if (!paid) return { ask: [{ about: 'attempt', attempt }] };
  const update = { status: 'paid', transaction: paid.transaction, ...shopMoney(paid, metadata) } as const;
  return { facts: [{ about: 'attempt', attempt, update }] };
}

function readingOfWarning(event: StripeEvent): EventReading {
  const warning = readFraudWarning(event.data.object);
  if (!warning?.payment_intent) return { ignored: 'a fraud warning without a payment' };
  if (!warning.actionable) return { ignored: 'a fraud warning about a refunded or disputed payment' };
  const { id, payment_intent: transaction, fraud_type: reason } = warning;
  return { facts: [{ about: 'fraud_warning', id, transaction, reason: inWords(reason) }] };
}
