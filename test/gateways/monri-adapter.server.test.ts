import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  ChargeRequest,
  GatewayAttempt,
  PaymentGateway,
  RefundRequest,
  StartRequest,
} from '#features/payments/server/gateway.ts';
import { guardedGateway } from '#features/payments/server/guarded-gateway.ts';
import type { MonriConfig } from '#features/payments/server/monri/monri-config.ts';
import { monriGateway } from '#features/payments/server/monri/monri-gateway.ts';
import { minor } from '#kernel/money.ts';
import { givenMonri, type MonriFault, type MonriStandIn } from '../stand-ins/monri.ts';

const WEBHOOKS = 'http://127.0.0.1:9/payments/callback/monri';
const now = new Date('2026-11-20T10:00:00Z');
let monri: MonriStandIn;
let gateway: PaymentGateway;

const configOf = (changes: Partial<MonriConfig> = {}): MonriConfig => ({
  mode: 'test',
  keys: [monri.key],
  token: monri.token,
  phone: '+385 1 234 5678',
  savedCards: 'mit',
  url: monri.url,
  ...changes,
});
const gatewayWith = (changes: Partial<MonriConfig>): PaymentGateway => guardedGateway(monriGateway(configOf(changes)));

beforeEach(async () => {
  monri = await givenMonri({ clock: () => now, webhooks: WEBHOOKS });
  gateway = gatewayWith({});
});
afterEach(async () => {
  expect(monri.breaches).toEqual([]);
  await monri.close();
});

let names = 0;
const newReference = (): string => {
  names += 1;
  return `FY-TEST${names}-1-1`;
};

function request(changes: Partial<StartRequest> = {}): StartRequest {
  return {
    reference: newReference(),
    orderCode: 'FY-TEST',
    amount: minor(2575),
    currency: 'EUR',
    currencyDigits: 2,
    description: 'Sandlark, order FY-TEST',
    language: 'hr',
    customer: { id: '7', fullName: 'Ana Horvat', email: 'ana@example.org' },
    billing: { address: 'Obala 12', city: 'Split', postalCode: '21000', country: 'HR' },
    returnUrl: 'http://127.0.0.1:9/payments/return/abc',
    cancelUrl: 'http://127.0.0.1:9/payments/return/abc?cancelled=1',
    callbackUrl: 'http://127.0.0.1:9/payments/callback/monri',
    browserOrigin: 'http://127.0.0.1:9',
    expiresAt: new Date(now.getTime() + 30 * 60_000),
    savesMethod: false,
    ...changes,
  };
}

async function start(changes: Partial<StartRequest> = {}): Promise<GatewayAttempt> {
  const wanted = request(changes);
  const { action, gatewayPaymentId } = await gateway.start(wanted, now);
  const { reference, amount, currency } = wanted;
  return { reference, gatewayPaymentId, amount, currency, action, createdAt: now };
}

/** Starts a payment whose buyer's browser has arrived at Monri. */
async function startAndOpen(changes: Partial<StartRequest> = {}): Promise<GatewayAttempt> {
  const attempt = await start(changes);
  expect(await monri.buyer.opens(attempt.action!)).toBe(200);
  return attempt;
}

async function startAndPay(changes: Partial<StartRequest> = {}): Promise<GatewayAttempt> {
  const attempt = await startAndOpen(changes);
  monri.buyer.pays(attempt.reference);
  return attempt;
}

const status = (attempt: GatewayAttempt) => gateway.status(attempt, now);

/** Reads the next message as the shop does. */
function readNext(reader: PaymentGateway = gateway, changeBody = (body: string) => body) {
  const { body } = monri.waitingMessages.at(-1)!;
  const headers = { authorization: monri.signed(body) };
  return reader.readCallback({ body: Buffer.from(changeBody(body)), headers, path: '' }, now);
}

