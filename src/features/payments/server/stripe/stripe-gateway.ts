import type Stripe from 'stripe';
import type { GatewayAttempt, GatewayRefund, PaymentGateway, RefundRequest, StartRequest } from '../gateway.ts';
import type { GatewayFact, ListedMessage, RefundUpdate, StatusUpdate } from '../gateway-facts.ts';
import type { GatewayOptions } from '../load-gateways.ts';
import {
  type Intent,
  type Refund,
  readDispute,
  readEvent,
  readIntent,
  readPaymentMethod,
  readRefund,
  readSession,
} from './stripe-answers.ts';
import { messageOf, readStripeMessage, SWEPT_EVENTS } from './stripe-callback.ts';
import { chargeSavedCard } from './stripe-charge.ts';
import { checkStripe } from './stripe-check.ts';
import { callStripe, callStripeOrNull, StripeCallFailed, stripeClient } from './stripe-client.ts';
import { intentFinder } from './stripe-intents.ts';
import { inWords } from './stripe-labels.ts';
import { toStripe, whyNotPayableAtStripe } from './stripe-money.ts';
import { payoutReader } from './stripe-payouts.ts';
import {
  factOfDispute,
  factOfMethod,
  factOfRefund,
  type OurMetadata,
  updateOfIntent,
  updateOfRefund,
  updateOfSession,
} from './stripe-updates.ts';
import { readStripeVariables, type StripeVariables } from './stripe-variables.ts';

const MINUTE_MS = 60_000;
/** Stripe requires at least 30 minutes by its own clock, so there is a minute to spare. `close` ends sessions sooner. */
const SHORTEST_SESSION_MS = 31 * MINUTE_MS;
const LONGEST_SESSION_MS = 24 * 60 * MINUTE_MS - MINUTE_MS;

/** Of the 22 characters on a card statement, the account's name takes at most 10, and the `* ` before the suffix 2. */
const SUFFIX_LENGTH = 10;
const NAME_LENGTH = 250;

const LOCALES = [
  ...['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv'],
  ...['ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh'],
] as Stripe.Checkout.SessionCreateParams.Locale[];

/** Methods that can take days to confirm a payment. Its items stay reserved meanwhile. */
const DELAYED_METHODS = [
  ...['acss_debit', 'au_becs_debit', 'bacs_debit', 'boleto', 'customer_balance', 'konbini', 'multibanco', 'oxxo'],
  ...['pay_by_bank', 'sepa_debit', 'us_bank_account'],
] as Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[];

/** Far more refunds than any one payment will have. */
const MAX_REFUNDS = 1_000;

export const createStripeGateway = (options: GatewayOptions): PaymentGateway =>
  stripeGateway(readStripeVariables(options));

export function stripeGateway(variables: StripeVariables): PaymentGateway {
  const stripe = stripeClient(variables);
  const payoutFact = payoutReader(stripe);
  const intentOf = intentFinder(stripe);

  const status = async (attempt: GatewayAttempt, signal?: AbortSignal): Promise<StatusUpdate> => {
    const { gatewayPaymentId: id } = attempt;
    if (!id) {
      const intent = await intentOf(attempt, signal);
      return intent ? updateOfCharge(intent) : { status: 'unknown' };
    }
    const found = await callStripeOrNull('reading a session', () =>
      stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
    );
    if (!found) return { status: 'unknown' };
    const session = readSession(found);
    if (session.client_reference_id !== attempt.reference) {
      throw new Error(`Stripe answered about a payment other than ${attempt.reference}`);
    }
    return updateOfSession(session);
  };

  return {
    name: 'stripe',
    formOrigins: [],
    can: { close: true, refund: 'parts', charge: true },
    whyNotStart: whyNotPayableAtStripe,
    status: (attempt, _now, signal) => status(attempt, signal),

    async start(request, now) {
      const session = readSession(
        await callStripe('starting a payment', () =>
          stripe.checkout.sessions.create(sessionOf(request, now, variables), {
            idempotencyKey: `start:${request.reference}`,
          }),
        ),
      );
      if (!session.url) throw new Error('Stripe sent a session without a URL');
      return {
        action: { action: 'redirect', url: session.url },
        gatewayPaymentId: session.id,
        payableUntil: new Date(session.expires_at * 1_000),
      };
    },

    async close(attempt, _now, signal) {
      const { gatewayPaymentId: id } = attempt;
      if (!id) return await closeCharge(stripe, await intentOf(attempt, signal));
      try {
        return updateOfSession(
          readSession(await callStripe('closing a session', () => stripe.checkout.sessions.expire(id))),
        );
      } catch (error) {
        // Stripe closes only what is open, and the session may have been paid just now.
        if (!(error instanceof StripeCallFailed && error.isFinal)) throw error;
        return await status(attempt, signal);
      }
    },

    async refund(request) {
      const earlier = await refundWithKey(stripe, request);
      if (earlier) return { refund: earlier.id, update: updateOfRefund(earlier) };
      try {
        const refund = readRefund(await createRefund(stripe, request));
        return { refund: refund.id, update: updateOfRefund(refund) };
      } catch (error) {
        if (!(error instanceof StripeCallFailed && error.isFinal)) throw error;
        return { refund: null, update: { status: 'failed', reason: error.code ? inWords(error.code) : error.words } };
      }
    },

    async refundStatus(refund): Promise<RefundUpdate> {
      const { refund: id } = refund;
      const found = id
        ? await callStripeOrNull('reading a refund', () => stripe.refunds.retrieve(id))
        : await refundWithKey(stripe, refund);
      return found ? updateOfRefund(readRefund(found)) : { status: 'unknown' };
    },

    charge: (request) => chargeSavedCard(stripe, request),

    async forget({ id }) {
      try {
        await callStripe('forgetting a card', () => stripe.paymentMethods.detach(id));
      } catch (error) {
        if (!(error instanceof StripeCallFailed && error.isFinal)) throw error;
        const method = await methodWith(stripe, id);
        if (method?.customer) throw error;
      }
    },

    readCallback: (message, now) => readStripeMessage(message, variables, now),

    async inquire(inquiry, _now, signal) {
      if (inquiry.about === 'attempt') {
        const { attempt } = inquiry;
        return [{ about: 'attempt', attempt: { reference: attempt.reference }, update: await status(attempt, signal) }];
      }
      const { about, id } = inquiry;
      const fact = about === 'payout' ? await payoutFact(id, signal) : await factAbout(stripe, about, id);
      return fact ? [fact] : [];
    },

    async listMessages({ since, until, after }) {
      const page = await callStripe('listing events', () =>
        stripe.events.list({
          types: SWEPT_EVENTS,
          created: { gte: Math.floor(since.getTime() / 1_000), lte: Math.floor(until.getTime() / 1_000) },
          limit: 100,
          ...(after && { starting_after: after }),
        }),
      );
      const messages = page.data.flatMap((event) => listedMessage(event, variables.isLive));
      return { messages, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
    },

    check: (currency, callbackUrl) => checkStripe(stripe, currency, callbackUrl),
  };
}

function sessionOf(
  request: StartRequest,
  now: Date,
  { takesDelayedMethods }: StripeVariables,
): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    reference: request.reference,
    order: request.orderCode,
    digits: String(request.currencyDigits),
    kind: 'checkout',
    ...(request.savesMethod && { save: '1' }),
  } satisfies OurMetadata;
  const lastsMs = Math.max(request.expiresAt.getTime() - now.getTime(), SHORTEST_SESSION_MS);
  const suffix = request.orderCode.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return {
    mode: 'payment',
    client_reference_id: request.reference,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: toStripe(request),
          product_data: { name: request.description.slice(0, NAME_LENGTH) },
        },
      },
    ],
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor((now.getTime() + Math.min(lastsMs, LONGEST_SESSION_MS)) / 1_000),
    locale: LOCALES.find((locale) => locale === request.language.split('-')[0]) ?? 'auto',
    submit_type: 'pay',
    customer_email: request.customer.email,
    // Otherwise the buyer could pay in a currency that the order does not have.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: {
      description: request.description,
      metadata,
      ...(/[A-Z]/.test(suffix) && { statement_descriptor_suffix: suffix.slice(0, SUFFIX_LENGTH) }),
      ...(request.savesMethod && { setup_future_usage: 'off_session' }),
    },
    ...(request.savesMethod && { customer_creation: 'always', allowed_payment_method_types: ['card'] }),
    ...(!request.savesMethod && !takesDelayedMethods && { excluded_payment_method_types: DELAYED_METHODS }),
  };
}

