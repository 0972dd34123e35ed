import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { orderParts } from '#apps/server/order-parts.ts';
import { recordTransfer, settleProblem } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { sandboxOnly } from '#features/payments/server/open-gateways.ts';
import { disputePayment, refundPayment } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { daysAfter, localDay, startOfLocalDay } from '#kernel/local-day.ts';
import { minor } from '#kernel/money.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { order, orderNow, payNext, purchase } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import { reviewInstalments } from './public.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const PLAN = ['sandlark-pass-plan'];

/** Each test has its own shop, because it moves the clock. The shop begins on 20 November 2026. */
let app: ShopApp;
let token: string;

async function openShop(changes: Record<string, unknown> = {}): Promise<void> {
  app = await givenShopApp();
  await configure(changes);
  token = await app.login();
}
afterEach(async () => {
  const { findings } = await auditShop(app.db, app.clock.now());
  await app.close();
  expect(findings).toEqual([]);
});

/** Changes the shop's configuration by paths such as 'private.planOverdue'. */
async function configure(changes: Record<string, unknown>): Promise<void> {
  for (const [path, value] of Object.entries(changes)) {
    await app.db.run('update shop_state set version = version + 1, config = jsonb_set(config, $1, $2)', [
      path.split('.'),
      JSON.stringify(value),
    ]);
  }
}

/** Moves the clock and logs in again, because a login ends after 30 days without use. */
async function travel(milliseconds: number): Promise<void> {
  await app.travel(milliseconds);
  token = await app.login();
}
const travelTo = (moment: string | number) =>
  travel((typeof moment === 'number' ? moment : Date.parse(moment)) - app.clock.now().getTime());
const reminders = async ({ code }: Pick<Order, 'code'>) =>
  (await app.mails()).filter((mail) => mail.kind.startsWith('instalment-') && mail.subject.includes(code));
const kinds = async (about: Pick<Order, 'code'>) => (await reminders(about)).map(({ kind }) => kind);
const nextReviews = async ({ code }: Order) =>
  (
    await app.db.rows<{ at: Date | null }>(
      `select p.next_reminder_at as at
       from payments p join orders o on o.id = p.order_id
       where o.code = $1 order by p.position`,
      [code],
    )
  ).map(({ at }) => at?.toISOString() ?? null);

