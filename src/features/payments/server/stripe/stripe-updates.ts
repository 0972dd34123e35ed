import type { SavedMethod } from '../gateway.ts';
import type { DisputeState, GatewayFact, RefundUpdate, StatusUpdate } from '../gateway-facts.ts';
import type { Dispute, Intent, PaymentMethod, Refund, Session } from './stripe-answers.ts';
import { cardExpiry, cardLabel, inWords, paidWith } from './stripe-labels.ts';
import { fromStripe, isStripeCurrency } from './stripe-money.ts';

/** What the shop writes into Stripe's metadata, to find its own objects and count in its own units. */
export interface OurMetadata {
  readonly reference: string;
  readonly order: string;
  /** The number of digits of the shop's currency. */
  readonly digits: string;
  /** `charge`: the shop charged a saved card, without a session. */
  readonly kind: 'checkout' | 'charge';
  /** The card should be saved. The payment is then queried even if a message proves it. */
  readonly save?: '1';
}

interface StripeMoney {
  readonly amount: number;
  readonly currency: string;
}

/** Returns the amount in the shop's minor units, by the digits in the payment's metadata. */
export function shopMoney({ amount, currency }: StripeMoney, metadata: Partial<Record<string, string>>) {
  const known = isStripeCurrency(currency.toUpperCase()) && metadata.digits !== undefined;
  return {
    amount: known ? fromStripe(amount, currency, Number(metadata.digits)) : amount,
    currency: currency.toUpperCase(),
  };
}

export function updateOfSession(session: Session): StatusUpdate {
  const { status, payment_status: payment } = session;
  if (status === 'expired') return { status: 'expired' };
  if (status === 'open') return { status: 'open' };
  if (status !== 'complete') throw new Error(`Stripe sent a session with the unknown status "${status}"`);
  const intent = session.payment_intent;
  if (intent === null || typeof intent === 'string') throw new Error('Stripe sent a completed session without payment');
  if (payment !== 'paid' && payment !== 'unpaid')
    throw new Error(`Stripe sent a session with the unknown payment status "${payment}"`);
  const update = updateOfIntent(intent);
  // The buyer has left, and the method confirms later.
  return update.status === 'open' ? { status: 'processing' } : update;
}

/** Used for a payment without a session, or after the buyer has left the session. */
export function updateOfIntent(intent: Intent): StatusUpdate {
  switch (intent.status) {
    case 'succeeded': {
      const money = shopMoney({ amount: intent.amount_received, currency: intent.currency }, intent.metadata);
      const [label, savedMethod] = [paidWith(intent), savedMethodOf(intent)];
      return {
        status: 'paid',
        transaction: intent.id,
        ...money,
        ...(label && { paidWith: label }),
        ...(savedMethod && { savedMethod }),
      };
    }
    case 'processing':
      return { status: 'processing' };
    case 'requires_action':
    case 'requires_confirmation':
    case 'requires_capture':
      return { status: 'open' };
    case 'requires_payment_method':
    case 'canceled':
      return { status: 'declined', ...declineReason(intent) };
    default:
      throw new Error(`Stripe sent a payment with the unknown status "${intent.status}"`);
  }
}

function declineReason({ last_payment_error: error }: Intent): { reason?: string } {
  const code = error?.decline_code ?? error?.code;
  return code ? { reason: inWords(code) } : {};
}

function savedMethodOf(intent: Intent): SavedMethod | undefined {
  const details = typeof intent.latest_charge === 'object' ? intent.latest_charge?.payment_method_details : undefined;
  const { customer, payment_method: id, setup_future_usage: usage } = intent;
  if (usage !== 'off_session' || !customer || !id || !details?.card) return undefined;
  return { gatewayCustomer: customer, id, label: cardLabel(details.card), expires: cardExpiry(details.card) };
}

export function updateOfRefund({ status, failure_reason: reason }: Refund): RefundUpdate {
  if (status === 'succeeded') return { status: 'done' };
  if (status === 'failed') return { status: 'failed', reason: inWords(reason ?? 'no reason given') };
  if (status === 'canceled') return { status: 'failed', reason: 'cancelled at Stripe' };
  // Includes refunds for which the customer must act first, and statuses that Stripe may add.
  return { status: 'pending' };
}

/** Returns the fact that a refund reports; null for a refund of something that is not a payment of a shop. */
export function factOfRefund(refund: Refund): GatewayFact | null {
  const intent = refund.payment_intent;
  if (intent === null || typeof intent === 'string') return null;
  return {
    about: 'refund',
    id: refund.id,
    key: refund.metadata.key ?? null,
    transaction: intent.id,
    ...shopMoney(refund, intent.metadata),
    update: updateOfRefund(refund),
  };
}

export function factOfDispute(dispute: Dispute): GatewayFact | null {
  const intent = dispute.payment_intent;
  if (intent === null || typeof intent === 'string') return null;
  const dueBy = dispute.evidence_details.due_by;
  return {
    about: 'dispute',
    id: dispute.id,
    transaction: intent.id,
    state: disputeState(dispute),
    ...shopMoney(dispute, intent.metadata),
    answerBy: dueBy === null ? null : new Date(dueBy * 1_000).toISOString(),
    reason: inWords(dispute.reason),
  };
}

/** The money decides: a dispute can be won before its money is back, and an inquiry takes no money. */
function disputeState({ status, balance_transactions: moves }: Dispute): DisputeState {
  const isTaken = moves.reduce((total, { amount }) => total + amount, 0) < 0;
  if (status === 'lost') return 'lost';
  if (status === 'won' || status === 'warning_closed') return isTaken ? 'money_taken' : 'won';
  // Settled with the bank before it became a dispute, usually by giving the money back.
  if (status === 'prevented') return isTaken ? 'lost' : 'won';
  return isTaken ? 'money_taken' : 'open';
}

/** `id` is the shop's own, in case Stripe has forgotten the method. */
export const factOfMethod = (id: string, method: PaymentMethod | null): GatewayFact => ({
  about: 'method',
  id,
  isUsable: method?.customer !== null && method !== null,
  label: method?.card ? cardLabel(method.card) : null,
  expires: method?.card ? cardExpiry(method.card) : null,
});
