import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  ChargeRequest,
  GatewayAttempt,
  GatewayMessage,
  PaymentGateway,
  RefundRequest,
  SavedMethod,
  StartRequest,
} from '#features/payments/server/gateway.ts';
import { guardedGateway } from '#features/payments/server/guarded-gateway.ts';
import { SWEPT_EVENTS } from '#features/payments/server/stripe/stripe-callback.ts';
import { createStripeGateway } from '#features/payments/server/stripe/stripe-gateway.ts';
import { minor } from '#kernel/money.ts';
import { givenStripe, type StripeFault, type StripeStandIn, signStripe } from '../stand-ins/stripe.ts';
import type { Card } from '../stand-ins/stripe-books.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = 'POST /v1/checkout/sessions';
const READ = 'GET /v1/checkout/sessions/{id}';
const CLOSE = 'POST /v1/checkout/sessions/{id}/expire';
const REFUND = 'POST /v1/refunds';
const CHARGE = 'POST /v1/payment_intents';

let now: Date;
let stripe: StripeStandIn;
let gateway: PaymentGateway;

const gatewayWith = (variables: Record<string, string> = {}): PaymentGateway =>
  createStripeGateway({ variables: { ...stripe.variables, ...variables }, isProduction: false });

beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00Z');
  stripe = await givenStripe({ clock: () => now });
  gateway = gatewayWith();
});
afterEach(async () => {
  await stripe.close();
  expect(stripe.breaches).toEqual([]);
});

const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

let names = 0;
const newName = (prefix: string): string => {
  names += 1;
  return `${prefix}${names}`;
};

function request(changes: Partial<StartRequest> = {}): StartRequest {
  return {
    reference: newName('FY-TEST-1-'),
    orderCode: 'FYTEST',
    amount: minor(2575),
    currency: 'EUR',
    currencyDigits: 2,
    description: 'Sandlark, order FYTEST',
    language: 'hr',
    customer: { id: '7', fullName: 'Mila Okonkwo', email: 'mila@example.org' },
    billing: { address: 'Zandpad 12', city: 'Noorderzand', postalCode: '4325 AB', country: 'NL' },
    returnUrl: 'http://127.0.0.1:3000/payments/return/abc',
    cancelUrl: 'http://127.0.0.1:3000/payments/return/abc?cancelled=1',
    callbackUrl: 'http://127.0.0.1:3000/payments/callback/stripe',
    browserOrigin: 'http://127.0.0.1:3000',
    expiresAt: new Date(now.getTime() + 2 * HOUR),
    savesMethod: false,
    ...changes,
  };
}

interface Started {
  readonly attempt: GatewayAttempt;
  readonly id: string;
}

async function start(changes: Partial<StartRequest> = {}): Promise<Started> {
  const wanted = request(changes);
  const { action, gatewayPaymentId } = await gateway.start(wanted, now);
  const { reference, amount, currency } = wanted;
  return { id: gatewayPaymentId!, attempt: { reference, gatewayPaymentId, amount, currency, action, createdAt: now } };
}

const status = (attempt: GatewayAttempt) => gateway.status(attempt, now);

async function paidBy(card: Card = 'visa', changes: Partial<StartRequest> = {}) {
  const started = await start(changes);
  stripe.buyer.pays(started.id, card);
  const transaction = stripe.books.session(started.id).payment_intent!;
  return { ...started, transaction };
}

const refundOf = ({ attempt, transaction }: { attempt: GatewayAttempt; transaction: string }, amount: number) =>
  ({
    key: newName('RF-'),
    transaction,
    reference: attempt.reference,
    gatewayPaymentId: attempt.gatewayPaymentId,
    amount: minor(amount),
    currency: 'EUR',
    currencyDigits: 2,
    description: 'Sandlark, order FYTEST',
  }) satisfies RefundRequest;

describe('starting a payment', () => {
  test('the buyer is sent to a page of Stripe that takes exactly this payment', async () => {
    const wanted = request();
    const started = await gateway.start(wanted, now);
    expect(started).toEqual({
      action: { action: 'redirect', url: `${stripe.url}/c/pay/${started.gatewayPaymentId}` },
      gatewayPaymentId: expect.stringMatching(/^cs_test_/),
      payableUntil: wanted.expiresAt,
    });
    expect(stripe.requests[0]).toMatchObject({
      key: `start:${wanted.reference}`,
      body: {
        mode: 'payment',
        client_reference_id: wanted.reference,
        line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 2575 } }],
        success_url: wanted.returnUrl,
        cancel_url: wanted.cancelUrl,
        locale: 'hr',
        adaptive_pricing: { enabled: false },
        payment_intent_data: { statement_descriptor_suffix: 'FYTEST', metadata: { reference: wanted.reference } },
      },
    });
  });

  test('an order that expires in 5 minutes gets a session of the 31 minutes that Stripe needs', async () => {
    const { payableUntil } = await gateway.start(request({ expiresAt: new Date(now.getTime() + 5 * MINUTE) }), now);
    expect(payableUntil).toEqual(new Date(now.getTime() + 31 * MINUTE));
  });

  test('an order that waits for days gets a session of less than the day that Stripe allows', async () => {
    const { payableUntil } = await gateway.start(request({ expiresAt: new Date(now.getTime() + 9 * DAY) }), now);
    expect(payableUntil.getTime() - now.getTime()).toBe(DAY - MINUTE);
  });

  test('methods that confirm after days are excluded unless the operator allows them', async () => {
    await gateway.start(request(), now);
    expect(stripe.requests.at(-1)!.body.excluded_payment_method_types).toContain('sepa_debit');
    await gatewayWith({ STRIPE_DELAYED_METHODS: '1' }).start(request(), now);
    expect(stripe.requests.at(-1)!.body).not.toHaveProperty('excluded_payment_method_types');
  });

  test('the page falls back to the browser’s language; a statement never shows a code of digits', async () => {
    await gateway.start(request({ language: 'sr-Latn', orderCode: '123-456' }), now);
    expect(stripe.requests.at(-1)!.body.locale).toBe('auto');
    expect(stripe.requests.at(-1)!.body.payment_intent_data).not.toHaveProperty('statement_descriptor_suffix');
  });

  test('the same start twice makes one session', async () => {
    const wanted = request();
    const [one, other] = [await gateway.start(wanted, now), await gateway.start(wanted, now)];
    expect(other).toEqual(one);
    expect(stripe.books.every('checkout.session')).toHaveLength(1);
  });
});

