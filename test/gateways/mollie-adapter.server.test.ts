import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayAttempt, PaymentGateway, StartRequest } from '#features/payments/server/gateway.ts';
import { mollieGateway } from '#features/payments/server/mollie/mollie-gateway.ts';
import { minor } from '#kernel/money.ts';
import { givenMollie, type MollieFault, type MollieStandIn } from '../stand-ins/mollie.ts';
import { rounds } from '../support/rounds.ts';

const HOUR = 60 * 60_000;
let now: Date;
let mollie: MollieStandIn;
let gateway: PaymentGateway;

const gatewayWith = (changes: Partial<Parameters<typeof mollieGateway>[0]> = {}): PaymentGateway =>
  mollieGateway({
    apiKey: mollie.apiKey,
    apiUrl: mollie.url,
    mode: 'test',
    webhookSecrets: [],
    methods: null,
    ...changes,
  });

beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00Z');
  mollie = await givenMollie({ clock: () => now });
  gateway = gatewayWith();
});
afterEach(async () => {
  expect(mollie.breaches).toEqual([]);
  await mollie.close();
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
    orderCode: 'FY-TEST',
    amount: minor(2575),
    currency: 'EUR',
    currencyDigits: 2,
    description: 'Sandlark, order FY-TEST',
    language: 'nl',
    customer: { id: '7', fullName: 'Mila Okonkwo', email: 'mila@example.org' },
    billing: { address: 'Zandpad 12', city: 'Noorderzand', postalCode: '4325 AB', country: 'NL' },
    returnUrl: 'http://127.0.0.1:3000/payments/return/abc',
    cancelUrl: 'http://127.0.0.1:3000/payments/return/abc?cancelled=1',
    callbackUrl: 'http://127.0.0.1:3000/payments/callback/mollie',
    browserOrigin: 'http://127.0.0.1:3000',
    expiresAt: new Date(now.getTime() + 30 * 60_000),
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

describe('starting', () => {
  test('the buyer is sent to Mollie’s page, and the payment expires when Mollie says', async () => {
    const wanted = request();
    const started = await gateway.start(wanted, now);
    expect(started).toEqual({
      action: { action: 'redirect', url: `${mollie.url}/checkout/${started.gatewayPaymentId}` },
      gatewayPaymentId: mollie.payments[0]!.id,
      payableUntil: new Date(now.getTime() + 15 * 60_000),
    });
    expect(mollie.requests[0]).toMatchObject({
      key: `start:${wanted.reference}`,
      body: {
        amount: { currency: 'EUR', value: '25.75' },
        webhookUrl: `${wanted.callbackUrl}/${wanted.reference}`,
        metadata: { reference: wanted.reference, order: 'FY-TEST', digits: 2 },
        locale: 'nl_NL',
        captureMode: 'automatic',
        sequenceType: 'oneoff',
      },
    });
    expect(mollie.requests[0]!.body).not.toHaveProperty('method');
  });

  test('no address for messages is sent if Mollie cannot reach it, because Mollie would refuse it', async () => {
    const far = gatewayWith({ apiUrl: 'http://mollie.example.org' });
    const urls: (string | undefined)[] = [];
    const sent = globalThis.fetch;
    globalThis.fetch = (async (_url, init) => {
      urls.push(JSON.parse(String(init?.body)).webhookUrl);
      throw new TypeError('fetch failed');
    }) as typeof fetch;
    try {
      await expect(far.start(request(), now)).rejects.toThrow('no answer');
      await expect(
        far.start(request({ callbackUrl: 'https://tickets.example.org/payments/callback/mollie' }), now),
      ).rejects.toThrow('no answer');
    } finally {
      globalThis.fetch = sent;
    }
    expect(urls).toEqual([
      undefined,
      expect.stringMatching(/^https:\/\/tickets\.example\.org\/payments\/callback\/mollie\/FY-/),
    ]);
  });

  test('the methods can be restricted, and a long description is cut', async () => {
    gateway = gatewayWith({ methods: ['ideal', 'creditcard'] });
    await start({ description: 'x'.repeat(400), language: 'hr', billing: { ...request().billing, country: 'HR' } });
    const { body } = mollie.requests[0]!;
    expect(body.method).toEqual(['ideal', 'creditcard']);
    expect(body.description).toHaveLength(255);
    expect(body).not.toHaveProperty('locale');
  });

  test.each<[string, MollieFault]>([
    ['no answer before the effect', { hangUp: 'before' }],
    ['no answer after the effect', { hangUp: 'after' }],
    ['a truncated answer', { hangUp: 'mid-answer' }],
    ['a failure', { status: 500 }],
    ['an outage', { status: 503 }],
    ['too many requests', { status: 429, retryAfter: '30' }],
    ['a refused key', { status: 401 }],
    ['a refused field', { status: 422 }],
    ['a page', { text: '<html>Maintenance</html>', contentType: 'text/html' }],
    ['truncated JSON', { text: '{"id":"tr_1234"' }],
    ['nothing', { text: '' }],
    ['a redirect', { text: '', status: 302, headers: { location: 'https://example.org/' } }],
    ['an endless answer', { text: JSON.stringify({ long: 'x'.repeat(2_100_000) }) }],
    ['another type', { text: 'true' }],
    ['a foreign payment', { change: (answer) => ({ ...answer, metadata: { reference: 'FY-OTHER-1-1' } }) }],
    ['the other mode', { change: (answer) => ({ ...answer, mode: 'live' }) }],
    ['a payment without a page', { change: (answer) => ({ ...answer, _links: {} }) }],
    [
      'an invalid page address',
      { change: (answer) => ({ ...answer, _links: { checkout: { href: 'javascript:alert(1)' } } }) },
    ],
  ])('%s: starting fails, and the same key never opens a second payment', async (_, fault) => {
    mollie.next('POST /v2/payments', fault);
    const wanted = request();
    await expect(gateway.start(wanted, now)).rejects.toThrow(/^Mollie: /);
    const { gatewayPaymentId } = await gateway.start(wanted, now);
    expect(mollie.payments.map(({ id }) => id)).toEqual([gatewayPaymentId]);
  });

  test('no message repeats a key that Mollie refuses', async () => {
    gateway = gatewayWith({ apiKey: 'test_aSecretNobodyMaySee0123456789' });
    const error = await gateway.start(request(), now).catch((one: Error) => one);
    expect(error).toMatchObject({ status: 401 });
    expect(`${(error as Error).message}${(error as Error).stack}`).not.toContain('aSecretNobodyMaySee');
  });

  test('the call is aborted when the shop no longer waits', async () => {
    // Without the abort, Mollie would answer only after the test has failed.
    mollie.next('POST /v2/payments', { delayMs: 10 * 60_000 });
    await expect(gateway.start(request(), now, AbortSignal.timeout(50))).rejects.toThrow('no answer');
  });

  test('an answer may have new fields, unknown statuses and empty values', async () => {
    const { attempt } = await start();
    mollie.next('GET /v2/payments/{paymentId}', {
      change: (answer) => ({
        ...answer,
        novelty: { a: 1 },
        details: null,
        method: null,
        locale: null,
        expiresAt: null,
      }),
    });
    expect(await status(attempt)).toEqual({ status: 'open' });
    mollie.next('GET /v2/payments/{paymentId}', { change: (answer) => ({ ...answer, status: 'on_the_moon' }) });
    await expect(status(attempt)).rejects.toThrow('unknown status "on_the_moon"');
  });
});

describe('which payments can be started', () => {
  const whyNot = (amount: number, currency = 'EUR', currencyDigits = 2) =>
    gateway.whyNotStart({ ...request(), amount: minor(amount), currency, currencyDigits });

  test('a currency or a fraction that Mollie cannot represent is refused', () => {
    expect(whyNot(100)).toBeNull();
    expect(whyNot(100, 'RSD')).toEqual({ kind: 'currency_not_taken' });
    expect(whyNot(100_050, 'ISK', 2)).toEqual({ kind: 'currency_not_taken' });
    expect(whyNot(12_000, 'HUF', 0)).toBeNull();
  });

  test('after a check, the limits of the active methods count', async () => {
    mollie.dashboard.activates(
      { id: 'eps', minimum: '1.00', maximum: '10000.00' },
      { id: 'ideal', minimum: '2.00', maximum: '20000.00' },
    );
    expect(whyNot(1)).toBeNull();
    await gateway.check('EUR', 'https://tickets.example.org/payments/callback/mollie', now);
    expect(whyNot(99)).toEqual({ kind: 'too_small', minimum: 100 });
    expect(whyNot(100)).toBeNull();
    expect(whyNot(2_000_001)).toEqual({ kind: 'too_large', maximum: 2_000_000 });
    expect(whyNot(99, 'CHF')).toBeNull();
    // The shop's currency has fewer digits than Mollie's amounts.
    mollie.dashboard.activates({ id: 'ideal', minimum: '1.50', maximum: '99.50' });
    await gateway.check('EUR', 'https://tickets.example.org/payments/callback/mollie', now);
    expect(whyNot(1, 'EUR', 0)).toEqual({ kind: 'too_small', minimum: 2 });
    expect(whyNot(100, 'EUR', 0)).toEqual({ kind: 'too_large', maximum: 99 });
    mollie.dashboard.activates({ id: 'creditcard', minimum: '0.01', maximum: null });
    await gateway.check('EUR', 'https://tickets.example.org/payments/callback/mollie', now);
    expect(whyNot(2_000_001)).toBeNull();
  });
});

describe('querying a payment at Mollie', () => {
  test('each state of a payment maps to a state of the attempt', async () => {
    const open = await start();
    expect(await status(open.attempt)).toEqual({ status: 'open', payableUntil: new Date(now.getTime() + 15 * 60_000) });
    mollie.buyer.pays(open.id);
    expect(await status(open.attempt)).toEqual({
      status: 'paid',
      transaction: open.id,
      amount: 2575,
      currency: 'EUR',
      paidWith: 'Visa •••• 4242',
    });
    const pending = await start();
    mollie.buyer.paysLater(pending.id);
    expect(await status(pending.attempt)).toEqual({ status: 'processing' });
    mollie.bank.confirms(pending.id);
    expect(await status(pending.attempt)).toMatchObject({ status: 'paid', paidWith: 'Bank transfer' });
    const failed = await start();
    mollie.buyer.fails(failed.id);
    expect(await status(failed.attempt)).toEqual({ status: 'declined', reason: 'card declined' });
    const cancelled = await start();
    mollie.buyer.cancels(cancelled.id);
    expect(await status(cancelled.attempt)).toEqual({ status: 'cancelled' });
    const expired = await start();
    wait(16 * 60_000);
    expect(await status(expired.attempt)).toEqual({ status: 'expired' });
  });

  test('a payment whose buyer chooses a method that takes longer expires later', async () => {
    const { attempt, id } = await start();
    wait(10 * 60_000);
    mollie.buyer.picks(id, 'bancontact');
    expect(await status(attempt)).toEqual({ status: 'open', payableUntil: new Date(now.getTime() + HOUR) });
  });

  test('amounts have the shop’s digits, whatever Mollie’s are', async () => {
    const { attempt, id } = await start({ amount: minor(12_000), currency: 'HUF', currencyDigits: 0 });
    expect(mollie.payments[0]!.amount).toEqual({ currency: 'HUF', value: '12000.00' });
    mollie.buyer.pays(id);
    expect(await status(attempt)).toMatchObject({ amount: 12_000, currency: 'HUF' });
  });

  test.each<[string, MollieFault]>([
    ['another amount', { change: (answer) => ({ ...answer, amount: { currency: 'EUR', value: '25.7' } }) }],
    ['an amount with an exponent', { change: (answer) => ({ ...answer, amount: { currency: 'EUR', value: '1e9' } }) }],
    ['another currency', { change: (answer) => ({ ...answer, amount: { currency: 'USD', value: '25.75' } }) }],
  ])('a paid payment with %s never reports the attempt’s own amount', async (_, fault) => {
    const { attempt, id } = await start();
    mollie.buyer.pays(id);
    mollie.next('GET /v2/payments/{paymentId}', fault);
    const update = await status(attempt).catch(() => null);
    expect(update).not.toMatchObject({ amount: 2575, currency: 'EUR' });
  });

  test('a query with the id of another attempt fails', async () => {
    const [one, other] = [await start(), await start()];
    mollie.buyer.pays(other.id);
    await expect(status({ ...one.attempt, gatewayPaymentId: other.id })).rejects.toThrow('belongs to');
  });

  test('a start whose answer was lost is found by its reference, however many payments came later', async () => {
    const wanted = request();
    mollie.next('POST /v2/payments', { hangUp: 'after' });
    await expect(gateway.start(wanted, now)).rejects.toThrow();
    const attempt: GatewayAttempt = { ...wanted, gatewayPaymentId: null, action: null, createdAt: now };
    wait(60_000);
    for (let others = 0; others < 300; others += 1) await gateway.start(request(), now);
    expect(await status(attempt)).toMatchObject({ status: 'open' });
    mollie.buyer.pays(mollie.payments.at(-1)!.id);
    expect(await status(attempt)).toMatchObject({ status: 'paid', transaction: mollie.payments.at(-1)!.id });
    expect(await status({ ...attempt, reference: 'FY-NEVER-1-1' })).toEqual({ status: 'unknown' });
  });

  test('a payment that Mollie does not know is unknown', async () => {
    const { attempt } = await start();
    expect(await status({ ...attempt, gatewayPaymentId: 'tr_nobodyKnows' })).toEqual({ status: 'unknown' });
    const unknown = { ...attempt, gatewayPaymentId: 'tr_nobodyKnows' };
    expect(await gateway.inquire({ about: 'attempt', attempt: unknown }, now)).toEqual([
      { about: 'attempt', attempt: { reference: attempt.reference }, update: { status: 'unknown' } },
    ]);
  });
});

describe('closing and resuming', () => {
  test('an open payment that Mollie does not cancel stays open, and its page is shown again', async () => {
    const { attempt, id } = await start();
    expect(await gateway.close(attempt, now)).toMatchObject({ status: 'open' });
    expect(await gateway.resume!(attempt, now)).toEqual(attempt.action);
    mollie.buyer.pays(id);
    expect(await gateway.close(attempt, now)).toMatchObject({ status: 'paid' });
    expect(await gateway.resume!(attempt, now)).toBeNull();
  });

  test('closing cancels a payment that Mollie can cancel', async () => {
    const { attempt, id } = await start();
    mollie.dashboard.makesCancelable(id);
    expect(await gateway.close(attempt, now)).toEqual({ status: 'cancelled' });
    expect(mollie.payments[0]!.status).toBe('canceled');
    expect(await gateway.resume!(attempt, now)).toBeNull();
  });

  test('closing does not cancel a payment whose money is on its way', async () => {
    const { attempt, id } = await start();
    mollie.buyer.paysLater(id);
    mollie.dashboard.makesCancelable(id);
    expect(await gateway.close(attempt, now)).toEqual({ status: 'processing' });
    expect(mollie.payments[0]!.status).toBe('pending');
  });

  test('a payment that the buyer pays before the cancellation is paid', async () => {
    const { attempt, id } = await start();
    mollie.dashboard.makesCancelable(id);
    mollie.next('GET /v2/payments/{paymentId}', {
      change(answer) {
        mollie.buyer.pays(id);
        return answer;
      },
    });
    expect(await gateway.close(attempt, now)).toMatchObject({ status: 'paid' });
  });

  test('closing fails without an answer to the cancellation, and a query returns the outcome', async () => {
    const { attempt, id } = await start();
    mollie.dashboard.makesCancelable(id);
    mollie.next('DELETE /v2/payments/{paymentId}', { hangUp: 'after' });
    await expect(gateway.close(attempt, now)).rejects.toThrow('no answer');
    expect(await status(attempt)).toEqual({ status: 'cancelled' });
  });
});

describe('refunding', () => {
  const startAndPay = async (changes: Partial<StartRequest> = {}) => {
    const started = await start(changes);
    mollie.buyer.pays(started.id);
    return started;
  };
  const refundOf = ({ attempt, id }: Started, amount: number) => ({
    key: newName('refund:R'),
    amount: minor(amount),
    currency: 'EUR',
    currencyDigits: 2,
    transaction: id,
    reference: attempt.reference,
    gatewayPaymentId: id,
    description: 'Sandlark, order FY-TEST',
  });
  const refund = (...of: Parameters<typeof refundOf>) => gateway.refund(refundOf(...of), now);

  test('a refund is pending until the money has moved', async () => {
    const payment = await startAndPay();
    const wanted = refundOf(payment, 500);
    const { refund: id, update } = await gateway.refund(wanted, now);
    expect(update).toEqual({ status: 'pending' });
    const inquiry = { ...wanted, refund: id, createdAt: now };
    expect(await gateway.refundStatus(inquiry, now)).toEqual({ status: 'pending' });
    mollie.bank.returns(id!);
    expect(await gateway.refundStatus(inquiry, now)).toEqual({ status: 'done' });
    mollie.bank.refuses(id!);
    expect(await gateway.refundStatus(inquiry, now)).toMatchObject({ status: 'failed' });
    expect(await status(payment.attempt)).toMatchObject({ status: 'paid', amount: 2575 });
  });

  test.each<[string, MollieFault]>([
    ['no answer before the effect', { hangUp: 'before' }],
    ['no answer after the effect', { hangUp: 'after' }],
    ['a truncated answer', { hangUp: 'mid-answer' }],
    ['a failure', { status: 500 }],
    ['parallel refunds', { status: 503 }],
    ['too many requests', { status: 429 }],
    ['a refused key', { status: 401 }],
    ['an answer that cannot be read', { text: '<html>' }],
  ])('%s: a refund requested again at once, a minute and a day later is made once', async (_, fault) => {
    const payment = await startAndPay();
    const wanted = refundOf(payment, 2575);
    mollie.next('POST /v2/payments/{paymentId}/refunds', fault);
    await expect(gateway.refund(wanted, now)).rejects.toThrow(/^Mollie: /);
    const lost = { ...wanted, refund: null, createdAt: now };
    const found = await gateway.refundStatus(lost, now);
    const once = await gateway.refund(wanted, now);
    expect(['pending', 'unknown']).toContain(found.status);
    wait(60_000);
    expect(await gateway.refund(wanted, now)).toEqual(once);
    wait(24 * HOUR);
    expect(await gateway.refund(wanted, now)).toEqual(once);
    expect(await gateway.refundStatus(lost, now)).toEqual({ status: 'pending' });
  });

  test('the second of two equal refunds within an hour is postponed until after that hour', async () => {
    const payment = await startAndPay();
    await refund(payment, 1000);
    const second = refundOf(payment, 1000);
    const postponed = {
      refund: null,
      update: { status: 'unknown', reason: 'an equal refund was made within the hour' },
    };
    expect(await gateway.refund(second, now)).toEqual(postponed);
    wait(30 * 60_000);
    expect(await gateway.refund(second, now)).toEqual(postponed);
    await refund(payment, 500);
    wait(32 * 60_000);
    expect(await gateway.refund(second, now)).toMatchObject({ update: { status: 'pending' } });
    expect(mollie.requests.filter(({ call }) => call === 'POST /v2/payments/{paymentId}/refunds')).toHaveLength(3);
  });

  test('a refund of more than is left, or of a payment without refunds, fails with Mollie’s reason', async () => {
    const payment = await startAndPay();
    await refund(payment, 2000);
    expect(await refund(payment, 576)).toEqual({
      refund: null,
      update: { status: 'failed', reason: 'The amount is higher than the maximum amount that can be refunded' },
    });
    expect(await refund(payment, 575)).toMatchObject({ update: { status: 'pending' } });
    const unpaid = await start();
    expect(await refund(unpaid, 100)).toMatchObject({ update: { status: 'failed' } });
  });

  test('a refund waits while the balance is too low, and a cancelled one has failed', async () => {
    const payment = await startAndPay();
    mollie.dashboard.empties();
    const wanted = refundOf(payment, 700);
    const { refund: id, update } = await gateway.refund(wanted, now);
    expect(update).toEqual({ status: 'pending' });
    mollie.dashboard.cancels(id!);
    expect(await gateway.refundStatus({ ...wanted, refund: id, createdAt: now }, now)).toEqual({
      status: 'failed',
      reason: 'The refund was cancelled at Mollie.',
    });
    expect(await gateway.refundStatus({ ...wanted, refund: 're_unknown1', createdAt: now }, now)).toEqual({
      status: 'unknown',
    });
  });

  test('whatever fails, each part of a payment moves once, and never more than was paid', async () => {
    const fault = fc.constantFrom<MollieFault>(
      { hangUp: 'before' },
      { hangUp: 'after' },
      { status: 500 },
      { status: 503 },
      { text: '' },
    );
    const part = fc.record({ amount: fc.integer({ min: 1, max: 1_500 }), faults: fc.array(fault, { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
        const payment = await startAndPay();
        let left = 2_575;
        for (const { amount, faults } of parts) {
          const wanted = refundOf(payment, amount);
          mollie.next('POST /v2/payments/{paymentId}/refunds', ...faults);
          let outcome = await gateway.refund(wanted, now).catch(() => null);
          for (let tries = 0; !outcome && tries < 6; tries += 1) {
            wait(HOUR);
            outcome = await gateway.refund(wanted, now).catch(() => null);
          }
          expect(outcome?.update.status).toBe(amount <= left ? 'pending' : 'failed');
          if (amount <= left) left -= amount;
          mollie.forgetFaults();
        }
        const made = mollie.refunds.filter((one) => one.payment.id === payment.id);
        const sum = made.reduce((all, { amount }) => all + Math.round(Number(amount.value) * 100), 0);
        expect(sum).toBe(2_575 - left);
      }),
      { numRuns: 25 * rounds },
    );
  });
});

describe('what happened at Mollie', () => {
  test('refunds and chargebacks name the payment, and our own refunds have their keys', async () => {
    const { attempt, id } = await start();
    mollie.buyer.pays(id);
    const ours = await gateway.refund(
      { ...attempt, key: 'refund:A:1', amount: minor(300), currencyDigits: 2, transaction: id, description: 'x' },
      now,
    );
    const theirs = mollie.dashboard.refunds(id, '5.00');
    const disputed = mollie.dashboard.chargesBack(id, '10.00');
    const inquire = () => gateway.inquire({ about: 'attempt', attempt }, now);
    const facts = await inquire();
    expect(facts[0]).toMatchObject({
      about: 'attempt',
      attempt: { reference: attempt.reference },
      update: { status: 'paid', amount: 2575 },
    });
    expect(facts).toContainEqual({
      about: 'refund',
      id: ours.refund,
      key: 'refund:A:1',
      transaction: id,
      amount: 300,
      currency: 'EUR',
      update: { status: 'pending' },
    });
    expect(facts).toContainEqual(expect.objectContaining({ about: 'refund', id: theirs, key: null, amount: 500 }));
    const dispute = {
      about: 'dispute',
      id: disputed,
      transaction: id,
      state: 'money_taken',
      amount: 1000,
      currency: 'EUR',
      answerBy: null,
      reason: 'Account identifier incorrect',
    };
    expect(facts).toContainEqual(dispute);
    mollie.dashboard.reverses(disputed);
    expect(await inquire()).toContainEqual({ ...dispute, state: 'won' });
    const lost = { ...attempt, gatewayPaymentId: null };
    expect(await gateway.inquire({ about: 'attempt', attempt: lost }, now)).toHaveLength(4);
  });

  test('a message only requests a query of the attempt in its address, without a call to Mollie', async () => {
    const { attempt, id } = await start();
    mollie.buyer.pays(id);
    const seen = mollie.requests.length;
    const [message] = mollie.waitingMessages;
    const path = new URL(message!.url).pathname.replace('/payments/callback/mollie', '');
    const reading = gateway.readCallback({ body: Buffer.from(`id=${message!.payment}`), headers: {}, path }, now);
    expect(reading).toMatchObject({ ok: true, ask: [{ about: 'attempt', attempt: { reference: attempt.reference } }] });
    expect(mollie.requests).toHaveLength(seen);
  });
});

describe('saved cards', () => {
  const keep = async (method = 'creditcard') => {
    const started = await start({ savesMethod: true });
    mollie.buyer.pays(started.id, method);
    const update = await status(started.attempt);
    return update.status === 'paid' ? update.savedMethod! : null!;
  };
  const chargeOf = (method: Awaited<ReturnType<typeof keep>>) => ({
    ...request(),
    reference: newName('FY-TEST-2-'),
    amount: minor(4000),
    method,
  });

  test('the first payment saves the card and describes it', async () => {
    expect(await keep()).toEqual({
      gatewayCustomer: expect.stringMatching(/^cst_/),
      id: expect.stringMatching(/^mdt_/),
      label: 'Visa •••• 4242',
      expires: '2028-11',
    });
    expect(await keep('ideal')).toMatchObject({ label: 'SEPA direct debit •••• 6789', expires: null });
    expect(await keep('paypal')).toMatchObject({ label: 'PayPal' });
    // Within the hour, all of them have one customer at Mollie.
    expect(new Set(mollie.payments.map(({ fields }) => fields.customerId)).size).toBe(1);
    const plain = await start();
    mollie.buyer.pays(plain.id);
    expect(await status(plain.attempt)).not.toHaveProperty('savedMethod');
  });

  test('saving a card still works after a customer has changed their name', async () => {
    await keep();
    await start({ savesMethod: true, customer: { id: '7', fullName: 'Mila Okonkwo-Berg', email: 'mila@example.org' } });
  });

  test('a charge is paid, pending, declined, or needs the customer', async () => {
    const method = await keep();
    mollie.charges(
      'paid',
      'pending',
      'authentication_required',
      'insufficient_funds',
      'card_expired',
      'unknown_reason',
    );
    const charge = () => gateway.charge!(chargeOf(method), now);
    expect(await charge()).toEqual({
      status: 'paid',
      transaction: mollie.payments[0]!.id,
      amount: 4000,
      currency: 'EUR',
      paidWith: 'Visa •••• 4242',
    });
    expect(await charge()).toEqual({ status: 'processing' });
    expect(await charge()).toEqual({ status: 'needs_customer', reason: 'authentication_required' });
    expect(await charge()).toEqual({ status: 'declined', reason: 'insufficient_funds', again: true });
    expect(await charge()).toEqual({ status: 'declined', reason: 'card_expired', again: false });
    expect(await charge()).toEqual({ status: 'declined', reason: 'unknown_reason', again: true });
  });

  test.each<[string, MollieFault]>([
    ['no answer before the effect', { hangUp: 'before' }],
    ['no answer after the effect', { hangUp: 'after' }],
    ['a failure', { status: 502 }],
    ['an answer that cannot be read', { text: '[]' }],
  ])('%s: a charge requested again at once and a day later is made once', async (_, fault) => {
    const method = await keep();
    const wanted = chargeOf(method);
    mollie.next('POST /v2/payments', fault);
    await expect(gateway.charge!(wanted, now)).rejects.toThrow(/^Mollie: /);
    const once = await gateway.charge!(wanted, now);
    expect(once).toMatchObject({ status: 'paid', amount: 4000 });
    wait(24 * HOUR);
    expect(await gateway.charge!(wanted, now)).toEqual(once);
    expect(mollie.payments.filter(({ amount }) => amount.value === '40.00')).toHaveLength(1);
    const attempt = { ...wanted, gatewayPaymentId: null, action: null, createdAt: now };
    expect(await status(attempt)).toMatchObject({ status: 'paid' });
  });

  test('a charge is declined for good once the card was removed, here or at Mollie', async () => {
    const method = await keep();
    await gateway.forget!(method, now);
    await gateway.forget!(method, now);
    const gone = { status: 'declined', again: false, isCardGone: true };
    expect(await gateway.charge!(chargeOf(method), now)).toMatchObject(gone);
    const other = await keep();
    mollie.dashboard.revokes(other.id);
    expect(await gateway.charge!(chargeOf(other), now)).toMatchObject(gone);
  });
});

describe('the check', () => {
  const check = (currency = 'EUR', url = 'https://tickets.example.org/payments/callback/mollie') =>
    gateway.check(currency, url, now);

  test('finds nothing when everything is in order', async () => {
    expect(await check()).toEqual([]);
    expect(await check('EUR', 'http://127.0.0.1:3000/payments/callback/mollie')).toEqual([]);
  });

  test('names a wrong key, a blocked profile, an unsupported currency and missing methods as errors', async () => {
    gateway = gatewayWith({ apiKey: 'test_anotherKeyAnotherKeyAnother' });
    expect(await check()).toEqual([
      { severity: 'error', text: expect.stringMatching(/^Mollie refuses MOLLIE_API_KEY/) },
    ]);
    gateway = gatewayWith({ mode: 'live' });
    expect(await check()).toEqual([
      { severity: 'error', text: expect.stringContaining('MOLLIE_API_KEY is for live payments') },
    ]);
    gateway = gatewayWith();
    expect(await check('RSD')).toEqual([{ severity: 'error', text: 'Mollie does not accept RSD.' }]);
    expect(await check('CHF')).toEqual([
      { severity: 'error', text: expect.stringMatching(/^No payment method is active/) },
    ]);
    mollie.dashboard.blocks();
    expect(await check()).toEqual([{ severity: 'error', text: 'Mollie has blocked the profile “Sandlark”.' }]);
  });

  test('warns of methods that hold tickets for days, and of listed methods that are not active', async () => {
    mollie.dashboard.activates(
      { id: 'creditcard', minimum: '0.01', maximum: null },
      { id: 'banktransfer', minimum: '0.01', maximum: null },
    );
    expect(await check()).toEqual([{ severity: 'warning', text: expect.stringContaining('banktransfer') }]);
    gateway = gatewayWith({ methods: ['creditcard', 'ideal'] });
    expect(await check()).toEqual([
      { severity: 'warning', text: 'MOLLIE_METHODS lists ideal, which is not active at Mollie for EUR.' },
    ]);
  });

  test('fails during an outage', async () => {
    mollie.next('GET /v2/profiles/me', { status: 503 });
    await expect(check()).rejects.toThrow('503');
  });
});