/** A charge that waits for the customer counts as declined, because the customer gets a new payment instead. */
function updateOfCharge(intent: Intent): StatusUpdate {
  const update = updateOfIntent(intent);
  return update.status === 'open' && intent.metadata.kind === 'charge' ? { status: 'declined' } : update;
}

async function closeCharge(stripe: Stripe, intent: Intent | null): Promise<StatusUpdate> {
  if (!intent) return { status: 'unknown' };
  if (updateOfIntent(intent).status !== 'open') return updateOfCharge(intent);
  return updateOfIntent(
    readIntent(await callStripe('cancelling a charge', () => stripe.paymentIntents.cancel(intent.id))),
  );
}

const createRefund = (stripe: Stripe, request: RefundRequest) =>
  callStripe('a refund', () =>
    stripe.refunds.create(
      {
        payment_intent: request.transaction,
        amount: toStripe(request),
        reason: 'requested_by_customer',
        metadata: { key: request.key, reference: request.reference },
      },
      { idempotencyKey: `refund:${request.key}` },
    ),
  );

/** Finds a refund by our key, also before each new request: Stripe keeps idempotency keys for only a day. */
async function refundWithKey(
  stripe: Stripe,
  { transaction, key }: Pick<GatewayRefund, 'transaction' | 'key'>,
): Promise<Refund | null> {
  const refunds = await callStripe('listing refunds', () =>
    stripe.refunds.list({ payment_intent: transaction, limit: 100 }).autoPagingToArray({ limit: MAX_REFUNDS }),
  );
  return refunds.map(readRefund).find(({ metadata }) => metadata.key === key) ?? null;
}

/** Reads one message of a list. A message that cannot be read must not hide the others. */
function listedMessage(event: unknown, isLive: boolean): ListedMessage[] {
  try {
    return [messageOf(readEvent(event), isLive)];
  } catch {
    return [];
  }
}

async function methodWith(stripe: Stripe, id: string) {
  const found = await callStripeOrNull('reading a card', () => stripe.paymentMethods.retrieve(id));
  return found && readPaymentMethod(found);
}

async function factAbout(
  stripe: Stripe,
  about: 'refund' | 'dispute' | 'method',
  id: string,
): Promise<GatewayFact | null> {
  switch (about) {
    case 'refund':
      return factOfRefund(
        readRefund(
          await callStripe('reading a refund', () => stripe.refunds.retrieve(id, { expand: ['payment_intent'] })),
        ),
      );
    case 'dispute':
      return factOfDispute(
        readDispute(
          await callStripe('reading a dispute', () => stripe.disputes.retrieve(id, { expand: ['payment_intent'] })),
        ),
      );
    case 'method':
      return factOfMethod(id, await methodWith(stripe, id));
  }
}