describe('a payment that Stripe cannot take is refused before the buyer is sent there', () => {
  const why = (amount: number, currency: string, currencyDigits: number) =>
    gateway.whyNotStart(request({ amount: minor(amount), currency, currencyDigits }));

  test.each([
    [49, 'EUR', 2, { kind: 'too_small', minimum: 50 }],
    [50, 'EUR', 2, null],
    [99_999_999, 'EUR', 2, null],
    [100_000_000, 'EUR', 2, { kind: 'too_large', maximum: 99_999_999 }],
    [49, 'JPY', 0, { kind: 'too_small', minimum: 50 }],
    [174, 'HUF', 0, { kind: 'too_small', minimum: 175 }],
    [175, 'HUF', 0, null],
    [17_499, 'HUF', 2, { kind: 'too_small', minimum: 17_500 }],
    [2575, 'BAM', 2, { kind: 'currency_not_taken' }],
    [2575, 'constructor', 2, { kind: 'currency_not_taken' }],
  ])('%i minor units of %s with %i digits: %o', (amount, currency, digits, refusal) => {
    expect(why(amount, currency, digits)).toEqual(refusal);
  });

  test('a shop that counts whole forints sends hundredths to Stripe and gets forints back', async () => {
    const { attempt } = await paidBy('visa', { amount: minor(4_900), currency: 'HUF', currencyDigits: 0 });
    expect(stripe.requests[0]!.body).toMatchObject({ line_items: [{ price_data: { unit_amount: 490_000 } }] });
    expect(await status(attempt)).toMatchObject({ status: 'paid', amount: 4_900, currency: 'HUF' });
  });
});

describe('the status of an attempt', () => {
  test('is open until a payment succeeds, and then paid', async () => {
    const { attempt, id } = await start();
    expect(await status(attempt)).toEqual({ status: 'open' });
    stripe.buyer.pays(id, 'declines');
    expect(await status(attempt)).toEqual({ status: 'open' });
    stripe.buyer.pays(id, 'visa');
    expect(await status(attempt)).toEqual({
      status: 'paid',
      transaction: stripe.books.session(id).payment_intent,
      amount: 2575,
      currency: 'EUR',
      paidWith: 'Visa •••• 4242',
    });
  });

  test('a delayed method is processing until its bank confirms or refuses', async () => {
    const [one, other] = [await paidBy('sepa'), await paidBy('sepa')];
    expect(await status(one.attempt)).toEqual({ status: 'processing' });
    stripe.bank.confirms(one.id);
    expect(await status(one.attempt)).toMatchObject({ status: 'paid', paidWith: 'SEPA Direct Debit' });
    stripe.bank.fails(other.id);
    expect(await status(other.attempt)).toEqual({ status: 'declined' });
  });

  test('a session that nobody pays expires by itself', async () => {
    const { attempt } = await start();
    wait(2 * HOUR);
    expect(await status(attempt)).toEqual({ status: 'expired' });
  });

  test('an attempt unknown to Stripe is unknown, with and without an id', async () => {
    const { attempt } = await start();
    expect(await status({ ...attempt, gatewayPaymentId: 'cs_test_nothing' })).toEqual({ status: 'unknown' });
    expect(await status({ ...attempt, gatewayPaymentId: null })).toEqual({ status: 'unknown' });
  });

  test('is not taken from a session of another attempt', async () => {
    const { attempt } = await paidBy();
    await expect(status({ ...attempt, reference: 'FY-OTHER-1-1' })).rejects.toThrow(
      'a payment other than FY-OTHER-1-1',
    );
  });

  test('is found after a lost answer to the start, even if the buyer paid anyway', async () => {
    const { attempt } = await paidBy();
    expect(await status({ ...attempt, gatewayPaymentId: null })).toMatchObject({ status: 'paid', amount: 2575 });
  });
});

