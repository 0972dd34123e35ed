import type { Contract, Json } from './contract.ts';
import type {
  IntentObject,
  MethodObject,
  RefundObject,
  SessionObject,
  StripeBooks,
  StripeObject,
} from './stripe-books.ts';

/** An error in the form in which Stripe answers it. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Json;

  constructor(status: number, error: Json) {
    super(String(error.message ?? error.code));
    this.status = status;
    this.error = error;
  }
}

const invalid = (message: string, facts: Json = {}): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...facts });

const missing = (kind: string, id: unknown): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: ${id}`,
  });

interface Call {
  readonly books: StripeBooks;
  readonly contract: Contract;
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Json;
  readonly body: Json;
}

const MINUTE = 60;

/** What each call does. Calls of the contract that the shop does not make are missing. */
export const stripeCalls: Readonly<Record<string, (call: Call) => unknown>> = {
  'GET /v1/account': ({ books }) => books.account,
  'GET /v1/webhook_endpoints': ({ books }) => list(books.every('webhook_endpoint'), '/v1/webhook_endpoints'),

  'POST /v1/checkout/sessions'({ books, body, url }) {
    const [line] = (body.line_items ?? []) as { price_data: { currency: string; unit_amount: number } }[];
    if (!line) throw invalid('line_items must not be empty');
    const expires = Number(body.expires_at ?? books.seconds() + 24 * 60 * MINUTE);
    const lasts = expires - books.seconds();
    if (lasts < 30 * MINUTE || lasts > 24 * 60 * MINUTE) {
      throw invalid('The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from now.');
    }
    const session = books.add<SessionObject>('Session', 'cs_test', {
      ...pick(body, ['client_reference_id', 'success_url', 'cancel_url', 'customer_email', 'locale', 'submit_type']),
      ...pick(body, ['customer_creation', 'metadata', 'mode']),
      amount_subtotal: line.price_data.unit_amount,
      amount_total: line.price_data.unit_amount,
      automatic_tax: books.minimal('Session.AutomaticTax'),
      custom_text: books.minimal('Session.CustomText'),
      currency: line.price_data.currency,
      expires_at: expires,
      status: 'open',
      payment_status: 'unpaid',
      payment_method_types: ['card'],
    });
    session.url = `${url}/c/pay/${session.id}`;
    // This is kept for the payment that the buyer makes; Stripe does not send it.
    Object.defineProperty(session, 'payment_intent_data', { value: body.payment_intent_data, enumerable: false });
    return session;
  },
  'GET /v1/checkout/sessions/{id}': ({ books, path }) => sessionOf(books, path.id),
  'POST /v1/checkout/sessions/{id}/expire'({ books, path }) {
    const session = sessionOf(books, path.id);
    if (session.status !== 'open') throw invalid(`Only sessions with a status in ["open"] can be expired.`);
    books.expire(session);
    return session;
  },

  'GET /v1/payment_intents/{id}': ({ books, path }) => found(books, path.id, 'payment_intent'),
  'POST /v1/payment_intents': charge,
  'POST /v1/payment_intents/{id}/cancel'({ books, contract, path }) {
    const intent = found<IntentObject>(books, path.id, 'payment_intent');
    if (intent.status === 'succeeded' || intent.status === 'processing') {
      throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      });
    }
    intent.status = 'canceled';
    books.emit('payment_intent.canceled', intent, contract.version);
    return intent;
  },

  'POST /v1/refunds'({ books, contract, body }) {
    const intent = books.find<IntentObject>(body.payment_intent, 'payment_intent');
    if (!intent) throw missing('payment_intent', body.payment_intent);
    if (books.isDisputed(intent)) throw invalid('This charge is disputed.', { code: 'charge_disputed' });
    const left = books.refundable(intent);
    if (left === 0) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
    const amount = Number(body.amount ?? left);
    // Stripe has no error code for this.
    if (amount > left)
      throw invalid(`Refund amount (${amount}) is greater than charge amount (${left})`, { param: 'amount' });
    const refund = books.add<RefundObject>('Refund', 're', {
      amount,
      currency: intent.currency,
      charge: intent.latest_charge,
      payment_intent: intent.id,
      metadata: body.metadata ?? {},
      reason: body.reason ?? null,
      status: 'succeeded',
    });
    books.emit('refund.created', refund, contract.version);
    return refund;
  },
  'GET /v1/refunds/{id}': ({ books, path }) => found(books, path.id, 'refund'),
  'GET /v1/refunds': ({ books, query }) =>
    list(
      books.every<RefundObject>('refund').filter(({ payment_intent: id }) => id === query.payment_intent),
      '/v1/refunds',
    ),

  'GET /v1/disputes/{id}': ({ books, path }) => found(books, path.id, 'dispute'),
  'GET /v1/payouts/{id}': ({ books, path }) => found(books, path.id, 'payout'),
  'GET /v1/balance_transactions': ({ books, query }) =>
    page(books.movementsOf(String(query.payout)), query, '/v1/balance_transactions'),
  'GET /v1/payment_methods/{id}': ({ books, path }) => found(books, path.id, 'payment_method'),
  'POST /v1/payment_methods/{id}/detach'({ books, contract, path }) {
    const method = found<MethodObject>(books, path.id, 'payment_method');
    if (!method.customer) throw invalid('The payment method you provided is not attached to a customer.');
    method.customer = null;
    books.emit('payment_method.detached', method, contract.version);
    return method;
  },

  'GET /v1/events'({ books, query }) {
    const { gte = 0, lte = Number.POSITIVE_INFINITY } = (query.created ?? {}) as { gte?: number; lte?: number };
    const types = (query.types ?? []) as string[];
    const newestFirst = books.events.filter(
      ({ type, created }) => types.includes(type) && Number(created) >= gte && Number(created) <= lte,
    );
    return page(newestFirst.reverse(), query, '/v1/events');
  },
};