describe('starting', () => {
  test('the buyer’s browser gets a signed form, and Monri is not called', async () => {
    const wanted = request();
    const started = await gateway.start(wanted, now);
    expect(started).toMatchObject({ gatewayPaymentId: null, payableUntil: wanted.expiresAt });
    expect(started.action).toMatchObject({
      action: 'submit',
      url: `${monri.url}/v2/form`,
      params: {
        order_number: wanted.reference,
        amount: '2575',
        currency: 'EUR',
        language: 'hr',
        transaction_type: 'purchase',
        ch_full_name: 'Ana Horvat',
        ch_zip: '21000',
        ch_country: 'HR',
        ch_phone: '+385 1 234 5678',
        success_url_override: wanted.returnUrl,
        cancel_url_override: wanted.cancelUrl,
        callback_url_override: wanted.callbackUrl,
      },
    });
    expect(JSON.stringify(started)).not.toContain(monri.key);
    expect(monri.requests).toEqual([]);
    expect(await monri.buyer.opens(started.action)).toBe(200);
    expect(gateway.formOrigins).toEqual([monri.url]);
  });

  test('the same reference gets the same form', async () => {
    const wanted = request();
    expect(await gateway.start(wanted, now)).toEqual(await gateway.start(wanted, now));
  });

  test('names and addresses of any length and script fit into the form', async () => {
    const customer = { id: '7', email: 'ana@example.org' };
    for (const fullName of [
      'Y',
      '王伟',
      'Maximiliane-Charlotte von Hohenzollern-Sigmaringen',
      'Анa\u0000\nХорват <b>',
    ]) {
      const billing = { address: 'x'.repeat(300), city: 'Å', postalCode: '12345-6789', country: 'US' };
      const attempt = await start({ customer: { ...customer, fullName }, billing, description: 'x'.repeat(400) });
      expect(await monri.buyer.opens(attempt.action!)).toBe(200);
    }
  });

  test('Monri refuses a form that was altered', async () => {
    const { action } = await start();
    if (action?.action !== 'submit') throw new Error('not a form');
    expect(await monri.buyer.opens({ ...action, params: { ...action.params, amount: '100' } })).toBe(401);
  });

  test('no form is made for a payment that Monri does not accept', async () => {
    await expect(start({ amount: minor(99) })).rejects.toThrow('too_small');
    await expect(start({ currency: 'CHF' })).rejects.toThrow('currency_not_taken');
    await expect(start({ billing: { ...request().billing, city: '' } })).rejects.toThrow('details_missing');
    const email = `${'a'.repeat(100)}@example.org`;
    await expect(start({ customer: { id: '7', fullName: 'Ana', email } })).rejects.toThrow('email');
  });
});

