import { afterAll, beforeAll, expect, test } from 'vitest';
import { minor } from '#kernel/money.ts';
import { order, pressAt } from '../../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../../test/support/shop-app.ts';
import type { PaymentGateway } from '../gateway.ts';
import { sandboxGateway } from './sandbox-gateway.ts';
import { disputePayment, endRefund } from './sandbox-money-store.ts';

let app: ShopApp;
let token: string;
let sandbox: PaymentGateway;
const key = Buffer.alloc(32, 1);
beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
  sandbox = sandboxGateway({ db: app.db, key, flow: 'redirect', refunds: 'pending' });
});
afterAll(() => app.close());

const now = () => app.clock.now();

async function paidPayment() {
  const { order: placed, url } = await order(app, token, ['saturday']);
  await pressAt(app, url!, 'paid');
  await app.settle();
  const reference = `${placed.payments[0]!.reference}-1`;
  const row = await app.db.row<{ id: string; transaction: string; amount: number }>(
    'select id, transaction, amount from sandbox_payments where merchant_reference = $1',
    [reference],
  );
  return { ...row!, reference };
}

const money = (amount: number) => ({ amount: minor(amount), currency: 'EUR', currencyDigits: 2 });
const refundOf = (payment: { transaction: string; reference: string }, refundKey: string, amount: number) => ({
  key: refundKey,
  transaction: payment.transaction,
  reference: payment.reference,
  gatewayPaymentId: null,
  description: 'A refund',
  ...money(amount),
});

test('a key that is sent twice makes one refund, pending for a minute and then done', async () => {
  const payment = await paidPayment();
  const request = refundOf(payment, 'refund-1', 500);
  const [one, other] = await Promise.all([sandbox.refund(request, now()), sandbox.refund(request, now())]);
  expect(one).toEqual(other);
  expect(one.update).toEqual({ status: 'pending' });
  await app.travel(61_000);
  const inquiry = { ...request, refund: one.refund, createdAt: now() };
  expect(await sandbox.refundStatus(inquiry, now())).toEqual({ status: 'done' });
  expect(await sandbox.refundStatus({ ...inquiry, key: 'nobody' }, now())).toEqual({ status: 'unknown' });
});

test('if partial refunds together exceed the payment, the last one fails', async () => {
  const payment = await paidPayment();
  await sandbox.refund(refundOf(payment, 'part-1', payment.amount - 100), now());
  const last = await sandbox.refund(refundOf(payment, 'part-2', 101), now());
  expect(last.update).toEqual({ status: 'failed', reason: 'more than is left of the payment' });
});

test('disputed money is not refunded, and a dispute covers the full payment despite refunds', async () => {
  const payment = await paidPayment();
  await sandbox.refund(refundOf(payment, 'before', 500), now());
  await disputePayment(app.db, payment.id, 'open', now());
  const during = await sandbox.refund(refundOf(payment, 'during', 1), now());
  expect(during.update).toMatchObject({ status: 'failed' });
  const disputes = await app.db.rows('select amount from sandbox_disputes where sandbox_payment_id = $1', [payment.id]);
  expect(disputes).toEqual([{ amount: payment.amount }]);
  await disputePayment(app.db, payment.id, 'won', now());
  expect((await sandbox.refund(refundOf(payment, 'after', 1), now())).update).toEqual({ status: 'pending' });
});

test('a query reports the current state of a dispute and of a refund that failed after it was done', async () => {
  const payment = await paidPayment();
  const { refund } = await sandbox.refund(refundOf(payment, 'fails-later', 500), now());
  await endRefund(app.db, refund!, { status: 'done' }, now());
  await endRefund(app.db, refund!, { status: 'failed', reason: 'the account is closed' }, now());
  await disputePayment(app.db, payment.id, 'open', now());
  await disputePayment(app.db, payment.id, 'won', now());
  const attempt = {
    reference: payment.reference,
    gatewayPaymentId: payment.id,
    ...money(payment.amount),
    action: null,
    createdAt: now(),
  };
  const facts = await sandbox.inquire({ about: 'attempt', attempt }, now());
  expect(facts).toMatchObject([
    { about: 'attempt', update: { status: 'paid' } },
    { about: 'refund', key: 'fails-later', update: { status: 'failed', reason: 'the account is closed' } },
    { about: 'dispute', state: 'won', amount: payment.amount },
  ]);
  await app.settle();
  const stored = await app.db.rows<{ facts: { about: string }[] }>(
    `select facts from gateway_events where facts::text like $1 order by id`,
    [`%"${payment.transaction}"%`],
  );
  expect(stored.map(({ facts: [fact] }) => fact!.about).sort()).toEqual([
    'attempt',
    'dispute',
    'dispute',
    'refund',
    'refund',
    'refund',
  ]);
});