describe('the mails around an instalment', () => {
  beforeEach(() => openShop());

  test('name the first payment of a new plan, and later what is paid and when the rest is due', async () => {
    const mailOf = async (kind: string, { code }: Pick<Order, 'code'>) =>
      (await app.mails())
        .find((mail) => mail.kind === kind && mail.subject.includes(code))
        ?.body_text?.replaceAll(/\s+/g, ' ');
    const { order: ordered } = await order(app, token, PLAN, null, 'bank_transfer');
    expect(await mailOf('order-received', ordered)).toMatch(
      /Total including taxes and fees\W+€198\.50\W.*First payment.*then 3 × €48\.00, last on 20 February/,
    );
    const paid = await purchase(app, token, PLAN);
    expect(await mailOf('payment-received', paid)).toMatch(
      /€198\.50\W.*Paid so far.*then 3 × €48\.00, last on 20 February/,
    );
  });

  test('go out 7 days before, on the day, and 3 and 10 days after, each once, with a link to pay', async () => {
    const placed = await order(app, token, PLAN);
    expect(await nextReviews(placed.order)).toEqual([null, null, null, null]);
    const plan = await purchase(app, token, PLAN);
    // 20 December, January and February at nine o'clock in Amsterdam.
    expect(await nextReviews(plan)).toEqual([
      null,
      '2026-12-13T08:00:00.000Z',
      '2027-01-13T08:00:00.000Z',
      '2027-02-13T08:00:00.000Z',
    ]);

    await travelTo('2026-12-13T07:59:59Z');
    expect(await kinds(plan)).toEqual([]);
    await travelTo('2026-12-13T08:00:00Z');
    const [first] = await reminders(plan);
    expect(first).toMatchObject({
      kind: 'instalment-week-before',
      recipient: 'mila@example.org',
      subject: `Instalment 2 of 4 for order ${plan.code} is due on 20 December 2026`,
    });
    expect(first!.body_text).toContain(
      `${app.url}/payment-plan-payment/${plan.code}/${plan.payment_checksum}/${plan.code}-2`,
    );
    expect(first!.body_text).toContain('€48.00');
    const newest = async () => (await reminders(plan)).at(-1)!.body_text!.replace(/\s+/g, ' ');
    expect(await newest()).toContain(
      '2 more instalments follow, the last on 20 February 2027. We will remind you again on 20 December 2026.',
    );

    await app.settle();
    await travelTo('2026-12-20T08:00:00Z');
    expect(await newest()).toContain('If we do not receive it, we will remind you on 23 December 2026.');
    await travelTo('2026-12-23T08:00:00Z');
    expect(await newest()).toContain('Until it is paid, your order is not complete');
    expect(await newest()).toContain('If we do not receive it, we will remind you on 30 December 2026.');
    await app.settle();
    await travelTo('2026-12-30T08:00:00Z');
    expect(await newest()).toContain('This is our last reminder.');
    expect(await kinds(plan)).toEqual([
      'instalment-week-before',
      'instalment-due',
      'instalment-overdue',
      'instalment-still-overdue',
    ]);
    expect((await orderNow(app, token, plan.code)).payments[1]).toMatchObject({ due: true, overdue: true });
  });

  test('stop for an instalment that is paid, even if early', async () => {
    const plan = await purchase(app, token, PLAN);
    for (let turn = 0; turn < 2; turn += 1) expect((await payNext(app, token, plan.code)).status).toBe(200);
    expect((await nextReviews(plan)).map((at) => at !== null)).toEqual([false, false, false, true]);
    expect((await payNext(app, token, plan.code)).status).toBe(200);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'paid', has_invoice: true });
    await travel(130 * DAY);
    expect(await kinds(plan)).toEqual([]);
  });

  test('are only the newest for each instalment after weeks without due work', async () => {
    const plan = await purchase(app, token, PLAN);
    await travel(66 * DAY);
    expect(await kinds(plan)).toEqual(['instalment-still-overdue', 'instalment-overdue']);
    const reviews = (await nextReviews(plan)).slice(1);
    for (const at of reviews) expect(Date.parse(at!)).toBeGreaterThan(app.clock.now().getTime());
    await travel(DAY);
    expect(await kinds(plan)).toHaveLength(2);
  });

  test('go out once even if two processes run at the same time', async () => {
    const plan = await purchase(app, token, PLAN);
    const now = new Date(app.clock.now().getTime() + 35 * DAY);
    const work = reviewInstalments({
      db: app.db,
      shopUrl: app.url,
      charging: (shop) => {
        const parts = orderParts({ config: app.config, db: app.db, gateways: sandboxOnly(app.config, app.db) });
        return { ...parts.attempts(shop), settle: parts.settle };
      },
      onError: (error) => {
        throw error;
      },
    });
    await Promise.all(Array.from({ length: 4 }, () => work.run(now)));
    expect(await kinds(plan)).toEqual(['instalment-overdue']);
    await travel(35 * DAY);
    expect(await kinds(plan)).toHaveLength(1);
  });

  test('go out even if one for another plan cannot be sent', async () => {
    const broken = await purchase(app, token, PLAN);
    const fine = await purchase(app, token, PLAN);
    await app.db.run(`update orders set customer_email = 'not an address' where code = $1`, [broken.code]);
    await travel(30 * DAY);
    expect(await kinds(fine)).toHaveLength(1);
    expect(await kinds(broken)).toEqual([]);
    await app.db.run(`update orders set customer_email = 'mila@example.org' where code = $1`, [broken.code]);
    await travel(16 * 60_000);
    expect(await kinds(broken)).toHaveLength(1);
  });

  test('stop while a refund is requested, and resume when it is cancelled', async () => {
    const plan = await purchase(app, token, PLAN);
    const requested = await app.call('request-refund', {
      token,
      order_id: plan.code,
      tickets: '',
      merchandise: '',
      ...bankOnWire,
    });
    expect(requested.body.message).toBeUndefined();
    await travel(35 * DAY);
    expect(await kinds(plan)).toEqual([]);
    await app.call('cancel-refund', { token, refund_id: requested.body.refund_id });
    await travel(DAY);
    expect(await kinds(plan)).toHaveLength(1);
  });

  test('of a plan by transfer contain the amount and the reference, and also offer a card payment', async () => {
    const { order: placed } = await order(app, token, PLAN, null, 'bank_transfer');
    await payNext(app, token, placed.code);
    await travel(25 * DAY);
    const [mail] = await reminders(placed);
    expect(mail!.body_text).toMatch(new RegExp(`€48\\.00[^]*${placed.code}-2`));
    expect(mail!.body_text, 'the text about an order that waits for its first money').not.toMatch(
      /keep your order|7 days|this page/,
    );
    expect(mail!.body_text).toContain('By card');
    expect(mail!.body_text).toContain(`/payment-plan-payment/${placed.code}/`);
  });
});

