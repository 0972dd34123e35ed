import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { checkGateways } from '#apps/server/check-gateways.ts';
import { openMatterLines } from '#apps/server/open-matters.ts';
import { listFraudWarnings, settleFraudWarning } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { gatewaysOf } from '#features/payments/server/gateways.ts';
import { guardedGateway } from '#features/payments/server/guarded-gateway.ts';
import { loadGateways } from '#features/payments/server/load-gateways.ts';
import { requireGatewaysInUse } from '#features/payments/server/open-gateways.ts';
import { createStripeGateway } from '#features/payments/server/stripe/stripe-gateway.ts';
import { sweepMessages } from '#features/payments/server/sweep-messages.ts';
import { listPayouts, settlePayout } from '#features/payouts/server/public.ts';
import { createRefund, startRefund } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { type Delivery, givenStripe, type StripeStandIn } from '../stand-ins/stripe.ts';
import type { EventObject } from '../stand-ins/stripe-books.ts';
import { importStatement } from '../support/import-statement.ts';
import { operatorOf } from '../support/operator.ts';
import { order, orderNow } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { type Answer, givenShopApp, type ShopApp } from '../support/shop-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = 'POST /v1/checkout/sessions';
/** In this test, the shop waits this long for Stripe, in milliseconds. */
const PATIENCE_MS = 3_000;

let app: ShopApp;
let stripe: StripeStandIn;
let token: string;

beforeAll(async () => {
  stripe = await givenStripe({ clock: () => app?.clock.now() ?? new Date() });
  app = await givenShopApp(
    {},
    {
      gateways: (sandbox) => {
        const gateway = createStripeGateway({
          variables: { ...stripe.variables, STRIPE_DELAYED_METHODS: '1' },
          isProduction: false,
        });
        return gatewaysOf([guardedGateway(gateway, PATIENCE_MS), sandbox]);
      },
    },
  );
  stripe.sendTo(`${app.url}/payments/callback/stripe`);
  token = await app.login();
  // Capacity is unlimited, because a run with more rounds buys more than there is.
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null');
});
afterEach(() => expect(stripe.breaches).toEqual([]));
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
  await stripe.close();
});

/** Sends Stripe's messages, and waits until the shop has processed them. */
async function deliver(how?: Delivery): Promise<number[]> {
  const statuses = await stripe.deliver(how);
  await app.server.inbox.idle();
  return statuses;
}
const about =
  (session: string) =>
  ({ data: { object } }: EventObject): boolean =>
    object.id === session || object.payment_intent === session;

const lastSession = (): string => stripe.books.every('checkout.session').at(-1)!.id;
const place = async (item = 'saturday') => {
  const placed = await order(app, token, [item]);
  return { placed: placed.order, url: placed.url!, session: lastSession() };
};
const statusOf = async ({ code }: Order) => (await orderNow(app, token, code)).payment_status;
const payAgain = ({ code, checksum, payments }: Order): Promise<Answer> =>
  app.call('pay-payment-plan-order-payment', { order: code, checksum, reference: payments[0]!.reference });
const receiptsOf = ({ code }: Order) =>
  app.db.rows<{ transaction: string; amount: number; attention: string | null }>(
    `select r.transaction, r.amount, r.attention from receipts r join orders o on o.id = r.order_id
     where o.code = $1 order by r.id`,
    [code],
  );
const intentOf = (session: string): string => stripe.books.session(session).payment_intent!;
const paidOnce = async (placed: Order, session: string) => {
  expect(await statusOf(placed)).toBe('paid');
  expect(await receiptsOf(placed)).toEqual([
    { transaction: intentOf(session), amount: placed.total_price, attention: null },
  ]);
};
const returnFrom = (session: string): Promise<Response> =>
  app.fetch(new URL(stripe.books.session(session).success_url).pathname);