test.each([
  ['pays', { status: 'paid', amount: 7_600 }],
  ['declines', { status: 'declined', again: true }],
  ['needs_customer', { status: 'needs_customer' }],
] as const)(
  'a repeated charge of a saved card gets the same answer and charges nothing more (%s)',
  async (behaviour, answer) => {
    const request = {
      ...money(7_600),
      reference: `KEEP-${behaviour.toUpperCase().replace('_', '-')}-1`,
      orderCode: 'KEEP',
      description: 'A plan',
      language: 'en',
      customer: { id: '7', fullName: 'Mila', email: 'mila@example.org' },
      billing: { address: '', city: '', postalCode: '', country: 'NL' },
      returnUrl: `${app.url}/`,
      cancelUrl: `${app.url}/`,
      callbackUrl: `${app.url}/payments/callback/sandbox`,
      browserOrigin: app.url,
      expiresAt: new Date(now().getTime() + 60_000),
      savesMethod: true,
    };
    const started = await sandbox.start(request, now());
    const pressed = await app.fetch(new URL(started.action.url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ outcome: 'paid', card: behaviour }),
    });
    expect(pressed.status).toBe(303);
    const inquiry = {
      reference: request.reference,
      gatewayPaymentId: null,
      ...money(7_600),
      action: null,
      createdAt: now(),
    };
    const paid = await sandbox.status(inquiry, now());
    const method = paid.status === 'paid' ? paid.savedMethod! : undefined!;
    expect(method).toMatchObject({ gatewayCustomer: '7', expires: '2028-12' });

    const charge = { ...request, reference: `${request.reference}-2`, method };
    const [one, other] = await Promise.all([sandbox.charge!(charge, now()), sandbox.charge!(charge, now())]);
    expect(one).toMatchObject(answer);
    expect(other).toMatchObject(answer);
    const charged = await app.db.rows('select 1 from sandbox_payments where merchant_reference = $1', [
      charge.reference,
    ]);
    expect(charged).toHaveLength(behaviour === 'pays' ? 1 : 0);

    await sandbox.forget!(method, now());
    const again = { ...charge, reference: `${request.reference}-3` };
    expect(await sandbox.charge!(again, now())).toMatchObject({ status: 'declined', again: false });
  },
);

test('an open payment stays payable and is shown again if the sandbox cannot close payments', async () => {
  const stubborn = sandboxGateway({ db: app.db, key, flow: 'redirect', closes: false, sessionMinutes: 30 });
  const { order: placed } = await order(app, token, ['saturday']);
  const reference = `${placed.payments[0]!.reference}-1`;
  const action = { action: 'redirect', url: `${app.url}/sandbox-gateway/pay/x` } as const;
  const attempt = { reference, gatewayPaymentId: null, ...money(7_600), action, createdAt: now() };
  expect(stubborn.can.close).toBe(false);
  expect(await stubborn.close(attempt, now())).toEqual({ status: 'open' });
  expect(await stubborn.resume!(attempt, now())).toEqual(action);
  await app.travel(31 * 60_000);
  expect(await stubborn.resume!(attempt, now())).toBeNull();
});

test('the dashboard lists payments, and its buttons refund, dispute and send messages again', async () => {
  const payment = await paidPayment();
  const press = (fields: Record<string, string>) =>
    app.fetch('/dev/sandbox', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ payment: payment.id, ...fields }),
    });
  for (const fields of [
    { does: 'refund', amount: '250' },
    { does: 'dispute_open' },
    { does: 'repeat' },
    { does: 'foreign' },
  ]) {
    expect((await press(fields as unknown as Record<string, string>)).status).toBe(303);
  }
  expect((await press({ does: 'explode' })).status).toBe(400);
  await app.settle();
  const page = await (await app.fetch('/dev/sandbox')).text();
  expect(page).toContain(payment.reference);
  expect(page).toContain('€2.50: done');
  const unknown = await app.db.rows(`select 1 from receipts where transaction like 'sbx_foreign_%'`);
  expect(unknown).toHaveLength(1);
});