describe('querying a payment at Monri', () => {
  test('each state at Monri maps to a state of the attempt', async () => {
    const left = await start();
    expect(await status(left)).toEqual({ status: 'unknown' });
    const open = await startAndOpen();
    expect(await status(open)).toEqual({ status: 'unknown' });
    monri.buyer.declines(open.reference);
    expect(await status(open)).toEqual({ status: 'open' });
    monri.buyer.pays(open.reference);
    const update = { status: 'paid', transaction: open.reference, amount: 2575, currency: 'EUR' };
    expect(await status(open)).toEqual(update);
    expect(await gateway.close(open, now)).toEqual(update);
    expect(await gateway.inquire({ about: 'attempt', attempt: open }, now)).toEqual([
      { about: 'attempt', attempt: { reference: open.reference }, update },
    ]);
    const cancelled = await startAndOpen();
    monri.buyer.cancels(cancelled.reference);
    expect(await status(cancelled)).toEqual({ status: 'cancelled' });
    monri.dashboard.voids(open.reference);
    expect(await status(open)).toEqual({ status: 'cancelled' });
    expect(await gateway.inquire({ about: 'dispute', id: 'x' }, now)).toEqual([]);
  });

  test.each<[string, MonriFault]>([
    ['no answer', { hangUp: 'before' }],
    ['a truncated answer', { hangUp: 'mid-answer' }],
    ['a failure', { status: 500 }],
    ['an outage', { status: 503 }],
    ['too many requests', { status: 429 }],
    ['a refused key', { status: 401 }],
    ['a refused field', { status: 422 }],
    ['a page', { text: '<html><br>Maintenance</html>', contentType: 'text/html' }],
    ['an XML document', { text: '<html><body>approved</body></html>', contentType: 'text/html' }],
    ['truncated XML', { text: '<order><status>approved</status><response-code>0000</resp' }],
    ['nothing', { text: '' }],
    ['JSON', { text: '{"status":"approved","response-code":"0000"}', contentType: 'application/json' }],
    ['a document type', { text: '<!DOCTYPE order><order><status>approved</status></order>' }],
    ['a redirect', { text: '', status: 302, headers: { location: 'https://example.org/' } }],
    ['an endless answer', { text: `<order><status>${'x'.repeat(300_000)}</status></order>` }],
    ['another order', { change: (answer) => ({ ...answer, 'order-number': 'FY-OTHER-1-1' }) }],
    ['an approval with another code', { change: (answer) => ({ ...answer, 'response-code': '0001' }) }],
    ['an approved refund', { change: (answer) => ({ ...answer, 'transaction-type': 'refund' }) }],
    ['no amount', { change: (answer) => ({ ...answer, amount: '' }) }],
    ['an amount with a decimal point', { change: (answer) => ({ ...answer, amount: '25.75' }) }],
    ['an amount of zero', { change: (answer) => ({ ...answer, amount: '0' }) }],
    ['no currency', { change: (answer) => ({ ...answer, currency: '' }) }],
    ['an unknown status', { change: (answer) => ({ ...answer, status: 'on_the_moon' }) }],
  ])('%s: the query fails, whatever the payment’s state', async (_, fault) => {
    const attempt = await startAndPay();
    monri.next('show', fault);
    await expect(status(attempt)).rejects.toThrow(/Monri|monri/);
    expect(await status(attempt)).toMatchObject({ status: 'paid' });
  });

  test('an answer may have more fields than the shop knows', async () => {
    const attempt = await startAndPay();
    monri.next('show', { change: (answer) => ({ ...answer, novelty: 'x', 'transaction-type': 'purchase' }) });
    expect(await status(attempt)).toMatchObject({ status: 'paid', amount: 2575 });
  });

  test('another amount or currency is reported as Monri states it', async () => {
    const attempt = await startAndPay();
    monri.next('show', { change: (answer) => ({ ...answer, amount: '2576' }) });
    expect(await status(attempt)).toMatchObject({ status: 'paid', amount: 2576 });
    monri.next('show', { change: (answer) => ({ ...answer, currency: 'BAM' }) });
    expect(await status(attempt)).toMatchObject({ status: 'paid', currency: 'BAM' });
  });

  test('the call is aborted when the shop no longer waits', async () => {
    const attempt = await startAndPay();
    // Without the abort, Monri would answer only after the test has failed.
    monri.next('show', { delayMs: 10 * 60_000 });
    const call = monriGateway(configOf()).status(attempt, now, AbortSignal.timeout(50));
    await expect(call).rejects.toThrow('no answer');
  });
});

describe('a second attempt to pay', () => {
  test('leads to the same form, which Monri approves only once', async () => {
    const attempt = await startAndOpen();
    monri.buyer.declines(attempt.reference);
    const resumed = await gateway.resume!(attempt, now);
    expect(resumed).toEqual(attempt.action);
    expect(await monri.buyer.opens(resumed!)).toBe(200);
    monri.buyer.pays(attempt.reference);
    expect(() => monri.buyer.pays(attempt.reference)).toThrow('approved before');
    expect(await monri.buyer.opens(resumed!)).toBe(406);
    expect(monri.orders).toHaveLength(1);
  });

  test('signs the form with the new key once the key was replaced', async () => {
    gateway = gatewayWith({ keys: ['the old key'] });
    const attempt = await start();
    expect(await monri.buyer.opens(attempt.action!)).toBe(401);
    gateway = gatewayWith({ keys: [monri.key, 'the old key'] });
    expect(await monri.buyer.opens((await gateway.resume!(attempt, now))!)).toBe(200);
  });

  test('cannot resume an attempt whose form was not stored', async () => {
    expect(await gateway.resume!({ ...(await start()), action: null }, now)).toBeNull();
  });
});