describe('a payment at Stripe', () => {
  test('pays the order by message, by return or by query, and with all three only once', async () => {
    const [byMessage, byReturn, byQuery] = [await place(), await place(), await place()];
    for (const { session } of [byMessage, byReturn, byQuery]) stripe.buyer.pays(session);
    expect(new Set(await deliver({ only: about(byMessage.session) }))).toEqual(new Set([200]));
    await paidOnce(byMessage.placed, byMessage.session);
    expect((await returnFrom(byReturn.session)).status).toBe(303);
    await paidOnce(byReturn.placed, byReturn.session);
    await app.travel(3 * MINUTE);
    await paidOnce(byQuery.placed, byQuery.session);
    await deliver({ times: 3, order: 'reversed' });
    for (const { placed, session } of [byMessage, byReturn, byQuery]) await paidOnce(placed, session);
  });

  test('is booked once if a message comes before the answer to the start', async () => {
    stripe.next(START, { delayMs: 400 });
    const before = stripe.books.every('checkout.session').length;
    const placing = order(app, token, ['saturday']);
    while (stripe.books.every('checkout.session').length === before) await new Promise((go) => setTimeout(go, 10));
    const session = lastSession();
    stripe.buyer.pays(session);
    await deliver();
    const { order: placed } = await placing;
    await paidOnce(placed, session);
  });

  test('has one receipt after ten copies of a message at once and more a day later', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session);
    await Promise.all(Array.from({ length: 10 }, () => stripe.deliver({ again: true, only: about(session) })));
    await app.server.inbox.idle();
    await paidOnce(placed, session);
    await app.travel(DAY);
    await deliver({ again: true, only: about(session) });
    await paidOnce(placed, session);
  });

  test('has the same outcome whatever the order of messages, queries and returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('visa' as const, 'ideal' as const, 'sepa' as const),
        fc.array(fc.constantFrom('message', 'query', 'return', 'old message'), { minLength: 1, maxLength: 8 }),
        fc.integer(),
        async (card, steps, seed) => {
          const { placed, session } = await place();
          stripe.buyer.pays(session, 'declines');
          stripe.buyer.pays(session, card);
          if (card === 'sepa') stripe.bank.confirms(session);
          const intent = intentOf(session);
          const events = stripe.books.events.filter(
            (event) => about(session)(event) || event.data.object.id === intent,
          );
          for (const [index, step] of steps.entries()) {
            const one = events[Math.abs(seed + index * 7) % events.length];
            if (step === 'message') await deliver({ only: (event) => event === one, again: true });
            else if (step === 'old message') await deliver({ only: (event) => event === events[0], again: true });
            else if (step === 'query') await app.travel(61_000);
            else await returnFrom(session);
          }
          await deliver({ again: true, only: (event) => events.includes(event), order: 'reversed' });
          await paidOnce(placed, session);
        },
      ),
      { numRuns: 12 * rounds },
    );
  }, 300_000);

  test('of a wrong amount or currency issues no ticket, and the money waits for a person', async () => {
    for (const [facts, attention] of [
      [(total: number) => ({ amount_total: total - 1 }), 'amount'],
      [(total: number) => ({ amount_total: total + 1 }), 'amount'],
      [() => ({ currency: 'usd' }), 'currency'],
    ] as const) {
      const { placed, session } = await place();
      stripe.buyer.pays(session);
      await deliver({
        only: ({ type, data }) => type === 'checkout.session.completed' && data.object.id === session,
        change: (event) => {
          const data = event.data as { object: object };
          return { ...event, data: { object: { ...data.object, ...facts(placed.total_price) } } };
        },
      });
      expect(await statusOf(placed)).toBe('problem');
      expect(await receiptsOf(placed)).toMatchObject([{ attention }]);
      expect((await orderNow(app, token, placed.code)).tickets).toEqual([]);
    }
  });

  test('for which Stripe reports too little money gives the order a problem and lists the money', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session);
    stripe.books.intent(intentOf(session)).amount_received = 100;
    await returnFrom(session);
    expect(await statusOf(placed)).toBe('problem');
    expect(await receiptsOf(placed)).toMatchObject([{ amount: 100, attention: 'amount' }]);
  });

  test('for an unknown reference is booked and listed, but those of other shops are not', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session);
    const unknown = (metadata: object) => (event: Record<string, unknown>) => {
      const { object } = event.data as { object: Record<string, unknown> };
      return { ...event, id: `${event.id}x`, data: { object: { ...object, metadata, payment_intent: 'pi_foreign' } } };
    };
    const only = ({ type, data }: EventObject) => type === 'checkout.session.completed' && data.object.id === session;
    expect(await deliver({ only, change: unknown({}) })).toEqual([200]);
    expect(await app.db.rows(`select 1 from receipts where transaction = 'pi_foreign'`)).toEqual([]);
    expect(await deliver({ only, again: true, change: unknown({ reference: 'NOBODY-1-1', digits: '2' }) })).toEqual([
      200,
    ]);
    expect(await app.db.rows(`select attention from receipts where transaction = 'pi_foreign'`)).toHaveLength(1);
    await deliver({ again: true, only });
    await paidOnce(placed, session);
  });
});