describe('a plan by card', () => {
  beforeEach(() => openShop());

  test('offers a transfer with the account, on the order and in reminders, where transfers are taken', async () => {
    const plan = await purchase(app, token, PLAN);
    expect(plan.takes_transfers).toBe(true);
    await travel(25 * DAY);
    const [mail] = await reminders(plan);
    expect(mail!.body_text).toMatch(new RegExp(`By card[^]*By bank transfer[^]*IBAN[^]*${plan.code}-2`));
  });

  test.each([
    ['switched off', { 'public.shopPaymentBankTransfer': false }],
    ['for other countries', { 'public.shopPaymentBankTransferCountries': ['DE'] }],
  ])('offers no transfer on the order or in reminders if transfers are %s', async (_what, changes) => {
    const plan = await purchase(app, token, PLAN);
    await configure(changes);
    await travel(25 * DAY);
    // A process notices a new configuration within a quarter of a second.
    await expect.poll(async () => (await orderNow(app, token, plan.code)).takes_transfers).toBe(false);
    const [mail] = await reminders(plan);
    expect(mail!.body_text).toContain('By card');
    expect(mail!.body_text).not.toMatch(/bank transfer|IBAN/i);
  });
});

describe('a plan that stays overdue', () => {
  beforeEach(() => openShop());

  test('is not cancelled while the shop’s rule is to wait, and no further mail is sent', async () => {
    const plan = await purchase(app, token, PLAN);
    await travel(200 * DAY);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'partial' });
    expect(await kinds(plan)).toHaveLength(3);
    await travel(30 * DAY);
    expect(await kinds(plan)).toHaveLength(3);

    await configure({ 'private.planOverdue': 'cancel' });
    await travel(DAY);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'cancelled' });
  });

  test('gets no promise of more reminders if the shop cancels before the next one', async () => {
    await configure({ 'private.planOverdue': 'cancel', 'private.planGraceDays': 3 });
    const plan = await purchase(app, token, PLAN);
    await travelTo('2026-12-20T08:00:00Z');
    const text = (await reminders(plan)).at(-1)!.body_text!.replace(/\s+/g, ' ');
    expect(text).not.toContain('we will remind you');
    expect(text).toContain('If we do not receive it by 23 December 2026, we will have to cancel your order.');
  });

  test('is cancelled after 14 days if that is the shop’s rule, and what was paid is owed', async () => {
    await configure({ 'private.planOverdue': 'cancel' });
    const sold = async () =>
      (await app.db.row<{ sold: number }>(`select sold from shop_items where external_code = 'sandlark-pass-plan'`))!
        .sold;
    const before = await sold();
    const plan = await purchase(app, token, PLAN);
    expect(await sold()).toBe(before + 1);
    const due = Date.parse(plan.payments[1]!.due_at);

    await travelTo(due + 3 * DAY + 12 * HOUR);
    const warned = (await reminders(plan)).at(-1)!;
    expect(warned.body_text).toMatch(/If we do not receive it by 3 January 2027/);
    await travelTo(due + 14 * DAY);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'partial' });
    await travel(12 * HOUR);
    const ended = await orderNow(app, token, plan.code);
    expect(ended).toMatchObject({ payment_status: 'cancelled', total_paid: 5_450 });
    expect(ended.payments.map(({ payment_status }) => payment_status)).toEqual([
      'paid',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(ended.tickets.every(({ status }) => status === 'cancelled')).toBe(true);
    expect(await sold()).toBe(before);
    expect(await nextReviews(plan)).toEqual([null, null, null, null]);
    const notice = (await app.mails()).find(
      (mail) => mail.kind === 'order-cancelled' && mail.subject.includes(plan.code),
    )!;
    expect(notice.body_text).toContain('Instalment 2 of 4 was due on');
    expect(notice.body_text).toContain('€54.50');
    const audit = await app.db.row(`select actor, action, details from audit_log where subject = $1`, [plan.code]);
    expect(audit).toMatchObject({ actor: 'system', action: 'order.cancelled', details: { owed: 5_450 } });
  });

  test('is not cancelled while a payment is being made', async () => {
    const plan = await purchase(app, token, PLAN);
    const due = Date.parse(plan.payments[1]!.due_at);
    await travelTo(due + 14 * DAY - HOUR);
    const started = await app.call('pay-payment-plan-order-payment', {
      order: plan.code,
      checksum: plan.checksum,
      reference: plan.payments[1]!.reference,
    });
    expect(started.status).toBe(200);
    const page = new URL(started.body.payment.url).pathname;
    const pressed = await app.fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'delayed' }) });
    expect(pressed.status).toBe(303);
    await travel(20 * HOUR);
    const after = await orderNow(app, token, plan.code);
    expect(after).toMatchObject({ payment_status: 'partial' });
    expect(after.payments[1]).toMatchObject({ payment_status: 'paid' });
  });

  test('is not cancelled while a refund is under way', async () => {
    const plan = await purchase(app, token, PLAN);
    await app.call('request-refund', { token, order_id: plan.code, tickets: '', merchandise: '', ...bankOnWire });
    await travel(60 * DAY);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'partial' });
  });
});