describe('an attempt whose answer was lost, among 2,500 other events', () => {
  const LIST = 'GET /v1/events';
  const others = (count: number) => {
    const intent = stripe.books.newIntent({ amount: 5, currency: 'eur' });
    for (let event = 0; event < count; event += 1) {
      stripe.books.emit('payment_intent.canceled', intent, stripe.books.events[0]!.api_version as string);
    }
  };
  const lost = ({ attempt }: Started) => ({ ...attempt, gatewayPaymentId: null });

  test('is found by a call that continues where the previous one stopped', async () => {
    const paid = await paidBy();
    const never = await start();
    others(2_500);
    await expect(status(lost(paid))).rejects.toThrow('the next call continues');
    expect(stripe.calls(LIST)).toHaveLength(20);
    expect(await status(lost(paid))).toMatchObject({ status: 'paid', amount: 2575 });
    expect(stripe.calls(LIST)).toHaveLength(26);
    // An attempt counts as unknown only once everything has been read, including events that happened meanwhile.
    await expect(status(lost(never))).rejects.toThrow('the next call continues');
    stripe.buyer.pays(never.id);
    expect(await status(lost(never))).toMatchObject({ status: 'paid' });
    expect(
      await status({ ...lost(never), reference: 'FY-SINCE', createdAt: new Date(now.getTime() + 2 * HOUR) }),
    ).toEqual({
      status: 'unknown',
    });
  });
});

test('the hourly query requests no more event types than Stripe lists at once', () => {
  expect(SWEPT_EVENTS.length).toBeLessThanOrEqual(20);
});

describe('closing an attempt', () => {
  test('means that nobody can pay it any more', async () => {
    const { attempt, id } = await start();
    expect(await gateway.close(attempt, now)).toEqual({ status: 'expired' });
    expect(stripe.books.session(id).status).toBe('expired');
    expect(await gateway.close(attempt, now)).toEqual({ status: 'expired' });
  });

  test('returns the payment if the buyer paid at the same time', async () => {
    const { attempt } = await paidBy();
    expect(await gateway.close(attempt, now)).toMatchObject({ status: 'paid', amount: 2575 });
  });

  test('fails and can be repeated if the answer is lost after Stripe has closed it', async () => {
    const { attempt } = await start();
    // The SDK repeats a call once by itself if the connection breaks.
    stripe.next(CLOSE, { hangUp: 'after' }, { hangUp: 'after' });
    await expect(gateway.close(attempt, now)).rejects.toThrow();
    expect(await gateway.close(attempt, now)).toEqual({ status: 'expired' });
  });
});

describe('a start that fails leaves nothing a buyer could pay', () => {
  const faults: [string, StripeFault[]][] = [
    ['the connection breaks before', [{ hangUp: 'before' }, { hangUp: 'before' }]],
    ['the connection breaks after', [{ hangUp: 'after' }, { hangUp: 'after' }]],
    ['the answer breaks off', [{ hangUp: 'mid-answer' }]],
    ['401', [{ status: 401 }]],
    ['409', [{ status: 409, code: 'idempotency_key_in_use' }]],
    ['422', [{ status: 422 }]],
    ['429', [{ status: 429, code: 'lock_timeout' }]],
    ['500', [{ status: 500 }]],
    ['503', [{ status: 503 }]],
  ];
  test.each(faults)('%s: the start fails, and the same key finds at most one session', async (_, fault) => {
    const wanted = request();
    stripe.next(START, ...fault);
    await expect(gateway.start(wanted, now)).rejects.toThrow();
    const started = await gateway.start(wanted, now);
    expect(stripe.books.every('checkout.session').map(({ id }) => id)).toEqual([started.gatewayPaymentId]);
  });

  test('when an answer arrives too late, the shop has stopped waiting', async () => {
    const impatient = guardedGateway(gateway, 100);
    stripe.next(START, { delayMs: 400 });
    await expect(impatient.start(request(), now)).rejects.toThrow('did not answer');
  });
});