describe('messages that prove nothing', () => {
  test.each(['wrong', 'other secret', 'missing', 'altered body', 'old', 'future', 'doubled'] as const)(
    'a signature that is %s: 400, no change, and Stripe is not called',
    async (signature) => {
      const { placed, session } = await place();
      stripe.buyer.pays(session);
      const calls = stripe.requests.length;
      expect(new Set(await deliver({ signature, only: about(session) }))).toEqual(new Set([400]));
      expect(await statusOf(placed)).toBe('pending');
      expect(stripe.requests).toHaveLength(calls);
    },
  );

  test('of the other mode or another account: 200, no change, and Stripe is not called', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session);
    const calls = stripe.requests.length;
    for (const change of [{ livemode: true }, { account: 'acct_other' }]) {
      expect(
        new Set(await deliver({ again: true, only: about(session), change: (event) => ({ ...event, ...change }) })),
      ).toEqual(new Set([200]));
    }
    expect(await statusOf(placed)).toBe('pending');
    expect(stripe.requests).toHaveLength(calls);
  });

  test('sent again change nothing after two minutes, and are too old after five', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session);
    await deliver({ only: about(session) });
    const { headers, body } = stripe.sent.at(-1)!;
    const replay = async () => (await app.fetch('/payments/callback/stripe', { method: 'POST', headers, body })).status;
    await app.travel(2 * MINUTE);
    expect(await replay()).toBe(200);
    await app.travel(4 * MINUTE);
    expect(await replay()).toBe(400);
    await paidOnce(placed, session);
  });
});

describe('starts that fail', () => {
  const placeBroken = async () => {
    const cart = await app.call('add-product-to-cart', {
      token,
      external_code: 'saturday',
      full_name: 'Nadia Broken',
      email: 'nadia@example.org',
      age: '25-34',
    });
    const { body, status } = await app.call('checkout-cart', {
      token,
      cart: cart.body.cart.code,
      customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
      order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
    });
    expect(status).toBe(200);
    return body as { order: Order; payment: { url: string } | null };
  };

  test.each([
    ['the connection breaks before', [{ hangUp: 'before' }, { hangUp: 'before' }]],
    ['the answer breaks off', [{ hangUp: 'mid-answer' }]],
    ['401', [{ status: 401 }]],
    ['429', [{ status: 429 }]],
    ['500', [{ status: 500 }]],
    ['503', [{ status: 503 }]],
    ['HTML', [{ text: '<!doctype html>', contentType: 'text/html' }]],
    ['an answer after the shop stopped waiting', [{ delayMs: PATIENCE_MS + 500 }]],
  ] as const)('%s: the order waits without a page, and the next attempt is paid', async (_, faults) => {
    stripe.next(START, ...faults);
    const { order: placed, payment } = await placeBroken();
    expect(payment).toBeNull();
    const again = await payAgain(placed);
    expect(again.status).toBe(200);
    const session = lastSession();
    expect(again.body.payment.url).toBe(`${stripe.url}/c/pay/${session}`);
    stripe.buyer.pays(session);
    await deliver();
    await paidOnce(placed, session);
  });

  test('while Stripe is down, the buyer is told to try again, within the time that the shop waits', async () => {
    stripe.next(START, { status: 503 }, { status: 503 });
    const { order: placed, payment } = await placeBroken();
    expect(payment).toBeNull();
    const began = performance.now();
    const again = await payAgain(placed);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('try again in a minute') } });
    expect((await payAgain(placed)).status).toBe(200);
  });
});