describe('messages', () => {
  test('a payment’s message marks it as paid, with card and token', async () => {
    const attempt = await startAndPay({ savesMethod: true });
    expect(readNext()).toMatchObject({
      ok: true,
      facts: [
        {
          about: 'attempt',
          attempt: { reference: attempt.reference },
          update: {
            status: 'paid',
            transaction: attempt.reference,
            amount: 2575,
            paidWith: 'Visa •••• 1111',
            savedMethod: { label: 'Visa •••• 1111' },
          },
        },
      ],
    });
    const withoutToken = await startAndPay();
    expect(JSON.stringify(readNext())).not.toContain('savedMethod');
    expect(withoutToken.action).not.toMatchObject({ params: { tokenize_pan: '1' } });
    expect(monri.requests.filter(({ call }) => call !== 'form')).toEqual([]);
  });

  test('altered messages and other keys are refused; while a key is being replaced, both count', async () => {
    await startAndPay();
    expect(readNext(gateway, (body) => body.replace('2575', '2574'))).toEqual({ ok: false, reason: 'signature' });
    expect(readNext(gatewayWith({ keys: ['another key'] }))).toEqual({ ok: false, reason: 'signature' });
    expect(readNext(gatewayWith({ keys: ['a new key', monri.key] }))).toMatchObject({ ok: true });
  });

  test('refunds and voids made at Monri are reported', async () => {
    const attempt = await startAndPay();
    monri.dashboard.refunds(attempt.reference, 500);
    const { reference } = attempt;
    expect(readNext()).toMatchObject({
      facts: [{ about: 'refund', key: null, transaction: reference, amount: 500, update: { status: 'done' } }],
    });
    const other = await startAndPay();
    monri.dashboard.voids(other.reference);
    expect(readNext()).toMatchObject({ facts: [{ about: 'refund', transaction: other.reference, amount: 2575 }] });
  });
});

describe('refunding', () => {
  const refundOf = ({ reference, currency }: GatewayAttempt, changes: Partial<RefundRequest> = {}): RefundRequest => ({
    key: `refund:${reference}:1`,
    transaction: reference,
    reference,
    gatewayPaymentId: null,
    amount: minor(1000),
    currency,
    currencyDigits: 2,
    description: 'Sandlark, order FY-TEST',
    ...changes,
  });
  const refund = (request: RefundRequest) => gateway.refund(request, now);
  const calls = () => monri.requests.filter(({ call }) => call === 'refund').length;

  test('a partial refund is made at once, and its message names the same refund', async () => {
    const attempt = await startAndPay();
    const answer = await refund(refundOf(attempt));
    expect(answer).toEqual({ refund: `${attempt.reference}:refund:1000`, update: { status: 'done' } });
    expect(monri.orders[0]!.refunded).toBe(1000);
    expect(readNext()).toMatchObject({ facts: [{ about: 'refund', id: answer.refund }] });
  });

  test('a refund that is requested twice, even at once, is made once', async () => {
    const attempt = await startAndPay();
    const wanted = refundOf(attempt);
    const answers = await Promise.all([refund(wanted), refund(wanted)]);
    expect(await refund(wanted)).toEqual(answers[0]);
    expect(answers[1]).toEqual(answers[0]);
    expect(calls()).toBe(1);
    expect(await gateway.refundStatus({ ...wanted, refund: null, createdAt: now }, now)).toEqual({ status: 'done' });
  });

  test.each<[string, (attempt: GatewayAttempt) => Partial<RefundRequest>]>([
    ['a second refund', () => ({ key: 'another' })],
    ['more than was paid', () => ({ key: 'another', amount: minor(2576) })],
    ['a payment that Monri does not know', () => ({ key: 'another', transaction: 'FY-NEVER-1-1' })],
  ])('%s fails, with Monri’s reason', async (_, changes) => {
    const attempt = await startAndPay();
    await refund(refundOf(attempt));
    const { update } = await refund(refundOf(attempt, changes(attempt)));
    expect(update).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^Monri refused the refund/) });
    expect(monri.orders[0]!.refunded).toBe(1000);
  });

  test('the refund of a purchase that cannot be refunded fails', async () => {
    const attempt = await startAndPay();
    monri.dashboard.refusesRefunds();
    expect((await refund(refundOf(attempt))).update).toMatchObject({ status: 'failed' });
  });

  test.each<[string, MonriFault]>([
    ['no answer before the effect', { hangUp: 'before' }],
    ['no answer after the effect', { hangUp: 'after' }],
    ['a truncated answer', { hangUp: 'mid-answer' }],
    ['a failure', { status: 500 }],
    ['an outage', { status: 503 }],
    ['a page', { text: '<html><br></html>' }],
    ['another order', { change: (answer) => ({ ...answer, 'order-number': 'FY-OTHER-1-1' }) }],
    ['another amount', { change: (answer) => ({ ...answer, amount: '2575' }) }],
    ['an unknown status', { change: (answer) => ({ ...answer, status: 'pending' }) }],
  ])('%s: the operator must check, and the shop never requests the refund again', async (_, fault) => {
    const attempt = await startAndPay();
    monri.next('refund', fault);
    const wanted = refundOf(attempt);
    const unsure = { status: 'unknown', reason: expect.any(String) };
    expect((await refund(wanted)).update).toEqual(unsure);
    expect((await refund(wanted)).update).toEqual(unsure);
    expect(await gateway.refundStatus({ ...wanted, refund: null, createdAt: now }, now)).toEqual(unsure);
    expect(calls()).toBe(1);
  });

  test.each<[string, MonriFault]>([
    ['a refused key', { status: 401 }],
    ['too many requests', { status: 429 }],
  ])('%s: nothing happened, and another request refunds', async (_, fault) => {
    const attempt = await startAndPay();
    monri.next('refund', fault);
    await expect(refund(refundOf(attempt))).rejects.toThrow(/^Monri: /);
    expect((await refund(refundOf(attempt))).update).toEqual({ status: 'done' });
  });

  test('nothing happens while Monri cannot be reached, and another request refunds', async () => {
    const attempt = await startAndPay();
    const away = await givenMonri();
    await away.close();
    gateway = gatewayWith({ url: away.url });
    await expect(refund(refundOf(attempt))).rejects.toThrow('no answer');
    gateway = gatewayWith({});
    expect((await refund(refundOf(attempt))).update).toEqual({ status: 'done' });
  });

  test('the outcome of a refund from before a restart of the shop is unknown', async () => {
    const wanted = refundOf(await startAndPay());
    expect(await gateway.refundStatus({ ...wanted, refund: null, createdAt: now }, now)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('cannot be queried'),
    });
  });
});

