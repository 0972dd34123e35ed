import type { ChargeUpdate, SavedMethod } from '../gateway.ts';
import type { GatewayFact, PaidUpdate, RefundUpdate, StatusUpdate } from '../gateway-facts.ts';
import { fromMollie, type MollieAmount, mollieDigits } from './mollie-amounts.ts';
import { type MollieChargeback, type MolliePayment, type MollieRefund, ownMetadata } from './mollie-answers.ts';

/** Returns minor units, with the digits that the shop noted when it started the payment. */
const amountOf = (payment: MolliePayment, amount: MollieAmount): number =>
  fromMollie(amount, ownMetadata(payment.metadata).digits ?? mollieDigits(amount.currency));

/** Throws for a status that Mollie added later, so that an unknown status neither ends an attempt nor pays it. */
export function updateOf(payment: MolliePayment): StatusUpdate {
  switch (payment.status) {
    case 'open':
      return { status: 'open', ...payableUntilOf(payment) };
    // Authorized money is taken by Mollie, because payments are created with automatic capture.
    case 'pending':
    case 'authorized':
      return { status: 'processing' };
    case 'paid':
      return paid(payment);
    case 'canceled':
      return { status: 'cancelled' };
    case 'expired':
      return { status: 'expired' };
    case 'failed':
      return { status: 'declined', ...failureOf(payment) };
    default:
      throw new Error(`Mollie: payment ${payment.id} has the unknown status "${payment.status.slice(0, 40)}"`);
  }
}

function failureOf({ details }: MolliePayment): { reason?: string } {
  return details?.failureReason ? { reason: details.failureReason.replaceAll('_', ' ') } : {};
}

/**
 * Returns the time until which the payment can be paid. It changes when the buyer chooses a method, because each has
 * its own time.
 */
function payableUntilOf({ expiresAt }: MolliePayment): { payableUntil?: Date } {
  const until = new Date(expiresAt ?? Number.NaN);
  return Number.isNaN(until.getTime()) ? {} : { payableUntil: until };
}

function paid(payment: MolliePayment): PaidUpdate {
  const savedMethod = savedMethodOf(payment);
  return {
    status: 'paid',
    transaction: payment.id,
    // Refunds and chargebacks leave the payment paid, with its amount.
    amount: amountOf(payment, payment.amount),
    currency: payment.amount.currency,
    ...(payment.method && { paidWith: labelOf(payment) }),
    ...(savedMethod && { savedMethod }),
  };
}

/** Returns the mandate that a payment created. Only a customer's first payment creates one; later ones use it. */
function savedMethodOf(payment: MolliePayment): SavedMethod | null {
  const { sequenceType, customerId, mandateId, details } = payment;
  if (sequenceType !== 'first' || !customerId || !mandateId) return null;
  const expires = /^\d{4}-\d{2}/.exec(details?.cardExpiryDate ?? '')?.[0] ?? null;
  return { gatewayCustomer: customerId, id: mandateId, label: labelOf(payment), expires };
}

const methodNames: Readonly<Record<string, string>> = {
  applepay: 'Apple Pay',
  bancontact: 'Bancontact',
  banktransfer: 'Bank transfer',
  belfius: 'Belfius',
  blik: 'BLIK',
  creditcard: 'Card',
  directdebit: 'SEPA direct debit',
  eps: 'EPS',
  googlepay: 'Google Pay',
  ideal: 'iDEAL | Wero',
  kbc: 'KBC/CBC',
  klarna: 'Klarna',
  mbway: 'MB WAY',
  mobilepay: 'MobilePay',
  multibanco: 'Multibanco',
  mybank: 'MyBank',
  paybybank: 'Pay by Bank',
  paypal: 'PayPal',
  przelewy24: 'Przelewy24',
  satispay: 'Satispay',
  swish: 'Swish',
  trustly: 'Trustly',
  twint: 'TWINT',
  vipps: 'Vipps',
};

/** Describes the means of payment, such as `Visa •••• 4242`, `iDEAL | Wero` or `SEPA direct debit •••• 8300`. */
function labelOf({ method, sequenceType, details }: MolliePayment): string {
  const known = method ?? '';
  if (known === 'creditcard') return withLastDigits(details?.cardLabel ?? 'Card', details?.cardNumber);
  const name = methodNames[known] ?? known.replaceAll(/[^\w -]/g, '').slice(0, 40);
  // With these methods the bank grants a direct debit for later payments.
  return sequenceType === 'first' && known !== 'paypal'
    ? withLastDigits(methodNames.directdebit!, details?.consumerAccount)
    : name;
}

function withLastDigits(name: string, number: string | null | undefined): string {
  const last = /[0-9A-Za-z]{4}$/.exec(number?.replaceAll(' ', '') ?? '')?.[0];
  return last ? `${name.slice(0, 40)} •••• ${last}` : name.slice(0, 40);
}

export function refundUpdateOf({ id, status }: MollieRefund): RefundUpdate {
  switch (status) {
    // A refund is queued while the balance at Mollie is too low for it.
    case 'queued':
    case 'pending':
    case 'processing':
      return { status: 'pending' };
    case 'refunded':
      return { status: 'done' };
    case 'failed':
      return { status: 'failed', reason: 'The payment method did not accept the refund.' };
    case 'canceled':
      return { status: 'failed', reason: 'The refund was cancelled at Mollie.' };
    default:
      throw new Error(`Mollie: refund ${id} has the unknown status "${status.slice(0, 40)}"`);
  }
}

export const refundFact = (payment: MolliePayment, refund: MollieRefund): GatewayFact => ({
  about: 'refund',
  id: refund.id,
  key: ownMetadata(refund.metadata).refund ?? null,
  transaction: payment.id,
  amount: amountOf(payment, refund.amount),
  currency: refund.amount.currency,
  update: refundUpdateOf(refund),
});

/** Mollie takes the money when it reports a chargeback. */
export const chargebackFact = (payment: MolliePayment, chargeback: MollieChargeback): GatewayFact => ({
  about: 'dispute',
  id: chargeback.id,
  transaction: payment.id,
  state: chargeback.reversedAt ? 'won' : 'money_taken',
  amount: amountOf(payment, chargeback.amount),
  currency: chargeback.amount.currency,
  // Evidence is submitted through Mollie's support.
  answerBy: null,
  reason: chargeback.reason?.description ?? chargeback.reason?.code ?? '',
});

/** Reasons for the failure of a payment that only the customer can complete. */
const NEEDS_CUSTOMER = new Set([
  'authentication_abandoned',
  'authentication_failed',
  'authentication_required',
  'authentication_unavailable_acs',
]);
/** The card or the bank will refuse every further attempt. */
const PERMANENT = new Set([
  'card_expired',
  'inactive_card',
  'invalid_card_holder_name',
  'invalid_card_number',
  'invalid_card_type',
  'invalid_cvv',
  'possible_fraud',
]);

/** Returns the outcome of charging a saved card. */
export function chargeUpdateOf(payment: MolliePayment): ChargeUpdate {
  const update = updateOf(payment);
  if (update.status === 'paid' || update.status === 'processing') return update;
  // A charge has no page, so an open one is on its way to the bank.
  if (update.status === 'open') return { status: 'processing' };
  const reason = payment.details?.failureReason ?? payment.status;
  if (NEEDS_CUSTOMER.has(reason)) return { status: 'needs_customer', reason };
  return { status: 'declined', reason, again: payment.status === 'failed' && !PERMANENT.has(reason) };
}