describe('the end of an unpaid order', () => {
  test('its open session is closed, so that nobody pays for items that were released', async () => {
    const { placed, session } = await place();
    await app.travel(30 * MINUTE);
    await app.travel(2 * MINUTE);
    expect(await statusOf(placed)).toBe('abandoned');
    expect(stripe.books.session(session).status).toBe('expired');
    expect(() => stripe.buyer.pays(session)).toThrow('expired');
  });

  test('an order whose buyer pays around the closing of its session is either paid or ended', async () => {
    for (let round = 0; round < 6 * rounds; round += 1) {
      const { placed, session } = await place();
      const isPaidFirst = round % 2 === 0;
      await app.clock.travelTo(new Date(app.clock.now().getTime() + 31 * MINUTE - 1_000));
      if (isPaidFirst) stripe.buyer.pays(session);
      await app.travel(2 * MINUTE);
      if (isPaidFirst) await paidOnce(placed, session);
      else {
        expect(() => stripe.buyer.pays(session)).toThrow();
        expect(await statusOf(placed)).toBe('abandoned');
        expect(await receiptsOf(placed)).toEqual([]);
      }
    }
  }, 300_000);

  test('an order paid in its session’s last second is found paid, even if the message is lost', async () => {
    const { placed, session } = await place();
    const end = Number(stripe.books.session(session).expires_at) * 1_000;
    await app.clock.travelTo(new Date(end - 1_000));
    stripe.buyer.pays(session);
    await app.travel(20 * MINUTE);
    await paidOnce(placed, session);
  });

  test('while Stripe is down, an order waits until Stripe can be queried', async () => {
    const { placed, session } = await place();
    const down = Array.from({ length: 60 }, () => ({ status: 503 }) as const);
    stripe.next('POST /v1/checkout/sessions/{id}/expire', ...down);
    stripe.next('GET /v1/checkout/sessions/{id}', ...down);
    await app.travel(25 * MINUTE);
    stripe.buyer.pays(session);
    for (let minutes = 0; minutes < 20; minutes += 5) await app.travel(5 * MINUTE);
    expect(await statusOf(placed)).toBe('pending');
    stripe.recover();
    await app.travel(2 * MINUTE);
    await paidOnce(placed, session);
  });

  test('a buyer who goes back from the page can pay the order again, and the old page is closed', async () => {
    const { placed, session } = await place();
    const { cancel_url: back } = stripe.books.session(session);
    const { pathname, search } = new URL(back!);
    const returned = await app.fetch(pathname + search);
    expect(returned.headers.get('location')).toMatch(/^\/payment-plan-payment\//);
    expect(stripe.books.session(session).status).toBe('expired');
    expect((await orderNow(app, token, placed.code)).payments[0]).toMatchObject({ payment_status: 'pending' });
    expect((await payAgain(placed)).status).toBe(200);
  });

  test('going back shows the paid order if it was paid in another tab', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session);
    const { pathname, search } = new URL(stripe.books.session(session).cancel_url!);
    expect((await app.fetch(pathname + search)).headers.get('location')).toMatch(/confirmation/);
    await paidOnce(placed, session);
  });

  test('two tabs: the second closes the first, and only one can be paid', async () => {
    const { placed, session } = await place();
    expect((await payAgain(placed)).status).toBe(200);
    const second = lastSession();
    expect(second).not.toBe(session);
    expect(() => stripe.buyer.pays(session)).toThrow('expired');
    stripe.buyer.pays(second);
    await deliver();
    await paidOnce(placed, second);
  });
});

describe('a method that confirms after days', () => {
  test('keeps the order until the money arrives', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session, 'sepa');
    await deliver();
    expect(await statusOf(placed)).toBe('processing');
    for (let days = 0; days < 6; days += 1) await app.travel(DAY);
    expect(await statusOf(placed)).toBe('processing');
    stripe.bank.confirms(session);
    await deliver();
    await paidOnce(placed, session);
  });

  test('that fails ends the order unpaid, even if its messages come in the wrong order', async () => {
    const { placed, session } = await place();
    stripe.buyer.pays(session, 'sepa');
    stripe.bank.fails(session);
    await deliver({ order: 'reversed' });
    expect(await statusOf(placed)).toBe('pending');
    await app.travel(40 * MINUTE);
    await app.travel(2 * MINUTE);
    expect(await statusOf(placed)).toBe('abandoned');
  });
});