describe('charging a saved card', () => {
  async function charging(changes: Partial<ChargeRequest> = {}): Promise<ChargeRequest> {
    await startAndPay({ savesMethod: true });
    const { pan_token } = JSON.parse(monri.waitingMessages.at(-1)!.body) as { pan_token: string };
    return {
      ...request(),
      method: { gatewayCustomer: '', id: pan_token, label: 'Visa •••• 1111', expires: null },
      ...changes,
    };
  }
  const charge = (wanted: ChargeRequest) => gateway.charge!(wanted, now);
  const charged = () => monri.requests.filter(({ call }) => call === 'charge');

  test('takes the money once, as a charge that the merchant initiates', async () => {
    const wanted = await charging();
    const { reference } = wanted;
    expect(await charge(wanted)).toEqual({
      status: 'paid',
      transaction: reference,
      amount: 2575,
      currency: 'EUR',
      paidWith: 'Visa •••• 1111',
    });
    expect(charged()[0]!.body).toMatchObject({ transaction: { merchant_initiated_transaction: true } });
    expect(await charge(wanted)).toMatchObject({ status: 'paid', transaction: reference });
    expect(charged()).toHaveLength(1);
  });

  test('can be marked as an order by mail or phone, if the bank requires that', async () => {
    gateway = gatewayWith({ savedCards: 'moto' });
    expect(await charge(await charging())).toMatchObject({ status: 'paid' });
    const { transaction } = charged()[0]!.body as { transaction: object };
    expect(transaction).toMatchObject({ moto: true });
    expect(transaction).not.toHaveProperty('merchant_initiated_transaction');
  });

  test('is not offered unless the operator says that the bank allows it', async () => {
    gateway = gatewayWith({ savedCards: 'no' });
    expect(gateway.can.charge).toBe(false);
    expect(gateway.charge).toBeUndefined();
    expect((await start({ savesMethod: true })).action).not.toMatchObject({ params: { tokenize_pan: '1' } });
  });

  test('is over when the card is declined, and the card may work later', async () => {
    const wanted = await charging();
    monri.charges('declined');
    expect(await charge(wanted)).toEqual({ status: 'declined', reason: '0051 Transaction declined', again: true });
    expect(await charge(wanted)).toMatchObject({ status: 'declined' });
    expect(charged()).toHaveLength(1);
    expect(await charge({ ...wanted, reference: newReference() })).toMatchObject({ status: 'paid' });
  });

  test('never tries a card again whose token Monri no longer has', async () => {
    const wanted = await charging();
    const method = { ...wanted.method, id: 'a token that nobody knows' };
    expect(await charge({ ...wanted, method })).toEqual({
      status: 'declined',
      reason: 'Pan token is invalid',
      again: false,
    });
  });

  test('needs a payment page when the bank requires the customer’s consent', async () => {
    monri.next('charge', { change: () => ({ secure_message: { acs_url: 'https://acs.example.org' } }) });
    expect(await charge(await charging())).toMatchObject({ status: 'needs_customer' });
  });

  test.each<[string, MonriFault]>([
    ['no answer before the effect', { hangUp: 'before' }],
    ['no answer after the effect', { hangUp: 'after' }],
    ['a truncated answer', { hangUp: 'mid-answer' }],
    ['a failure', { status: 500 }],
    ['a refused key', { status: 401 }],
    ['too many requests', { status: 429 }],
    ['a page', { text: '<html></html>', contentType: 'text/html' }],
    ['an answer without a transaction', { text: '{}', contentType: 'application/json' }],
    [
      'another order',
      { change: ({ transaction }) => ({ transaction: { ...(transaction as object), order_number: 'FY-X-1-1' } }) },
    ],
    [
      'an approval of something else',
      { change: ({ transaction }) => ({ transaction: { ...(transaction as object), transaction_type: 'authorize' } }) },
    ],
    [
      'an invalid amount',
      { change: ({ transaction }) => ({ transaction: { ...(transaction as object), amount: -1 } }) },
    ],
  ])('%s: the outcome is unknown, and another request charges once', async (_, fault) => {
    const wanted = await charging();
    monri.next('charge', fault);
    await expect(charge(wanted)).rejects.toThrow(/^Monri: /);
    expect(await charge(wanted)).toMatchObject({ status: 'paid', transaction: wanted.reference });
    expect(
      monri.orders.filter(({ number, status }) => number === wanted.reference && status === 'approved'),
    ).toHaveLength(1);
  });
});