describe('answers that break Stripe’s contract', () => {
  const page = '<!doctype html><title>Gateway timeout</title>';
  const wrong: [string, StripeFault][] = [
    ['HTML with 200', { text: page, contentType: 'text/html' }],
    ['HTML with 502', { text: page, contentType: 'text/html', status: 502 }],
    ['truncated JSON', { text: '{"id": "cs_test_1", "object": "checkout.se' }],
    ['an empty body', { text: '' }],
    ['a list', { text: '[]' }],
    ['a number', { text: '7' }],
    ['null', { text: 'null' }],
    ['two megabytes', { text: `{"id":"${'x'.repeat(2_000_000)}"}` }],
    ['a redirect', { text: '', status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['gzip that was not requested', { text: gzipSync('{"id":"cs_1"}'), headers: { 'content-encoding': 'gzip' } }],
    ['an unknown status', { change: (answer) => ({ ...answer, status: 'resting' }) }],
    ['a missing status', { change: ({ status: _, ...rest }) => rest }],
    ['an unknown payment status', { change: (answer) => ({ ...answer, payment_status: 'half_paid' }) }],
    ['no payment needed', { change: (answer) => ({ ...answer, payment_status: 'no_payment_required' }) }],
    ['a payment that was not expanded', { change: (answer) => ({ ...answer, payment_intent: 'pi_1' }) }],
    ['an amount with decimals', { change: (answer) => withIntent(answer, { amount_received: 25.75 }) }],
    ['an amount as text', { change: (answer) => withIntent(answer, { amount_received: '2575' }) }],
    ['no amount', { change: (answer) => withIntent(answer, { amount_received: null }) }],
    ['an unknown state of the payment', { change: (answer) => withIntent(answer, { status: 'thinking' }) }],
  ];
  const withIntent = (answer: Record<string, unknown>, change: object) => ({
    ...answer,
    payment_intent: { ...(answer.payment_intent as object), ...change },
  });

  test.each(wrong)('%s: querying a paid attempt fails, and works the next time', async (_, fault) => {
    const { attempt } = await paidBy();
    stripe.next(READ, fault);
    await expect(status(attempt)).rejects.toThrow(/Stripe/);
    expect(await status(attempt)).toMatchObject({ status: 'paid' });
  });

  test.each(wrong.slice(0, 10))('%s: a start fails', async (_, fault) => {
    stripe.next(START, fault);
    await expect(gateway.start(request(), now)).rejects.toThrow(/Stripe/);
  });

  test('may have new fields, methods and brands, and payments that are not complete yet', async () => {
    const { attempt } = await paidBy();
    stripe.next(READ, {
      change: (answer) =>
        withIntent(
          { ...answer, colour: 'green' },
          {
            latest_charge: {
              payment_method_details: { type: 'card', card: { brand: 'brand_new', last4: '1111' } },
            },
          },
        ),
    });
    expect(await status(attempt)).toMatchObject({ status: 'paid', paidWith: 'Card •••• 1111' });
    stripe.next(READ, {
      change: (answer) => withIntent(answer, { latest_charge: { payment_method_details: { type: 'new_wallet' } } }),
    });
    expect(await status(attempt)).toMatchObject({ status: 'paid', paidWith: 'New wallet' });
    stripe.next(READ, { change: (answer) => withIntent(answer, { latest_charge: null, status: 'requires_capture' }) });
    expect(await status(attempt)).toEqual({ status: 'processing' });
  });

  test('an error never repeats a key, a secret or the payment', async () => {
    stripe.next(START, {
      text: JSON.stringify({
        error: { type: 'invalid_request_error', message: 'Bad key sk_test_standin0000, pi_123_secret_456' },
      }),
      status: 401,
    });
    const error = await gateway.start(request(), now).catch((one: unknown) => one as Error);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toMatch(/standin0000|secret_456/);
  });
});

describe('money back', () => {
  test('a payment is refunded in parts until nothing is left', async () => {
    const payment = await paidBy();
    for (const amount of [1_000, 1_500, 75]) {
      expect(await gateway.refund(refundOf(payment, amount), now)).toEqual({
        refund: expect.stringMatching(/^re_/),
        update: { status: 'done' },
      });
    }
    expect(await gateway.refund(refundOf(payment, 1), now)).toEqual({
      refund: null,
      update: { status: 'failed', reason: 'charge already refunded' },
    });
  });

  test('Stripe refuses more than is left, with its reason', async () => {
    const payment = await paidBy();
    const { update } = await gateway.refund(refundOf(payment, 2_576), now);
    expect(update).toEqual({ status: 'failed', reason: 'Refund amount (2576) is greater than charge amount (2575)' });
  });

  test('a disputed payment cannot be refunded', async () => {
    const payment = await paidBy();
    stripe.dashboard.disputes(payment.transaction, 2575);
    expect((await gateway.refund(refundOf(payment, 100), now)).update).toEqual({
      status: 'failed',
      reason: 'charge disputed',
    });
  });

  const lost: [string, StripeFault[]][] = [
    ['the connection breaks before', [{ hangUp: 'before' }, { hangUp: 'before' }]],
    ['the connection breaks after', [{ hangUp: 'after' }, { hangUp: 'after' }]],
    ['the answer breaks off', [{ hangUp: 'mid-answer' }]],
    ['429', [{ status: 429, code: 'lock_timeout' }]],
    ['500', [{ status: 500 }]],
    ['503', [{ status: 503 }]],
  ];
  test.each(lost)('%s: a retry moves the money only once', async (_, faults) => {
    const payment = await paidBy();
    const wanted = refundOf(payment, 500);
    stripe.next(REFUND, ...faults);
    await expect(gateway.refund(wanted, now)).rejects.toThrow();
    expect((await gateway.refund(wanted, now)).update).toEqual({ status: 'done' });
    await gateway.refund(wanted, now);
    expect(stripe.books.every('refund')).toHaveLength(1);
  });

  test('a refund waits while Stripe repeats a 500 for its key, and is made once after that', async () => {
    const wanted = refundOf(await paidBy(), 500);
    stripe.next(REFUND, { status: 500, isKept: true });
    await expect(gateway.refund(wanted, now)).rejects.toThrow('500');
    await expect(gateway.refund(wanted, now)).rejects.toThrow('500');
    stripe.forgetKeys();
    expect((await gateway.refund(wanted, now)).update).toEqual({ status: 'done' });
    expect(stripe.books.every('refund')).toHaveLength(1);
  });

  test('a refund whose answer was lost is found even when Stripe has forgotten its key', async () => {
    const wanted = refundOf(await paidBy(), 500);
    stripe.next(REFUND, { hangUp: 'after' }, { hangUp: 'after' });
    await expect(gateway.refund(wanted, now)).rejects.toThrow();
    stripe.forgetKeys();
    wait(2 * DAY);
    expect((await gateway.refund(wanted, now)).update).toEqual({ status: 'done' });
    expect(stripe.books.every('refund')).toHaveLength(1);
    const { description: _, currencyDigits: __, ...inquiry } = wanted;
    expect(await gateway.refundStatus({ ...inquiry, refund: null, createdAt: now }, now)).toEqual({ status: 'done' });
  });

  test('a refund is pending, then done, and can fail even days later', async () => {
    const wanted = refundOf(await paidBy(), 500);
    const { refund } = await gateway.refund(wanted, now);
    const inquiry = { ...wanted, refund, createdAt: now };
    stripe.bank.delaysRefund(refund!);
    expect(await gateway.refundStatus(inquiry, now)).toEqual({ status: 'pending' });
    stripe.bank.paysRefund(refund!);
    expect(await gateway.refundStatus(inquiry, now)).toEqual({ status: 'done' });
    wait(5 * DAY);
    stripe.bank.returnsRefund(refund!);
    expect(await gateway.refundStatus(inquiry, now)).toEqual({ status: 'failed', reason: 'lost or stolen card' });
  });

  test('a refund that was never requested is unknown', async () => {
    const wanted = refundOf(await paidBy(), 500);
    expect(await gateway.refundStatus({ ...wanted, refund: null, createdAt: now }, now)).toEqual({ status: 'unknown' });
    expect(await gateway.refundStatus({ ...wanted, refund: 're_0', createdAt: now }, now)).toEqual({
      status: 'unknown',
    });
  });

  test('partial refunds in any order, despite lost answers, never exceed the payment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 1_500 }), fc.boolean(), fc.integer({ min: 1, max: 3 })), {
          maxLength: 5,
        }),
        async (parts) => {
          const payment = await paidBy();
          let done = 0;
          for (const [amount, isLost, times] of parts) {
            const wanted = refundOf(payment, amount);
            if (isLost) {
              // The fault is only used if the money can move at all.
              stripe.next(REFUND, { hangUp: 'mid-answer' });
              await gateway.refund(wanted, now).catch(() => {});
            }
            const answers = [];
            for (let time = 0; time < times; time += 1) answers.push((await gateway.refund(wanted, now)).update.status);
            expect(new Set(answers).size).toBe(1);
            if (answers[0] === 'done') done += amount;
          }
          expect(stripe.books.refundable(stripe.books.intent(payment.transaction))).toBe(2575 - done);
          expect(done).toBeLessThanOrEqual(2575);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a saved card', () => {
  async function saveCard(): Promise<SavedMethod> {
    const { attempt } = await paidBy('visa', { savesMethod: true });
    const update = await status(attempt);
    if (update.status !== 'paid' || !update.savedMethod) throw new Error('no card was saved');
    return update.savedMethod;
  }

  const chargeOf = (method: SavedMethod, changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
    reference: newName('FY-TEST-2-'),
    orderCode: 'FYTEST',
    description: 'Sandlark, order FYTEST',
    callbackUrl: 'http://127.0.0.1:3000/payments/callback/stripe',
    method,
    customer: { id: '7', fullName: 'Mila Okonkwo', email: 'mila@example.org' },
    amount: minor(1_250),
    currency: 'EUR',
    currencyDigits: 2,
    ...changes,
  });
  const charge = (wanted: ChargeRequest) => gateway.charge!(wanted, now);
  const attemptOf = ({ reference, amount, currency }: ChargeRequest): GatewayAttempt => ({
    reference,
    amount,
    currency,
    gatewayPaymentId: null,
    action: null,
    createdAt: now,
  });

  test('is saved only if the buyer agreed, and only if it is a card', async () => {
    expect(await status((await paidBy()).attempt)).not.toHaveProperty('savedMethod');
    const method = await saveCard();
    expect(method).toEqual({
      gatewayCustomer: expect.stringMatching(/^cus_/),
      id: expect.stringMatching(/^pm_/),
      label: 'Visa •••• 4242',
      expires: '2028-11',
    });
    expect(stripe.calls(START).at(-1)!.body).toMatchObject({
      customer_creation: 'always',
      allowed_payment_method_types: ['card'],
      payment_intent_data: { setup_future_usage: 'off_session' },
    });
  });

  test('is charged in its owner’s absence, once per reference', async () => {
    const wanted = chargeOf(await saveCard());
    const paid = await charge(wanted);
    expect(paid).toMatchObject({ status: 'paid', amount: 1_250, currency: 'EUR' });
    expect(await charge(wanted)).toEqual(paid);
    expect(await status(attemptOf(wanted))).toEqual(paid);
    expect(stripe.calls(CHARGE)[0]).toMatchObject({
      key: `charge:${wanted.reference}`,
      body: { off_session: true, confirm: true, automatic_payment_methods: { allow_redirects: 'never' } },
    });
    expect(stripe.books.every('payment_intent')).toHaveLength(2);
  });

  test('a charge whose answer was lost after its effect is found by the same key or a query', async () => {
    const wanted = chargeOf(await saveCard());
    stripe.next(CHARGE, { hangUp: 'after' }, { hangUp: 'after' });
    await expect(charge(wanted)).rejects.toThrow();
    expect(await status(attemptOf(wanted))).toMatchObject({ status: 'paid', amount: 1_250 });
    expect(await charge(wanted)).toMatchObject({ status: 'paid', amount: 1_250 });
    expect(stripe.books.every('payment_intent')).toHaveLength(2);
  });

  test('a charge is over once the bank requires authentication, and needs a payment page', async () => {
    const method = await saveCard();
    stripe.bank.answers(method.id, { decline: 'authentication_required' });
    const wanted = chargeOf(method);
    expect(await charge(wanted)).toEqual({ status: 'needs_customer', reason: 'authentication required' });
    expect(stripe.books.every('payment_intent').at(-1)).toMatchObject({ status: 'canceled' });
    expect(await status(attemptOf(wanted))).toEqual({ status: 'declined' });
  });

  test.each([
    ['insufficient_funds', undefined, { status: 'declined', reason: 'insufficient funds', again: true }],
    ['expired_card', undefined, { status: 'declined', reason: 'expired card', again: false }],
    ['stolen_card', undefined, { status: 'declined', reason: 'stolen card', again: false }],
    ['do_not_honor', undefined, { status: 'declined', reason: 'do not honor', again: true }],
    ['do_not_honor', 'do_not_try_again', { status: 'declined', reason: 'do not honor', again: false }],
    ['generic_decline', 'try_again_later', { status: 'declined', reason: 'generic decline', again: true }],
    ['generic_decline', 'confirm_card_data', { status: 'needs_customer', reason: 'generic decline' }],
  ])(
    'a decline with %s and the advice %s tells whether to retry or to involve the customer',
    async (decline, advice, answer) => {
      const method = await saveCard();
      stripe.bank.answers(method.id, { decline, ...(advice && { advice }) });
      expect(await charge(chargeOf(method))).toEqual(answer);
    },
  );

  test('a charge that is being processed is found by its reference until the bank has answered', async () => {
    const method = await saveCard();
    stripe.bank.answers(method.id, 'processing');
    const [one, other] = [chargeOf(method), chargeOf(method)];
    const ids = [];
    for (const wanted of [one, other]) {
      expect(await charge(wanted)).toEqual({ status: 'processing' });
      expect(await status(attemptOf(wanted))).toEqual({ status: 'processing' });
      ids.push(stripe.books.every('payment_intent').at(-1)!.id);
    }
    stripe.bank.settles(ids[0]!, 'succeeded');
    stripe.bank.settles(ids[1]!, 'failed');
    expect(await status(attemptOf(one))).toMatchObject({ status: 'paid', amount: 1_250 });
    expect(await status(attemptOf(other))).toEqual({ status: 'declined' });
    expect(await gateway.close(attemptOf(other), now)).toEqual({ status: 'declined' });
  });

  test('can be forgotten, even twice, and cannot be charged afterwards', async () => {
    const method = await saveCard();
    await gateway.forget!(method, now);
    await gateway.forget!(method, now);
    await gateway.forget!({ ...method, id: 'pm_of_nobody' }, now);
    expect(await charge(chargeOf(method))).toEqual({
      status: 'declined',
      reason: 'the card is no longer kept at Stripe',
      again: false,
    });
    expect(await gateway.inquire({ about: 'method', id: method.id }, now)).toEqual([
      { about: 'method', id: method.id, isUsable: false, label: 'Visa •••• 4242', expires: '2028-11' },
    ]);
  });

  test('gets the new number if its bank renews it', async () => {
    const method = await saveCard();
    stripe.bank.renewsCard(method.id, '9999');
    expect(await gateway.inquire({ about: 'method', id: method.id }, now)).toEqual([
      { about: 'method', id: method.id, isUsable: true, label: 'Visa •••• 9999', expires: '2032-11' },
    ]);
  });
});

describe('a dispute', () => {
  const stateOf = async (id: string) => {
    const [fact] = await gateway.inquire({ about: 'dispute', id }, now);
    return fact?.about === 'dispute' ? fact : null;
  };

  test('is open, then takes the money, and is won when the money is back', async () => {
    const { transaction } = await paidBy();
    const dispute = stripe.dashboard.disputes(transaction, 2575);
    expect(await stateOf(dispute.id)).toEqual({
      about: 'dispute',
      id: dispute.id,
      transaction,
      state: 'open',
      amount: 2575,
      currency: 'EUR',
      answerBy: '2026-11-27T10:00:00.000Z',
      reason: 'fraudulent',
    });
    dispute.takesMoney();
    expect((await stateOf(dispute.id))?.state).toBe('money_taken');
    dispute.wins();
    expect((await stateOf(dispute.id))?.state).toBe('money_taken');
    dispute.reinstates();
    expect((await stateOf(dispute.id))?.state).toBe('won');
  });

  test('stays open when the money is back before it is closed', async () => {
    const dispute = stripe.dashboard
      .disputes((await paidBy()).transaction, 2575)
      .takesMoney()
      .reinstates();
    expect((await stateOf(dispute.id))?.state).toBe('open');
    dispute.wins();
    expect((await stateOf(dispute.id))?.state).toBe('won');
  });

  test('is lost', async () => {
    const dispute = stripe.dashboard
      .disputes((await paidBy()).transaction, 575)
      .takesMoney()
      .loses();
    expect(await stateOf(dispute.id)).toMatchObject({ state: 'lost', amount: 575 });
  });

  test('an inquiry takes no money, and is won when it is closed', async () => {
    const dispute = stripe.dashboard.disputes((await paidBy()).transaction, 2575, 'warning_needs_response');
    expect((await stateOf(dispute.id))?.state).toBe('open');
    dispute.wins();
    expect((await stateOf(dispute.id))?.state).toBe('won');
  });
});

describe('refunds and payouts on the account', () => {
  test('a refund made in the dashboard has no key of the shop', async () => {
    const { transaction } = await paidBy();
    const id = stripe.dashboard.refunds(transaction, 500);
    expect(await gateway.inquire({ about: 'refund', id }, now)).toEqual([
      { about: 'refund', id, key: null, transaction, amount: 500, currency: 'EUR', update: { status: 'done' } },
    ]);
  });

  test('a refund of the shop names its key', async () => {
    const wanted = refundOf(await paidBy(), 500);
    const { refund } = await gateway.refund(wanted, now);
    expect(await gateway.inquire({ about: 'refund', id: refund! }, now)).toMatchObject([{ key: wanted.key }]);
  });

  test('a payout names its day and the line on the bank statement', async () => {
    const id = stripe.dashboard.paysOut(120_000);
    expect(await gateway.inquire({ about: 'payout', id }, now)).toEqual([
      {
        ...({ about: 'payout', id, state: 'paid', reason: '', amount: 120_000, currency: 'EUR' } as const),
        ...{ arrivesOn: '2026-11-20', statement: 'STRIPE 7QX2' },
        parts: { charges: 120_000, refunds: 0, disputes: 0, fees: 0, failedBefore: 0, other: 0 },
      },
    ]);
  });
});

describe('messages', () => {
  const SECRET = 'whsec_stand_in_secret_1';
  const message = (body: string, changes: { header?: string; secret?: string; ageS?: number } = {}): GatewayMessage => {
    const seconds = now.getTime() / SECOND - (changes.ageS ?? 0);
    const header = changes.header ?? `t=${seconds},v1=${signStripe(body, seconds, changes.secret ?? SECRET)}`;
    return { body: Buffer.from(body), headers: { 'stripe-signature': header }, path: '' };
  };
  const eventOf = (type: string) => JSON.stringify(stripe.books.events.findLast((event) => event.type === type));
  const read = (one: GatewayMessage, by = gateway) => by.readCallback(one, now);

  test('the published signature is accepted', () => {
    const vector = {
      body: Buffer.from('{"id":"evt_1","object":"event","type":"checkout.session.completed"}'),
      headers: {
        'stripe-signature': 't=1795168000,v1=bb90968afdd0ac24e79d19c1dbb3ddb72412bd57c548795697fb40a163b54ab2',
      },
      path: '',
    };
    const signed = gatewayWith({ STRIPE_WEBHOOK_SECRET: 'whsec_old,whsec_demo_1' });
    const foreign = gatewayWith({ STRIPE_WEBHOOK_SECRET: 'whsec_old' });
    const then = new Date(1_795_168_000_000);
    expect(foreign.readCallback(vector, then)).toEqual({ ok: false, reason: 'signature wrong or too old' });
    // The signature is right, and then the event is incomplete.
    expect(signed.readCallback(vector, then)).toEqual({ ok: false, reason: 'not an event' });
  });

  test('a paid session proves the payment', async () => {
    const { attempt, transaction } = await paidBy();
    expect(read(message(eventOf('checkout.session.completed')))).toEqual({
      ok: true,
      eventId: expect.stringMatching(/^evt_/),
      facts: [
        {
          about: 'attempt',
          attempt: { reference: attempt.reference },
          update: { status: 'paid', transaction, amount: 2575, currency: 'EUR' },
        },
      ],
      ask: [],
    });
  });

  test('a message of another API version, or about a card to save, only queries the payment', async () => {
    const { attempt } = await paidBy();
    const ask = [{ about: 'attempt', attempt: { reference: attempt.reference } }];
    const older = eventOf('checkout.session.completed').replace('2026-10-28.endive', '2024-06-20');
    expect(read(message(older))).toMatchObject({ ok: true, facts: [], ask });
    const kept = await paidBy('visa', { savesMethod: true });
    expect(read(message(eventOf('checkout.session.completed')))).toMatchObject({
      facts: [],
      ask: [{ about: 'attempt', attempt: { reference: kept.attempt.reference } }],
    });
  });

  test('refunds, disputes, cards and payouts are queried by their ids', async () => {
    const { transaction } = await paidBy();
    const refund = stripe.dashboard.refunds(transaction, 500);
    const dispute = stripe.dashboard.disputes(transaction, 500).takesMoney();
    const payout = stripe.dashboard.paysOut(1_000);
    for (const [type, subject] of [
      ['refund.created', { about: 'refund', id: refund }],
      ['charge.dispute.created', { about: 'dispute', id: dispute.id }],
      ['charge.dispute.funds_withdrawn', { about: 'dispute', id: dispute.id }],
      ['payout.paid', { about: 'payout', id: payout }],
    ] as const) {
      expect(read(message(eventOf(type)))).toMatchObject({ ok: true, facts: [], ask: [subject] });
    }
  });

  test('an event that does not concern the shop is accepted and ignored', async () => {
    await paidBy();
    const completed = eventOf('checkout.session.completed');
    const changed = (change: object) => JSON.stringify({ ...JSON.parse(completed), ...change });
    for (const [body, ignored] of [
      [changed({ livemode: true }), 'live mode'],
      [changed({ account: 'acct_other' }), 'a connected account'],
      [changed({ context: 'acct_other' }), 'a connected account'],
      [changed({ type: 'customer.created' }), 'customer.created'],
      [
        changed({ data: { object: { id: 'cs_1', object: 'checkout.session', metadata: {} } } }),
        'not a payment of this shop',
      ],
      [eventOf('payment_intent.succeeded'), 'payment_intent.succeeded of a session'],
    ] as const) {
      expect(read(message(body))).toMatchObject({ ok: true, facts: [], ask: [], ignored });
    }
  });

  test('forged, altered, old and future messages are refused', async () => {
    await paidBy();
    const body = eventOf('checkout.session.completed');
    const seconds = now.getTime() / SECOND;
    const right = `t=${seconds},v1=${signStripe(body, seconds, SECRET)}`;
    const bad = (one: GatewayMessage) => expect(read(one)).toMatchObject({ ok: false });
    bad(message(body, { secret: 'whsec_other_secret' }));
    bad(message(body, { ageS: 301 }));
    bad(message(body, { ageS: -301 }));
    bad(message(body, { header: '' }));
    bad(message(body, { header: 't=,v1=' }));
    bad(message(body, { header: `t=${seconds}` }));
    bad(message(body, { header: right.replace('v1=', 'v0=') }));
    bad(message(body, { header: `${right}, ${right}` }));
    bad({ ...message(body), headers: {} });
    bad({ ...message(body), body: Buffer.from(body.replace('2575', '2576')) });
    bad({ ...message(body), body: Buffer.from(`${body} `) });
    bad({ ...message(body), body: Buffer.alloc(0) });
    bad(message('not JSON'));
    bad(message('[]'));
    expect(read(message(body, { ageS: 300 }))).toMatchObject({ ok: true });
    expect(read(message(body, { ageS: -300 }))).toMatchObject({ ok: true });
  });

  test('while a secret is being replaced, messages signed with either are accepted', async () => {
    await paidBy();
    const body = eventOf('checkout.session.completed');
    const both = gatewayWith({ STRIPE_WEBHOOK_SECRET: `whsec_new_secret_2, ${SECRET}` });
    for (const secret of ['whsec_new_secret_2', SECRET]) {
      expect(read(message(body, { secret }), both)).toMatchObject({ ok: true });
    }
    const seconds = now.getTime() / SECOND;
    const twice = `t=${seconds},v1=${signStripe(body, seconds, 'whsec_gone')},v1=${signStripe(body, seconds, SECRET)}`;
    expect(read(message(body, { header: twice }))).toMatchObject({ ok: true });
  });

  test('any signed nonsense is refused or ignored, and never breaks anything or pays', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom('', 'checkout.session.completed', 'refund.created'),
        (value, type) => {
          const body = JSON.stringify(
            type
              ? { id: 'evt_1', object: 'event', type, livemode: false, api_version: null, data: { object: value } }
              : value,
          );
          const reading = read(message(body));
          if (reading.ok) expect(reading.facts).toEqual([]);
          return Promise.resolve();
        },
      ),
    );
  });
});