describe.each([
  // These dates cover month ends, and a clock change in the week before each.
  [
    'Europe/Zagreb',
    '2027-01-31T12:00:00Z',
    '2027-02-21T08:00:00.000Z',
    '2027-03-24T08:00:00.000Z',
    '2027-04-23T07:00:00.000Z',
  ],
  [
    'America/New_York',
    '2027-01-31T12:00:00Z',
    '2027-02-21T14:00:00.000Z',
    '2027-03-24T13:00:00.000Z',
    '2027-04-23T13:00:00.000Z',
  ],
  [
    'Pacific/Auckland',
    '2027-01-30T12:00:00Z',
    '2027-02-20T20:00:00.000Z',
    '2027-03-23T20:00:00.000Z',
    '2027-04-22T21:00:00.000Z',
  ],
])('a plan ordered on 31 January in %s', (timezone, orderedAt, ...reviews) => {
  beforeEach(() => openShop({ 'public.timezone': timezone }));

  test('sends its reminders on the calendar’s days', async () => {
    await travelTo(orderedAt);
    const plan = await purchase(app, token, PLAN);
    expect((await nextReviews(plan)).slice(1)).toEqual(reviews);
    await travelTo(reviews[0]!);
    const [mail] = await reminders(plan);
    expect(mail!.subject).toContain('28 February 2027');
  });
});

describe.each([
  ['JPY', 0, '¥4,800'],
  ['BHD', 3, 'BHD 4.800'],
])('a shop in %s', (currency, currencyDigits, amount) => {
  beforeEach(() => openShop({ 'public.currency': currency, 'public.currencyDigits': currencyDigits }));

  test('writes amounts with its digits, in mails and on invoices', async () => {
    const plan = await purchase(app, token, PLAN);
    await travel(23 * DAY);
    const [mail] = await reminders(plan);
    expect(mail!.body_text!.replaceAll('\u00a0', ' ').replace('JP¥', '¥')).toContain(amount);
    for (let turn = 0; turn < 3; turn += 1) await payNext(app, token, plan.code);
    const invoice = await app.db.row<{ content: { currency: string; currencyDigits: number; total: number } }>(
      'select content from invoices',
    );
    expect(invoice!.content).toMatchObject({ currency, currencyDigits, total: 19_850 });
    expect((await app.fetch(`/download-invoice/${plan.code}/${plan.checksum}`)).status).toBe(200);
  });
});

test('a plan is reviewed again once the operator has settled its problem', async () => {
  await openShop();
  const plan = await purchase(app, token, PLAN);
  await app.db.run(`update orders set payment_status = 'problem' where code = $1`, [plan.code]);
  await travel(30 * DAY);
  expect(await kinds(plan)).toEqual([]);
  await app.db.run(
    `update payments set next_reminder_at = null where order_id = (select id from orders where code = $1)`,
    [plan.code],
  );
  const wanted = { code: plan.code, to: 'partial' as const, reason: '', actor: commandLine('tester') };
  expect((await settleProblem(operatorOf(app).orders, wanted, app.clock.now())).ok).toBe(true);
  expect((await nextReviews(plan)).map((at) => at !== null)).toEqual([false, true, true, true]);
});