describe('the check', () => {
  const PUBLIC = 'https://tickets.example.org/payments/callback/monri';
  const check = (currency = 'EUR', callbackUrl = PUBLIC) => gateway.check(currency, callbackUrl, now);

  test('finds no problem with the right key, token and currency', async () => {
    expect(await check()).toEqual([]);
  });

  test('names a wrong key or token, and never repeats it', async () => {
    for (const wrong of [{ keys: ['aKeyNobodyMaySee'] as const }, { token: 'f'.repeat(40) }]) {
      gateway = gatewayWith(wrong);
      const [finding, ...others] = await check();
      expect(others).toEqual([]);
      expect(finding).toMatchObject({
        severity: 'error',
        text: expect.stringMatching(/^Monri refuses MONRI_KEY or MONRI_TOKEN \(MONRI_MODE is test.*Invalid/),
      });
      expect(finding!.text).not.toContain('aKeyNobodyMaySee');
    }
  });

  test('names a currency that Monri does not accept', async () => {
    expect(await check('CHF')).toEqual([{ severity: 'error', text: 'Monri does not accept CHF, only EUR, USD, BAM.' }]);
  });

  test('recognises a wrong digest by its message, and warns of another refusal', async () => {
    monri.next('show', { status: 422, detail: 'Digest is invalid' });
    expect(await check()).toMatchObject([{ severity: 'error', text: expect.stringContaining('Digest is invalid') }]);
    monri.next('show', { status: 406, detail: 'Not found' });
    expect(await check()).toMatchObject([{ severity: 'warning', text: expect.stringContaining('answers 406') }]);
  });

  test('fails if Monri does not answer or is down', async () => {
    monri.next('show', { hangUp: 'before' }, { status: 503 });
    await expect(check()).rejects.toThrow('no answer');
    await expect(check()).rejects.toThrow('503');
  });

  test('warns of an address that Monri cannot reach', async () => {
    const far = monriGateway(configOf({ url: 'http://127.0.0.1:9' }));
    await expect(far.check('EUR', 'http://localhost:3000/payments/callback/monri', now)).rejects.toThrow('no answer');
    const sent = globalThis.fetch;
    globalThis.fetch = (async () => new Response('<errors/>', { status: 404 })) as typeof fetch;
    try {
      const real = monriGateway(configOf({ url: 'https://ipgtest.monri.com' }));
      expect(await real.check('EUR', 'http://localhost:3000/payments/callback/monri', now)).toEqual([
        { severity: 'warning', text: expect.stringContaining('Monri cannot reach http://localhost:3000') },
      ]);
      expect(await real.check('EUR', PUBLIC, now)).toEqual([]);
    } finally {
      globalThis.fetch = sent;
    }
  });
});
