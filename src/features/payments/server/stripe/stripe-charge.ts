import type Stripe from 'stripe';
import type { ChargeRequest, ChargeUpdate } from '../gateway.ts';
import { readIntent } from './stripe-answers.ts';
import { callStripe, StripeCallFailed } from './stripe-client.ts';
import { inWords } from './stripe-labels.ts';
import { toStripe } from './stripe-money.ts';
import { type OurMetadata, updateOfIntent } from './stripe-updates.ts';

/** Refusals after which another attempt with the same card is pointless; schemes fine shops that try. */
const NEVER_AGAIN = new Set([
  'account_closed',
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'no_action_taken',
  'not_permitted',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
]);

/** Charges a saved card without its owner. */
export async function chargeSavedCard(stripe: Stripe, request: ChargeRequest): Promise<ChargeUpdate> {
  const metadata = {
    reference: request.reference,
    order: request.orderCode,
    digits: String(request.currencyDigits),
    kind: 'charge',
  } satisfies OurMetadata;
  try {
    const intent = readIntent(
      await callStripe('a charge', () =>
        stripe.paymentIntents.create(
          {
            amount: toStripe(request),
            currency: request.currency.toLowerCase(),
            customer: request.method.gatewayCustomer,
            payment_method: request.method.id,
            off_session: true,
            confirm: true,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            description: request.description,
            metadata,
            expand: ['latest_charge'],
          },
          { idempotencyKey: `charge:${request.reference}` },
        ),
      ),
    );
    const update = updateOfIntent(intent);
    if (update.status === 'paid') return update;
    if (update.status === 'processing') return { status: 'processing' };
    if (update.status === 'open') return await needsCustomer(stripe, intent.id, 'the bank wants a confirmation');
    return { status: 'declined', reason: inWords(intent.status), again: false };
  } catch (error) {
    if (!(error instanceof StripeCallFailed)) throw error;
    if (error.status === 402) return await declined(stripe, error);
    if (error.code === 'resource_missing' || error.code === 'payment_method_not_available') {
      return { status: 'declined', reason: 'the card is no longer kept at Stripe', again: false };
    }
    throw error;
  }
}

async function declined(stripe: Stripe, error: StripeCallFailed): Promise<ChargeUpdate> {
  const code = error.declineCode ?? error.code ?? 'card_declined';
  const reason = inWords(code);
  if (code === 'authentication_required' || error.code === 'authentication_required') {
    return await needsCustomer(stripe, error.intent, reason);
  }
  if (error.adviceCode === 'confirm_card_data') return { status: 'needs_customer', reason };
  if (error.adviceCode) return { status: 'declined', reason, again: error.adviceCode === 'try_again_later' };
  return { status: 'declined', reason, again: !NEVER_AGAIN.has(code) };
}

/** Ends a charge that the customer would have to confirm, because the customer is given a new payment instead. */
async function needsCustomer(stripe: Stripe, intent: string | undefined, reason: string): Promise<ChargeUpdate> {
  if (intent) await callStripe('cancelling a charge', () => stripe.paymentIntents.cancel(intent)).catch(() => {});
  return { status: 'needs_customer', reason };
}