describe('the check at the start and by the doctor', () => {
  const check = () =>
    checkGateways(app.gateways, { currency: 'EUR', origin: 'https://tickets.example.org' }, app.clock.now());
  const endpoint = 'https://tickets.example.org/payments/callback/stripe';

  test('a missing webhook endpoint stops the start; a missing event and an outage cause warnings', async () => {
    expect(await check()).toEqual({
      errors: [`stripe: The Stripe account has no webhook endpoint for ${endpoint}.`],
      warnings: [],
    });
    const { id } = stripe.dashboard.addsWebhook({ url: endpoint, enabled_events: ['checkout.session.completed'] });
    expect(await check()).toEqual({ errors: [], warnings: [expect.stringContaining('lacks the events')] });
    Object.assign(stripe.books.all.get(id)!, { enabled_events: ['*'] });
    expect(await check()).toEqual({ errors: [], warnings: [] });
    stripe.next('GET /v1/account', { hangUp: 'before' }, { hangUp: 'before' });
    expect(await check()).toEqual({ errors: [], warnings: [expect.stringContaining('stripe could not be checked')] });
  });
});

describe('several gateways', () => {
  test('old payments are still paid at Stripe when new ones go to another gateway', async () => {
    const { placed, session } = await place();
    const config = { ...app.config, paymentGateways: ['sandbox'] as const, gatewayVariables: {} };
    await expect(requireGatewaysInUse(config, app.db, app.clock.now())).rejects.toThrow(
      /payments of stripe \(\d+ open/,
    );
    stripe.buyer.pays(session);
    await deliver();
    await paidOnce(placed, session);
  });

  test('Stripe is loaded by its name, and mistakes in the variables of all gateways are named', async () => {
    const options = { isProduction: false, variables: stripe.variables };
    const gateways = await loadGateways(['stripe', 'sandbox'], options, { sandbox: app.gateways.named('sandbox')! });
    expect(gateways.forNewPayments.name).toBe('stripe');
    await expect(loadGateways(['stripe', 'mollie'], { isProduction: false, variables: {} }, {})).rejects.toThrow(
      /STRIPE_SECRET_KEY is required[\s\S]*STRIPE_WEBHOOK_SECRET is required[\s\S]*MOLLIE_API_KEY/,
    );
  });
});

describe('an early fraud warning', () => {
  const lines = async (warning: string) =>
    (await openMatterLines(app.db, app.clock.now())).filter((line) => line.includes(warning));
  const paid = async () => {
    const bought = await place();
    stripe.buyer.pays(bought.session);
    await deliver();
    return { ...bought, intent: intentOf(bought.session) };
  };

  test('is shown to the operator once, with order, amount and remedy, until the money is refunded', async () => {
    const { placed, intent } = await paid();
    const id = stripe.dashboard.warnsOfFraud(intent);
    await deliver({ times: 3 });
    expect(await lines(id)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^fraud warning ${id} of stripe: €76.00, order ${placed.code} \\(unauthorized use of card\\); a refund`,
        ),
      ),
    ]);
    expect(await statusOf(placed)).toBe('paid');
    expect(
      await app.db.rows(`select actor, action from audit_log where subject = $1 and action like 'fraud%'`, [
        placed.code,
      ]),
    ).toEqual([{ actor: 'gateway:stripe', action: 'fraud_warning.told' }]);
    const refunds = { ...operatorOf(app).parts.refunds, gateways: app.gateways };
    const request = { orderCode: placed.code, codes: [], fees: 'returned', shipping: null, amount: null } as const;
    const actor = commandLine('tester');
    const made = await createRefund(refunds, { ...request, reason: 'Sent back.', actor }, app.clock.now());
    if (!made.ok) throw new Error(made.error.kind);
    await startRefund(refunds, { code: made.value.code, actor, reason: '' }, app.clock.now());
    await app.travel(MINUTE);
    expect(await lines(id)).toEqual([]);
    const [listed] = await listFraudWarnings(app.db, { all: true, limit: 9 });
    expect(listed).toMatchObject({ warningId: id, state: 'refunded', left: 0 });
  });

  test('ends when the payment is disputed, whatever the order of the messages', async () => {
    const [first, second] = [await paid(), await paid()];
    const one = stripe.dashboard.warnsOfFraud(first.intent);
    stripe.dashboard.disputes(first.intent, first.placed.total_price);
    await deliver();
    const other = stripe.dashboard.warnsOfFraud(second.intent);
    stripe.dashboard.disputes(second.intent, second.placed.total_price);
    await deliver({ order: 'reversed' });
    expect([await lines(one), await lines(other)]).toEqual([[], []]);
  });

  test('is settled by a person who keeps the money; those about returned or foreign money are ignored', async () => {
    const { intent } = await paid();
    const id = stripe.dashboard.warnsOfFraud(intent);
    const gone = stripe.dashboard.warnsOfFraud(intent, { actionable: false });
    const foreign = stripe.dashboard.warnsOfFraud(stripe.books.newIntent({ amount: 5, currency: 'eur' }).id, {
      charge: 'ch_foreign',
    });
    await deliver();
    expect([(await lines(id)).length, await lines(gone), await lines(foreign)]).toEqual([1, [], []]);
    const keep = { warningId: id, note: 'a known customer', actor: commandLine('tester') };
    expect(await settleFraudWarning({ db: app.db }, keep, app.clock.now())).toBe(true);
    expect(await settleFraudWarning({ db: app.db }, keep, app.clock.now())).toBe(false);
    expect(await lines(id)).toEqual([]);
  });
});

describe('payouts', () => {
  const balances = async () =>
    Object.fromEntries(
      (
        await app.db.rows<{ account: string; sum: number }>(
          `select account, sum(amount)::bigint as sum from ledger_entries
           where account in ('bank', 'gateway:stripe', 'gateway_fees') group by account`,
        )
      ).map(({ account, sum }) => [account, sum]),
    );
  const changeOf = async (act: () => Promise<unknown>) => {
    const before = await balances();
    await act();
    const after = await balances();
    return ['bank', 'gateway_fees', 'gateway:stripe'].map((name) => (after[name] ?? 0) - (before[name] ?? 0));
  };
  const attention = async () => (await openMatterLines(app.db, app.clock.now())).join('\n');
  /** Imports a statement with one line, and books what is certain. */
  async function importLine(amount: string, text: string): Promise<string[]> {
    const day = app.clock.now().toISOString().slice(0, 10);
    const entry = { amount, day, text, name: 'Stripe Technology' };
    const results = await importStatement(app, [entry], { now: await tomorrow(), takesRunningDays: true });
    return results.map(({ line: { match }, kind }) => `${match.kind === 'unknown' ? match.why : match.kind}: ${kind}`);
  }
  const tomorrow = async () => new Date(app.clock.now().getTime() + DAY);

  test('the parts of a payout are booked once, and its bank line confirms it', async () => {
    const movements = [
      { type: 'charge', amount: 15_200, fee: 478 },
      { type: 'payment', amount: 7_600, fee: 55 },
      { type: 'refund', amount: -2_000 },
      { type: 'adjustment', amount: -7_600, fee: 2_000 },
      { type: 'stripe_fee', amount: -100 },
    ];
    stripe.dashboard.paysOut(10_567, movements);
    expect(await changeOf(() => deliver({ times: 2 }))).toEqual([10_567, 2_633, -13_200]);
    expect(await changeOf(() => deliver({ again: true, only: ({ type }) => type === 'payout.paid' }))).toEqual([
      0, 0, 0,
    ]);
    const receipts = async () => (await app.db.row<{ count: number }>('select count(*) as count from receipts'))!.count;
    const before = await receipts();
    expect(await importLine('105.66', 'STRIPE 7QX2')).toEqual(['payout_other_amount: nothing_to_book']);
    expect(await importLine('105.67', 'PAYOUT STRIPE 7Q X2')).toEqual(['payout: payout']);
    expect(await importLine('105.67', 'PAYOUT STRIPE 7Q X2')).toEqual(['booked: booked_before']);
    expect(await receipts()).toBe(before);
    expect((await listPayouts(app.db, 1))[0]).toMatchObject({ isBooked: true, arrivedOn: expect.any(String) });
  });

  test('a manual payout is booked as one sum, and one whose parts are missing is booked later', async () => {
    stripe.dashboard.paysOut(500, [], { automatic: false, reconciliation_status: 'not_applicable' });
    expect(await changeOf(deliver)).toEqual([500, 0, -500]);
    const id = stripe.dashboard.paysOut(700, undefined, { reconciliation_status: 'in_progress' });
    expect(await changeOf(deliver)).toEqual([0, 0, 0]);
    const payout = stripe.books.get(id, 'payout');
    payout.reconciliation_status = 'completed';
    stripe.books.emit('payout.reconciliation_completed', payout, stripe.books.events[0]!.api_version as string);
    expect(await changeOf(deliver)).toEqual([700, 0, -700]);
  });

  test('a payout that does not add up is not booked until a person has looked at it', async () => {
    const id = stripe.dashboard.paysOut(1_000, [
      { type: 'charge', amount: 1_100, fee: 50 },
      { type: 'reserve_hold', amount: -50 },
    ]);
    expect(await changeOf(deliver)).toEqual([0, 0, 0]);
    expect(await attention()).toContain(`payout ${id} of stripe: €10.00 does not match its breakdown`);
    const settled = { payoutId: id, note: 'a reserve', actor: commandLine('tester') };
    expect(await changeOf(() => settlePayout({ db: app.db }, settled, app.clock.now()))).toEqual([1_000, 50, -1_050]);
    expect(await attention()).not.toContain(id);
    expect(await settlePayout({ db: app.db }, settled, app.clock.now())).toMatchObject({ ok: false });
  });

  test('a payout with more refunds than payments is booked, and its debit at the bank recognised', async () => {
    const movements = [
      { type: 'charge', amount: 500, fee: 20 },
      { type: 'refund', amount: -2_000 },
    ];
    stripe.dashboard.paysOut(-1_520, movements, { statement_descriptor: 'STRIPE 9DEB' });
    expect(await changeOf(deliver)).toEqual([-1_520, 20, 1_500]);
    expect(await importLine('-15.20', 'DEBIT STRIPE 9DEB')).toEqual(['payout: payout']);
  });

  test('a person is notified of parts missing for days, which still book the payout when they arrive', async () => {
    const id = stripe.dashboard.paysOut(800, undefined, { reconciliation_status: 'in_progress' });
    expect(await changeOf(deliver)).toEqual([0, 0, 0]);
    expect(await attention()).not.toContain(id);
    await app.travel(5 * DAY);
    expect(await attention()).toContain(`payout ${id} of stripe: €8.00 has no breakdown yet`);
    const payout = stripe.books.get(id, 'payout');
    payout.reconciliation_status = 'completed';
    stripe.books.emit('payout.reconciliation_completed', payout, stripe.books.events[0]!.api_version as string);
    expect(await changeOf(deliver)).toEqual([800, 0, -800]);
    expect(await attention()).not.toContain(id);
  });

  test('a payout that fails after it was booked is reversed and reported, in any order of messages', async () => {
    const id = stripe.dashboard.paysOut(2_000, [{ type: 'charge', amount: 2_100, fee: 100 }]);
    await deliver();
    stripe.dashboard.failsPayout(id, 'The bank account is closed.');
    expect(await changeOf(() => deliver({ again: true, order: 'reversed' }))).toEqual([-2_000, -100, 2_100]);
    expect(await attention()).toContain(
      `payout ${id} of stripe: €20.00 did not reach the bank: The bank account is closed.`,
    );
    const settled = { payoutId: id, note: 'new account', actor: commandLine('tester') };
    expect(await changeOf(() => settlePayout({ db: app.db }, settled, app.clock.now()))).toEqual([0, 0, 0]);
    expect(await attention()).not.toContain(id);
    // Stripe pays the money out again, with the next money.
    stripe.dashboard.paysOut(2_500, [
      { type: 'payout_failure', amount: 2_000 },
      { type: 'charge', amount: 500 },
    ]);
    expect(await changeOf(deliver)).toEqual([2_500, 0, -2_500]);
  });

  test('the movements of a long payout are read in several calls', async () => {
    const movements = Array.from({ length: 2_600 }, () => ({ type: 'charge', amount: 10, fee: 1 }));
    const id = stripe.dashboard.paysOut(23_400, movements);
    expect(await changeOf(deliver)).toEqual([0, 0, 0]);
    expect(await changeOf(() => app.travel(MINUTE))).toEqual([23_400, 2_600, -26_000]);
    expect(stripe.requests.filter(({ url }) => url.includes(`payout=${id}`))).toHaveLength(27);
  });
});

describe('while the webhook is switched off', () => {
  const HOUR = 60 * MINUTE;
  const LIST = 'GET /v1/events';

  test('refunds and disputes made at Stripe are found by the hourly query, each once', async () => {
    const refunded = await place();
    const disputed = await place();
    for (const { session } of [refunded, disputed]) stripe.buyer.pays(session);
    await deliver();
    await app.travel(HOUR);
    stripe.dashboard.refunds(intentOf(refunded.session), refunded.placed.total_price);
    stripe.dashboard.disputes(intentOf(disputed.session), disputed.placed.total_price);
    await app.travel(MINUTE);
    expect(await statusOf(refunded.placed)).toBe('paid');
    await app.travel(DAY);
    expect(await statusOf(refunded.placed)).toBe('problem');
    expect(await statusOf(disputed.placed)).toBe('problem');
    const back = () =>
      app.db.row<{ count: number }>(
        `select count(*) as count from ledger_transactions t join orders o on o.id = t.order_id
         where t.kind = 'charge_back' and o.code = $1`,
        [refunded.placed.code],
      );
    expect(await back()).toEqual({ count: 1 });
    // The messages arrive after all, and another sweep lists them again.
    await deliver();
    await app.travel(HOUR);
    expect(await back()).toEqual({ count: 1 });
  });

  test('a query of many pages that breaks off continues where it stopped', async () => {
    await app.travel(2 * HOUR);
    const { session } = await place();
    stripe.buyer.pays(session);
    const intent = stripe.books.intent(intentOf(session));
    for (let event = 0; event < 230; event += 1) {
      stripe.books.emit('payment_intent.canceled', intent, stripe.books.events[0]!.api_version as string);
    }
    const { placed } = await place();
    stripe.buyer.pays(lastSession());
    await app.travel(10 * MINUTE);
    await deliver({ only: () => true, order: () => [] });
    const calls = () => stripe.calls(LIST).length;
    const before = calls();
    stripe.next(LIST, { change: (answer) => answer }, { status: 500 });
    await app.travel(HOUR);
    const state = await app.db.row<{ after: string | null }>(
      `select after from gateway_sweeps where gateway = 'stripe'`,
    );
    expect(calls()).toBe(before + 2);
    expect(state!.after).not.toBeNull();
    await app.travel(HOUR);
    expect(await app.db.row(`select after from gateway_sweeps where gateway = 'stripe'`)).toEqual({ after: null });
    expect(await statusOf(placed)).toBe('paid');
  });

  test('a run reads a limited number of pages, and the next run continues there a minute later', async () => {
    const { session } = await place();
    stripe.buyer.pays(session);
    const intent = stripe.books.intent(intentOf(session));
    for (let event = 0; event < 230; event += 1) {
      stripe.books.emit('payment_intent.canceled', intent, stripe.books.events[0]!.api_version as string);
    }
    const { db, gateways } = app;
    const onError = (error: unknown) => expect(error).toBeNull();
    const sweep = sweepMessages({ db, gateways, onError, maxPages: 1 });
    const at = app.clock.now().getTime() + 10 * MINUTE;
    await db.run(`update gateway_sweeps set next_at = $1 where gateway = 'stripe'`, [new Date(at)]);
    const places: (string | null)[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      await sweep.run(new Date(at + minute * MINUTE));
      const row = await db.row<{ after: string | null }>(`select after from gateway_sweeps where gateway = 'stripe'`);
      places.push(row!.after);
    }
    expect(new Set(places.slice(0, 2)).size).toBe(2);
    expect(places[0]).not.toBeNull();
    expect(places[3]).toBeNull();
  });
});