describe('the check of key, account, currency and callback address', () => {
  const URL_ = 'https://tickets.example.org/payments/callback/stripe';
  const check = (currency = 'EUR', url = URL_, by = gateway) => by.check(currency, url, now);
  const texts = async (...parts: Parameters<typeof check>) =>
    (await check(...parts)).map(({ severity, text }) => `${severity}: ${text}`);

  test('finds no problem on a complete account', async () => {
    stripe.dashboard.addsWebhook({ url: URL_ });
    expect(await check()).toEqual([]);
  });

  test('names what is missing', async () => {
    expect(await texts()).toEqual([
      expect.stringContaining(`error: The Stripe account has no webhook endpoint for ${URL_}`),
    ]);
    stripe.dashboard.addsWebhook({
      url: URL_,
      status: 'disabled',
      api_version: '2024-06-20',
      enabled_events: ['checkout.session.completed'],
    });
    stripe.dashboard.changesAccount({ charges_enabled: false, payouts_enabled: false, default_currency: 'chf' });
    expect(await texts()).toEqual([
      expect.stringMatching(/^error: The Stripe account cannot take payments yet/),
      expect.stringMatching(/^warning: Stripe does not pay out/),
      expect.stringMatching(/^warning: The Stripe account is kept in CHF/),
      expect.stringMatching(/^error: .* is switched off/),
      expect.stringMatching(
        /^warning: .* lacks the events checkout\.session\.async_payment_succeeded, .*refund\.failed/,
      ),
      expect.stringMatching(/^warning: .* sends version 2024-06-20 instead of 2026-10-28\.endive/),
    ]);
  });

  test('a wrong key is an error, a restricted key causes a warning, and an outage fails the check', async () => {
    const wrong = gatewayWith({ STRIPE_SECRET_KEY: 'sk_test_another00000' });
    expect(await texts('EUR', URL_, wrong)).toEqual([expect.stringContaining('does not accept STRIPE_SECRET_KEY')]);
    stripe.next('GET /v1/account', { status: 403 });
    stripe.next('GET /v1/webhook_endpoints', { status: 403 });
    expect(await texts()).toEqual([
      expect.stringMatching(/^warning: .*cannot read the account/),
      expect.stringMatching(/^warning: .*cannot read webhook endpoints/),
    ]);
    stripe.next('GET /v1/account', { status: 503 });
    await expect(check()).rejects.toThrow('503');
  });

  test('warns of an address that Stripe cannot reach; an unsupported currency is an error', async () => {
    expect(await texts('EUR', 'http://localhost:3000/payments/callback/stripe')).toEqual([
      expect.stringContaining('warning: Stripe cannot reach http://localhost:3000'),
    ]);
    stripe.dashboard.addsWebhook({ url: URL_ });
    stripe.dashboard.changesAccount({ default_currency: 'bam' });
    expect(await texts('BAM')).toEqual(['error: Payments in BAM are not possible at Stripe.']);
  });
});

test('a start fails after the time limit if the server accepts the call and never answers', async () => {
  const silent = http.createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const impatient = guardedGateway(gatewayWith({ STRIPE_BASE_URL: `http://127.0.0.1:${port}` }), 100);
  await expect(impatient.start(request(), now)).rejects.toThrow('did not answer');
  silent.closeAllConnections();
  silent.close();
});