describe('a plan that resumes after a problem', () => {
  const inEightDays = () => {
    const timezone = 'Europe/Amsterdam';
    return startOfLocalDay(daysAfter(localDay(app.clock.now(), timezone), 8), timezone).getTime();
  };

  test('makes an instalment refunded at the provider due again, and ends only after its mails', async () => {
    await openShop({ 'private.planOverdue': 'cancel' });
    const plan = await purchase(app, token, PLAN);
    await travelTo(Date.parse(plan.payments[1]!.due_at));
    await payNext(app, token, plan.code);
    await travel(20 * DAY + 12 * HOUR);
    const [payment] = await app.db.rows<{ id: string }>(
      `select id from sandbox_payments where merchant_reference like $1`,
      [`${plan.payments[1]!.reference}-%`],
    );
    const { amount } = plan.payments[1]!;
    await refundPayment(app.db, { key: null, payment: payment!, amount, isDoneAtOnce: true }, app.clock.now());
    await travel(2 * 60_000);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'problem' });
    const before = (await kinds(plan)).length;
    const request = { code: plan.code, to: 'partial' as const, reason: '', actor: commandLine('tester') };
    expect((await settleProblem(operatorOf(app).orders, request, app.clock.now())).ok).toBe(true);
    const due = inEightDays();
    const resumed = await orderNow(app, token, plan.code);
    expect(Date.parse(resumed.payments[1]!.due_at)).toBe(due);
    expect(resumed.payments[2]!.due_at).toBe(plan.payments[2]!.due_at);

    await travel(DAY);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'partial' });
    expect((await kinds(plan)).slice(before)).toContain('instalment-week-before');
    await travelTo(due + 12 * HOUR);
    expect((await kinds(plan)).slice(before)).toContain('instalment-due');
    await travelTo(due + 13 * DAY);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'partial' });
    await travelTo(due + 15 * DAY);
    expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'cancelled' });
  });

  test.each(['won', 'paid again'])(
    'makes instalments that fell due during a long dispute (%s) due in eight days',
    async (end) => {
      await openShop({ 'private.planOverdue': 'cancel' });
      const plan = await purchase(app, token, PLAN);
      const [payment] = await app.db.rows<{ id: string }>(
        'select id from sandbox_payments where transaction is not null',
      );
      await disputePayment(app.db, payment!.id, end === 'won' ? 'open' : 'lost', app.clock.now());
      await app.settle();
      await travelTo(Date.parse(plan.payments[1]!.due_at) + 40 * DAY);
      expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'problem' });
      if (end === 'won') {
        await disputePayment(app.db, payment!.id, 'won', app.clock.now());
        await app.settle();
      } else {
        const { reference, amount } = plan.payments[0]!;
        const transfer = {
          words: reference,
          amount: minor(amount),
          transaction: 'bank-1',
          receivedAt: app.clock.now(),
          actor: commandLine('tester'),
        };
        await recordTransfer(operatorOf(app).transfers, transfer, app.clock.now());
      }
      const resumed = await orderNow(app, token, plan.code);
      expect(resumed.payment_status).toBe('partial');
      const again = resumed.payments.filter(({ due_at }) => Date.parse(due_at) === inEightDays());
      expect(again.map(({ reference }) => reference)).toEqual(
        plan.payments.slice(1, 3).map(({ reference }) => reference),
      );
      await travel(2 * DAY);
      expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'partial' });
    },
  );
});

test('one transfer of all that is left, with the first open reference, pays the plan in full', async () => {
  await openShop();
  const plan = await purchase(app, token, PLAN);
  const transfer = {
    words: `${plan.code}-2`,
    amount: minor(3 * 4_800),
    transaction: 'BT-1',
    receivedAt: app.clock.now(),
    actor: commandLine('tester'),
  };
  await recordTransfer(operatorOf(app).transfers, transfer, app.clock.now());
  expect(await orderNow(app, token, plan.code)).toMatchObject({ payment_status: 'paid', has_invoice: true });
  expect(await nextReviews(plan)).toEqual([null, null, null, null]);
});