function charge({ books, contract, body }: Call): unknown {
  const method = books.find<MethodObject>(body.payment_method, 'payment_method');
  if (!method) throw missing('PaymentMethod', body.payment_method);
  if (!method.customer || method.customer !== body.customer) {
    throw invalid('The PaymentMethod does not belong to the customer.', { code: 'payment_method_not_available' });
  }
  const intent = books.newIntent({
    ...pick(body, ['amount', 'currency', 'customer', 'payment_method', 'description', 'metadata']),
  });
  const answer = books.cardAnswers.get(method.id) ?? 'paid';
  if (answer === 'paid') books.succeed(intent, 'visa');
  else if (answer === 'processing') {
    intent.status = 'processing';
    books.emit('payment_intent.processing', intent, contract.version);
  } else {
    books.emit('payment_intent.payment_failed', intent, contract.version);
    const isSca = answer.decline === 'authentication_required';
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: isSca ? 'authentication_required' : answer.decline === 'expired_card' ? 'expired_card' : 'card_declined',
      decline_code: answer.decline,
      message: 'Your card was declined.',
      payment_intent: structuredClone(intent),
      ...(answer.advice && { advice_code: answer.advice }),
    });
  }
  return intent;
}

const pick = (body: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));

function sessionOf(books: StripeBooks, id: string | undefined): SessionObject {
  found(books, id, 'checkout.session');
  return books.session(id!);
}

function found<T extends StripeObject>(books: StripeBooks, id: string | undefined, kind: T['object']): T {
  const object = books.find<T>(id, kind);
  if (!object) throw missing(kind, id);
  return object;
}

const list = (data: readonly StripeObject[], url: string): Json => ({ object: 'list', data, has_more: false, url });

/** Returns as many items as requested, after the last one that the caller has seen. */
function page(all: readonly StripeObject[], { limit = 10, starting_after: after }: Json, url: string): Json {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const data = all.slice(from, from + Number(limit));
  return { object: 'list', data, has_more: from + data.length < all.length, url };
}

/** Replaces ids by objects: `payment_intent.latest_charge`, or `data.source` in each item of a list. */
export function expanded(books: StripeBooks, object: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(object) as Json;
  for (const path of paths) expand(books, copy, path.split('.'));
  return copy;
}

function expand(books: StripeBooks, place: Json, [name, ...rest]: readonly string[]): void {
  if (name === undefined) return;
  if (typeof place[name] === 'string') place[name] = structuredClone(books.all.get(place[name]) ?? place[name]);
  for (const next of [place[name]].flat()) {
    if (typeof next === 'object' && next !== null) expand(books, next as Json, rest);
  }
}
