import { afterEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { openMatters } from '#apps/server/open-matters.ts';
import { endCharge, settleProblem } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { queueFact } from '#features/payments/server/sandbox/sandbox-callback-store.ts';
import { refundPayment } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { erasePerson } from '#features/retention/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { untilLockWaits } from '../../../../test/support/lock-waits.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { order, orderNow, pressAt } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';

const DAY = 24 * 60 * 60_000;
const ANNOUNCED = '2026-12-13T08:00:00Z';
const DUE = '2026-12-20T08:00:00Z';

let app: ShopApp;
let token: string;

/** Each test has its own shop, because it moves the clock. The shop begins on 20 November 2026. */
async function openShop(standIn?: (sandbox: PaymentGateway) => PaymentGateway): Promise<void> {
  app = await givenShopApp({}, standIn ? { standIn } : {});
  token = await app.login();
}
afterEach(async () => {
  await app.settle();
  const { findings } = await auditShop(app.db, app.clock.now());
  await app.close();
  expect(findings).toEqual([]);
});

async function travelTo(moment: string): Promise<void> {
  await app.travel(Date.parse(moment) - app.clock.now().getTime());
  token = await app.login();
}

/** A plan whose first instalment is paid with a card that may be charged. */
async function planWithCard(
  card: 'pays' | 'declines' | 'needs_customer' = 'pays',
  { savesCard = true } = {},
): Promise<Order> {
  const placed = await order(app, token, ['sandlark-pass-plan'], null, 'credit_card', { savesCard });
  await pressAt(app, placed.url!, 'paid', card);
  await app.settle();
  return orderNow(app, token, placed.order.code);
}

const now = ({ code }: Order) => orderNow(app, token, code);
const statuses = async (plan: Order) => (await now(plan)).payments.map((payment) => payment.payment_status);
const mailsAbout = async ({ code }: Order) =>
  (await app.mails()).filter((mail) => mail.kind.startsWith('instalment-') && mail.subject.includes(code));
const kinds = async (plan: Order) => (await mailsAbout(plan)).map(({ kind }) => kind);
const newest = async (plan: Order) => (await mailsAbout(plan)).at(-1)!.body_text!.replaceAll(/[|\s]+/g, ' ');
const charges = async (plan: Order) =>
  app.db.rows<{ reference: string; status: string }>(
    `select reference, status from payment_attempts
     where saved_method_id is not null and reference like $1 order by id`,
    [`${plan.code}-%`],
  );

describe('the consent', () => {
  test('is recorded with its text, its time and its order, and the card is shown', async () => {
    await openShop();
    const plan = await planWithCard();
    expect(plan.saved_card).toEqual({ label: 'Sandbox •••• 4242', expires: '2028-12', is_charged: true });
    const { body } = await app.call('get-saved-cards', { token });
    expect(body).toEqual({ orders: [{ code: plan.code, saved_card: plan.saved_card, lost_card: false }] });
    const consents = await app.db.rows<{ text: string; agreed_at: Date }>(
      `select c.text, c.agreed_at from charge_consents c join orders o on o.id = c.order_id where o.code = $1`,
      [plan.code],
    );
    expect(consents).toHaveLength(1);
    expect(consents[0]!.text).toContain('€48.00 on 20 December 2026, €48.00 on 20 January 2027');
    expect(consents[0]!.agreed_at.toISOString()).toBe('2026-11-20T10:00:00.000Z');
  });

  test('is required: without it no card is saved or charged', async () => {
    await openShop();
    const plan = await planWithCard('pays', { savesCard: false });
    expect(plan.saved_card).toBeNull();
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-due']);
    expect(await charges(plan)).toEqual([]);
  });

  test('is not recorded for an order without a plan', async () => {
    await openShop();
    const placed = await order(app, token, ['saturday'], null, 'credit_card', { savesCard: true });
    await pressAt(app, placed.url!, 'paid');
    expect((await orderNow(app, token, placed.order.code)).saved_card).toBeNull();
    expect(await app.db.rows('select 1 from charge_consents')).toEqual([]);
  });

  test('can be given later by the owner, but not by somebody who only has the link', async () => {
    await openShop();
    const plan = await planWithCard('pays', { savesCard: false });
    const { checksum, payments } = await now(plan);
    const request = { order: plan.code, checksum, save_card: true };
    const byLink = await app.call('pay-payment-plan-order-payment', { ...request, reference: payments[1]!.reference });
    await pressAt(app, byLink.body.payment.url, 'paid');
    expect((await now(plan)).saved_card).toBeNull();
    const own = await app.call('pay-payment-plan-order-payment', {
      ...request,
      token,
      reference: payments[2]!.reference,
    });
    await pressAt(app, own.body.payment.url, 'paid');
    expect((await now(plan)).saved_card).toMatchObject({ label: 'Sandbox •••• 4242' });
  });
});

describe('an instalment with a saved card', () => {
  test('is announced a week before with the way to stop it, and charged at nine on the due date', async () => {
    await openShop();
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    expect(await newest(plan)).toContain('On 20 December 2026 we will charge €48.00 to your card (Sandbox •••• 4242).');
    expect(await newest(plan)).toContain('To stop this, remove the card');
    await travelTo('2026-12-20T07:59:59Z');
    expect(await charges(plan)).toEqual([]);
    await travelTo(DUE);
    expect(await statuses(plan)).toEqual(['paid', 'paid', 'pending', 'pending']);
    expect(await charges(plan)).toEqual([{ reference: `${plan.code}-2-1`, status: 'paid' }]);
    expect(await kinds(plan)).toEqual(['instalment-week-before']);
    await travelTo('2027-01-13T08:00:00Z');
    await travelTo('2027-01-20T08:00:00Z');
    await travelTo('2027-02-13T08:00:00Z');
    await travelTo('2027-02-20T08:00:00Z');
    await app.settle();
    expect(await now(plan)).toMatchObject({ payment_status: 'paid', saved_card: null, has_invoice: true });
    const usable = await app.db.rows('select 1 from sandbox_cards where is_usable');
    expect(usable).toEqual([]);
  });

  test('is mailed with its link at once if the bank wants a confirmation, and the plan continues', async () => {
    await openShop();
    const plan = await planWithCard('needs_customer');
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-not-charged']);
    expect(await newest(plan)).toContain(`/payment-plan-payment/${plan.code}/`);
    expect(await newest(plan)).toContain('wants you to confirm');
    await travelTo('2026-12-30T08:00:00Z');
    expect(await charges(plan)).toHaveLength(1);
    expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-not-charged', 'instalment-still-overdue']);
    const { checksum, payments } = await now(plan);
    const request = { order: plan.code, checksum, reference: payments[1]!.reference };
    const paid = await app.call('pay-payment-plan-order-payment', request);
    await pressAt(app, paid.body.payment.url, 'paid');
    expect(await statuses(plan)).toEqual(['paid', 'paid', 'pending', 'pending']);
  });

  test('is charged again three and seven days after its card was declined, each time with a mail', async () => {
    await openShop();
    const plan = await planWithCard('declines');
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    expect(await newest(plan)).toContain('We will try the card again on 23 December 2026');
    await travelTo('2026-12-22T08:00:00Z');
    expect(await charges(plan)).toHaveLength(1);
    await travelTo('2026-12-23T08:00:00Z');
    await travelTo('2026-12-27T08:00:00Z');
    expect(await newest(plan)).toContain('We will not try the card again');
    await travelTo('2027-01-05T08:00:00Z');
    expect((await charges(plan)).map(({ status }) => status)).toEqual(['declined', 'declined', 'declined']);
    expect(await kinds(plan)).toEqual([
      'instalment-week-before',
      'instalment-not-charged',
      'instalment-not-charged',
      'instalment-not-charged',
      'instalment-still-overdue',
    ]);
    expect((await now(plan)).payments[1]).toMatchObject({ payment_status: 'pending', attempt: 0 });
  });

  test('is not charged while a payment by link is open, and never once it is paid by hand', async () => {
    await openShop();
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    await travelTo('2026-12-20T07:59:00Z');
    const { checksum, payments } = await now(plan);
    const request = { order: plan.code, checksum, reference: payments[1]!.reference };
    const started = await app.call('pay-payment-plan-order-payment', request);
    await app.travel(2 * 60_000);
    expect(await charges(plan)).toEqual([]);
    await pressAt(app, started.body.payment.url, 'paid');
    await app.travel(2 * DAY);
    token = await app.login();
    expect(await charges(plan)).toEqual([]);
    expect(await statuses(plan)).toEqual(['paid', 'paid', 'pending', 'pending']);
  });

  test('is charged again under the same reference if the answer was lost, and the money moves once', async () => {
    let lost = 1;
    await openShop((sandbox) => ({
      ...sandbox,
      async charge(request, at) {
        const answer = await sandbox.charge!(request, at);
        lost -= 1;
        if (lost >= 0) throw new Error('the answer was lost');
        return answer;
      },
    }));
    // The callback is lost too.
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    await app.travel(16 * 60_000);
    expect(await charges(plan)).toEqual([{ reference: `${plan.code}-2-1`, status: 'paid' }]);
    expect(await statuses(plan)).toEqual(['paid', 'paid', 'pending', 'pending']);
    expect(
      await app.db.rows(`select 1 from sandbox_payments where merchant_reference like $1`, [`${plan.code}-2-%`]),
    ).toHaveLength(1);
  });

  test('is charged once the gateway answers, if it was down on the due day', async () => {
    let isDown = true;
    await openShop((sandbox) => ({
      ...sandbox,
      async charge(request, at) {
        if (isDown) throw new Error('down');
        return sandbox.charge!(request, at);
      },
    }));
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    expect(await charges(plan)).toEqual([{ reference: `${plan.code}-2-1`, status: 'created' }]);
    isDown = false;
    await app.travel(16 * 60_000);
    expect(await charges(plan)).toEqual([{ reference: `${plan.code}-2-1`, status: 'paid' }]);
  });

  describe('whose answer stays lost', () => {
    const lostFrom = async (gateway: { knows: boolean; answers: boolean }): Promise<Order> => {
      attempts = 0;
      await openShop((sandbox) => ({
        ...sandbox,
        async charge(request, at) {
          attempts += 1;
          if (gateway.knows) await sandbox.charge!(request, at);
          // The callbacks are lost too.
          await app.db.run('delete from sandbox_callbacks');
          throw new Error('the answer was lost');
        },
        async status(attempt, at) {
          if (attempt.reference.endsWith('-2-1') && !gateway.answers) throw new Error('down');
          return sandbox.status(attempt, at);
        },
        // Unlike the sandbox, providers do not block a charge that they have not received.
        close: (attempt, at) =>
          attempt.reference.endsWith('-2-1')
            ? app.gateways.of({ gateway: 'sandbox' }).status(attempt, at)
            : sandbox.close(attempt, at),
      }));
      const plan = await planWithCard();
      await travelTo(ANNOUNCED);
      await travelTo(DUE);
      return plan;
    };
    let attempts = 0;
    const payByLink = async (plan: Order) => {
      const { checksum, payments } = await now(plan);
      return app.call('pay-payment-plan-order-payment', {
        order: plan.code,
        checksum,
        reference: payments[1]!.reference,
      });
    };
    const matters = async () =>
      (await openMatters(app.db, app.clock.now())).flatMap(({ kind, sum, orderCode }) =>
        kind === 'gateway_not_answering' ? [] : [{ kind, sum, orderCode }],
      );
    const end = (reference: string) => {
      const wanted = { reference, reason: 'not in the dashboard', actor: commandLine('tester') };
      return endCharge({ db: app.db }, wanted, app.clock.now());
    };

    test('is requested again for a day, then listed for staff while the plan continues by link', async () => {
      const plan = await lostFrom({ knows: false, answers: false });
      expect(await end(`${plan.code}-2-1`)).toEqual({ ok: false, error: { kind: 'still_repeated' } });
      for (const hours of [0.25, 0.25, 0.5, 1, 1, 1, 4, 8, 7.5]) await app.travel(hours * 60 * 60_000);
      expect(attempts).toBe(8);
      expect(await kinds(plan)).toEqual(['instalment-week-before']);
      expect(await matters()).toEqual([]);
      await app.travel(60 * 60_000);
      expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-not-charged']);
      expect(await newest(plan)).toContain('the payment provider has not told us whether that worked');
      expect(await newest(plan)).toContain(`/payment-plan-payment/${plan.code}/`);
      expect(await matters()).toEqual([
        { kind: 'charge_unclear', sum: { amount: 4_800, currency: 'EUR' }, orderCode: plan.code },
      ]);
      expect((await payByLink(plan)).body.message).toContain('cannot reach our payment provider');
      await travelTo('2026-12-23T08:00:00Z');
      await travelTo('2026-12-30T08:00:00Z');
      expect((await kinds(plan)).slice(2)).toEqual(['instalment-overdue', 'instalment-still-overdue']);
      expect(attempts).toBe(8);
      expect(await end(`${plan.code}-1-1`)).toEqual({ ok: false, error: { kind: 'unknown_charge' } });
      expect(await end(`${plan.code}-2-1`)).toMatchObject({ ok: true });
      expect(await end(`${plan.code}-2-1`)).toEqual({ ok: false, error: { kind: 'ended_before' } });
      const paid = await payByLink(plan);
      await pressAt(app, paid.body.payment.url, 'paid');
      expect(await statuses(plan)).toEqual(['paid', 'paid', 'pending', 'pending']);
      expect(await matters()).toEqual([]);
      expect((await charges(plan)).map(({ status }) => status)).toEqual(['expired']);
    });

    test('is not charged again if the gateway reports within the day that it charged nothing', async () => {
      const plan = await lostFrom({ knows: false, answers: true });
      // Its gateway may still be working on it.
      expect((await payByLink(plan)).status).toBe(409);
      await travelTo('2026-12-21T07:10:00Z');
      await travelTo('2026-12-24T08:00:00Z');
      expect((await charges(plan)).map(({ status }) => status)).toEqual(['expired']);
      expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-due', 'instalment-overdue']);
      expect((await now(plan)).payments[1]).toMatchObject({ payment_status: 'pending', attempt: 0 });
    });

    test('is paid once a query shows that the gateway has charged it, and nobody pays twice', async () => {
      const gateway = { knows: true, answers: false };
      const plan = await lostFrom(gateway);
      await app.travel(5 * 60_000);
      expect((await payByLink(plan)).body.message).toContain('cannot reach our payment provider');
      gateway.answers = true;
      expect((await payByLink(plan)).body.message).toContain('already');
      expect(await statuses(plan)).toEqual(['paid', 'paid', 'pending', 'pending']);
      expect(await kinds(plan)).toEqual(['instalment-week-before']);
    });
  });

  test('is charged once by two processes at the same time', async () => {
    await openShop();
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    await app.travel(Date.parse(DUE) - 1 - app.clock.now().getTime());
    await Promise.all([app.travel(1), app.travel(0)]);
    token = await app.login();
    expect(await charges(plan)).toHaveLength(1);
    expect(
      await app.db.rows(`select 1 from sandbox_payments where merchant_reference like $1`, [`${plan.code}-2-%`]),
    ).toHaveLength(1);
  });

  test('leads to one mail even if another process reviews it between the decline and its mail', async () => {
    const charging = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await openShop((sandbox) => ({
      ...sandbox,
      charge: async (request, moment) => {
        if (request.reference.startsWith(`${plan.code}-`)) {
          charging.resolve();
          await answered.promise;
        }
        return sandbox.charge!(request, moment);
      },
    }));
    const first = await planWithCard();
    const plan = await planWithCard('declines');
    await travelTo(ANNOUNCED);
    await app.travel(Date.parse(DUE) - 1 - app.clock.now().getTime());

    // The late process has found both plans and waits for the first, so that the test decides when it reaches the
    // other.
    const late = await holdOrder(first);
    const lateProcess = app.travel(1);
    await untilLockWaits(app.db, 1);
    await app.db.run(`update payments set next_reminder_at = null where reference like $1`, [`${first.code}-%`]);
    const process = app.travel(0);
    await charging.promise;
    const decline = await holdOrder(plan);
    answered.resolve();
    await untilLockWaits(app.db, 2);
    await late.release();
    await untilLockWaits(app.db, 2);
    await decline.release();
    await Promise.all([process, lateProcess]);

    token = await app.login();
    expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-not-charged']);
  });
});

/** Locks the order until it is released. */
async function holdOrder({ code }: Order): Promise<{ release(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = app.db.transaction(async (tx) => {
    await tx.run('select 1 from orders where code = $1 for update', [code]);
    held.resolve();
    await end.promise;
  });
  await held.promise;
  return {
    release: () => {
      end.resolve();
      return done;
    },
  };
}

test('once money was taken back, a continued plan no longer charges its card', async () => {
  await openShop();
  const plan = await planWithCard();
  const [paid] = await app.db.rows<{ id: string }>('select id from sandbox_payments where transaction is not null');
  await refundPayment(app.db, { key: null, payment: paid!, amount: 1_000, isDoneAtOnce: true }, app.clock.now());
  await app.settle();
  expect(await now(plan)).toMatchObject({ payment_status: 'problem', saved_card: { is_charged: false } });
  const request = { code: plan.code, to: 'partial' as const, reason: '', actor: commandLine('tester') };
  expect(await settleProblem(operatorOf(app).orders, request, app.clock.now())).toMatchObject({ ok: true });
  await travelTo(ANNOUNCED);
  await travelTo(DUE);
  expect(await charges(plan)).toEqual([]);
  expect((await kinds(plan)).slice(-2)).toEqual(['instalment-week-before', 'instalment-due']);
  expect((await mailsAbout(plan)).map(({ body_text: text }) => text).join()).not.toContain('we will charge');
});

describe('a saved card that is removed or replaced', () => {
  test('is no longer charged, and the gateway forgets it', async () => {
    await openShop();
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    const removed = await app.call('remove-saved-card', { token, order: plan.code });
    expect(removed.status).toBe(200);
    expect((await now(plan)).saved_card).toBeNull();
    await app.settle();
    expect((await now(plan)).lost_card).toBe(false);
    expect((await app.mails()).map(({ kind }) => kind)).not.toContain('saved-card-lost');
    expect(await app.db.rows('select 1 from sandbox_cards where is_usable')).toEqual([]);
    expect(await app.db.row(`select label, expires, forget_at from saved_methods`)).toEqual({
      label: '',
      expires: null,
      forget_at: null,
    });
    await travelTo(DUE);
    expect(await charges(plan)).toEqual([]);
    expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-due']);
    expect((await app.call('remove-saved-card', { token, order: plan.code })).status).toBe(200);
    expect((await app.call('remove-saved-card', { token, order: 'LARK-NOBODY' })).status).toBe(404);
    expect((await app.call('remove-saved-card', { order: plan.code })).status).toBe(401);
  });

  test('ends the consent if it was removed at the provider; a mail and the order page say so', async () => {
    await openShop();
    const plan = await planWithCard();
    const { id } = (await app.db.row<{ id: string }>('select id from sandbox_cards'))!;
    expect((await now(plan)).lost_card).toBe(false);
    await app.gateways.forNewPayments.forget!({ gatewayCustomer: '', id, label: '', expires: null }, app.clock.now());
    await app.settle();
    expect(await now(plan)).toMatchObject({ saved_card: null, lost_card: true });
    expect(await app.db.rows('select 1 from charge_consents where ended_at is null')).toEqual([]);
    expect(await app.db.row('select label, expires from saved_methods')).toEqual({ label: '', expires: null });
    const [mail, ...others] = (await app.mails()).filter(({ kind }) => kind === 'saved-card-lost');
    expect(others).toEqual([]);
    expect(mail!.body_text).toContain('Sandbox •••• 4242');
    expect(mail!.body_text).toContain(`/payment-plan-payment/${plan.code}/`);
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    expect(await charges(plan)).toEqual([]);
    expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-due']);
  });

  test('is shown as removed even if the gateway reports it only at the next charge', async () => {
    await openShop((sandbox) => ({
      ...sandbox,
      charge: async () => ({ status: 'declined', reason: 'no valid mandate', again: false, isCardGone: true }),
    }));
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-not-charged']);
    expect(await now(plan)).toMatchObject({ saved_card: null, lost_card: true });
    expect(await app.db.rows('select 1 from charge_consents where ended_at is null')).toEqual([]);
  });

  test('gives way to the card of a later payment made with consent', async () => {
    await openShop();
    const plan = await planWithCard('declines');
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    const { checksum, payments } = await now(plan);
    const request = { token, order: plan.code, checksum, reference: payments[1]!.reference, save_card: true };
    const started = await app.call('pay-payment-plan-order-payment', request);
    await pressAt(app, started.body.payment.url, 'paid');
    await app.settle();
    expect((await now(plan)).saved_card).toMatchObject({ label: 'Sandbox •••• 4242' });
    expect(await app.db.rows('select 1 from sandbox_cards where is_usable')).toHaveLength(1);
    await travelTo('2027-01-13T08:00:00Z');
    await travelTo('2027-01-20T08:00:00Z');
    expect(await statuses(plan)).toEqual(['paid', 'paid', 'paid', 'pending']);
  });
});

describe('a charge that takes days at its bank', () => {
  test.each([
    { outcome: 'paid', becomes: 'paid', mailed: ['instalment-week-before'] },
    { outcome: 'declined', becomes: 'pending', mailed: ['instalment-week-before', 'instalment-due'] },
  ] as const)('and is $outcome in the end leaves the instalment $becomes', async ({ outcome, becomes, mailed }) => {
    let isDecided = false;
    await openShop((sandbox) => ({
      ...sandbox,
      charge: async () => ({ status: 'processing' }),
      async status(attempt, at) {
        if (!attempt.reference.endsWith('-2-1')) return sandbox.status(attempt, at);
        if (!isDecided) return { status: 'processing' };
        if (outcome === 'declined') return { status: 'declined' };
        return { status: 'paid', transaction: `late-${attempt.reference}`, amount: attempt.amount, currency: 'EUR' };
      },
    }));
    const plan = await planWithCard();
    await travelTo(ANNOUNCED);
    await travelTo(DUE);
    expect(await statuses(plan)).toEqual(['paid', 'processing', 'pending', 'pending']);
    await app.travel(DAY);
    expect(await kinds(plan)).toEqual(['instalment-week-before']);
    isDecided = true;
    await app.travel(DAY);
    await travelTo('2026-12-22T09:00:00Z');
    expect(await statuses(plan)).toEqual(['paid', becomes, 'pending', 'pending']);
    expect(await kinds(plan)).toEqual(mailed);
    expect(await charges(plan)).toHaveLength(1);
  });
});

test('a card that expires before the due day is not charged until it is renewed', async () => {
  await openShop();
  const plan = await planWithCard();
  const { id } = (await app.db.row<{ id: string }>('select id from sandbox_cards'))!;
  const payment = (await app.db.row<{ id: string }>('select id from sandbox_payments where card_id is not null'))!;
  const renew = async (label: string, expires: string) => {
    await queueFact(app.db, payment.id, { about: 'method', id, isUsable: true, label, expires }, app.clock.now());
    await app.settle();
  };
  await renew('Sandbox •••• 4242', '2026-11');
  expect((await now(plan)).saved_card).toMatchObject({ label: 'Sandbox •••• 4242', expires: '2026-11' });
  await travelTo(ANNOUNCED);
  await travelTo(DUE);
  expect(await newest(plan)).not.toContain('charge');
  expect(await kinds(plan)).toEqual(['instalment-week-before', 'instalment-due']);
  expect(await charges(plan)).toEqual([]);
  await renew('Sandbox •••• 9999', '2029-11');
  expect((await now(plan)).saved_card).toMatchObject({ label: 'Sandbox •••• 9999', expires: '2029-11' });
  await travelTo('2027-01-13T08:00:00Z');
  expect(await newest(plan)).toContain('we will charge €48.00 to your card (Sandbox •••• 9999)');
  await travelTo('2027-01-20T08:00:00Z');
  expect(await charges(plan)).toEqual([{ reference: `${plan.code}-3-1`, status: 'paid' }]);
});

test('the card of an erased account is no longer charged, and its gateway forgets it once it can', async () => {
  let isDown = true;
  await openShop((sandbox) => ({
    ...sandbox,
    async forget(method, at) {
      if (isDown) throw new Error('down');
      return sandbox.forget!(method, at);
    },
  }));
  const plan = await planWithCard();
  for (const { reference } of plan.payments.slice(1)) {
    const started = await app.call('pay-payment-plan-order-payment', {
      order: plan.code,
      checksum: plan.checksum,
      reference,
    });
    await pressAt(app, started.body.payment.url, 'paid');
  }
  expect((await now(plan)).saved_card).not.toBeNull();
  const wanted = { email: 'mila@example.org', alsoValidTickets: true, actor: commandLine('tester') };
  const parts = { db: app.db, hashOfRecipient: () => Buffer.alloc(32) };
  expect(await erasePerson(parts, wanted, app.clock.now())).toMatchObject({ ok: true });
  await app.settle();
  expect(await app.db.rows('select 1 from charge_consents where ended_at is null')).toEqual([]);
  const card = () =>
    app.db.row('select label, ended_at is null as in_use, forget_at is null as is_forgotten from saved_methods');
  expect(await card()).toEqual({ label: 'Sandbox •••• 4242', in_use: false, is_forgotten: false });
  isDown = false;
  await app.travel(60 * 60_000);
  expect(await card()).toEqual({ label: '', in_use: false, is_forgotten: true });
  expect(await app.db.rows('select 1 from sandbox_cards where is_usable')).toEqual([]);
});
