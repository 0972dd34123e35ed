import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMatterLines, openMatters } from '#apps/server/open-matters.ts';
import { cancelOrder, recordTransfer, settleReceipt } from '#features/desk/server/public.ts';
import { applyFraudWarning, settleFraudWarning } from '#features/disputes/server/public.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { createRefund, startRefund } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { order, pressAt, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* The operator is notified of what needs a person. The shop is in Amsterdam, an hour ahead of UTC. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const actor = commandLine('test');

let app: ShopApp;
let mila: string;
let operator: Operator;
/** Whether the gateway fails to answer queries. */
let isDown = false;
let refundsFail = false;

const standIn = (sandbox: PaymentGateway): PaymentGateway => ({
  ...sandbox,
  status: async (attempt, now) => {
    if (isDown) throw new Error('down');
    return await sandbox.status(attempt, now);
  },
  close: async (attempt, now) => {
    if (isDown) throw new Error('down');
    return await sandbox.close(attempt, now);
  },
  refund: async (request, now) =>
    refundsFail
      ? { refund: null, update: { status: 'failed', reason: 'closed account of Hanna' } }
      : sandbox.refund(request, now),
});

beforeAll(async () => {
  app = await givenShopApp({}, { standIn });
  mila = await app.login();
  operator = operatorOf(app);
});
afterAll(() => app.close());

/** Each test begins at eleven in the morning of a later day, with nothing open or reported. */
beforeEach(async () => {
  await app.db.run('update receipts set settled_at = now() where attention is not null and settled_at is null');
  await app.db.run(`update mails set status = 'sent' where status = 'failed'`);
  const eleven = new Date(now().getTime() + 24 * HOUR).setUTCHours(10, 0, 0, 0);
  await app.travel(eleven - now().getTime());
  await app.db.run('delete from operator_notices');
  await app.db.run(`delete from mails where kind like 'operator-%'`);
});

const now = () => app.clock.now();
const operatorMails = async () =>
  await app.db.rows<{ kind: string; recipient: string; subject: string; body_text: string }>(
    `select kind, recipient, subject, body_text from mails where kind like 'operator-%' order by id`,
  );
const subjects = async () => (await operatorMails()).map(({ subject }) => subject);
const notices = () =>
  app.db.rows<{ key: string; is_open: boolean }>(
    'select key, ended_at is null as is_open from operator_notices order by id',
  );

let transfers = 0;
/** Books a transfer that fits no order. Returns the receipt's id. */
async function bookStrayTransfer(amount: number): Promise<number> {
  transfers += 1;
  const transaction = `stray-${transfers}`;
  const transfer = { words: 'from Hanna', amount: minor(amount), transaction, receivedAt: now(), actor };
  expect((await recordTransfer(operator.transfers, transfer, now())).ok).toBe(true);
  return (await app.db.row<{ id: number }>('select id from receipts where transaction = $1', [transaction]))!.id;
}

const settle = async (receiptId: number) =>
  expect(
    await settleReceipt(
      { db: app.db, currency: 'EUR' },
      { receiptId, note: 'sent back', isReturned: true, actor },
      now(),
    ),
  ).toMatchObject({ ok: true });

async function failMail(): Promise<void> {
  await app.call('request-password-reset', { email: 'mila@example.org' });
  await app.settle();
  await app.db.run(
    `update mails set status = 'failed', last_error = 'mailbox of Mila is full'
     where id = (select max(id) from mails where kind = 'password-reset')`,
  );
}

test('money without an order notifies the operator within a minute, once, without personal data', async () => {
  const receipt = await bookStrayTransfer(6_000);
  await app.travel(MINUTE);
  const [mail] = await operatorMails();
  expect(mail).toMatchObject({
    kind: 'operator-urgent',
    recipient: 'hello@sandlark.example',
    subject: 'Needs you: €60.00 belongs to no known order',
  });
  expect(mail!.body_text).not.toMatch(/Hanna|stray-/);
  await app.travel(2 * HOUR);
  expect(await operatorMails()).toHaveLength(1);

  await settle(receipt);
  await app.travel(MINUTE);
  expect(await notices()).toEqual([{ key: `receipt:${receipt}`, is_open: false }]);
});

test('a matter that opens again after it was settled is notified again', async () => {
  const receipt = await bookStrayTransfer(6_000);
  await app.travel(MINUTE);
  await app.db.run('update receipts set settled_at = now() where id = $1', [receipt]);
  await app.travel(MINUTE);
  await app.db.run('update receipts set settled_at = null where id = $1', [receipt]);
  await app.travel(MINUTE);
  expect(await operatorMails()).toHaveLength(2);
});

test('many urgent matters within an hour give five mails, and one with the rest', async () => {
  const receipts: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    receipts.push(await bookStrayTransfer(1_000 + count));
    await app.travel(MINUTE);
  }
  expect(await operatorMails()).toHaveLength(5);
  await app.travel(HOUR);
  const mails = await operatorMails();
  expect(mails.map(({ subject }) => subject).slice(4)).toEqual([
    'Needs you: €10.04 belongs to no known order',
    '3 things need you',
  ]);
  expect(mails[5]!.body_text.match(/€10\.0\d/g)).toEqual(['€10.05', '€10.06', '€10.07']);
});

test('only one of several processes notifies', async () => {
  const receipt = await bookStrayTransfer(6_000);
  const other = await givenShopApp({}, { database: app.database, now: now() });
  try {
    await app.db.run('update operator_rounds set next_at = $1', [now()]);
    await Promise.all([app.travel(MINUTE), other.travel(MINUTE)]);
    expect(await operatorMails()).toHaveLength(1);
    expect(await notices()).toEqual([{ key: `receipt:${receipt}`, is_open: true }]);
  } finally {
    await other.server.close();
    other.catalogue.stop();
    other.clock.stop();
  }
});

test('a digest names all open matters at nine every morning', async () => {
  await bookStrayTransfer(6_000);
  const { order: placed } = await order(app, mila, ['saturday'], null, 'bank_transfer');
  const paid = { words: placed.code, amount: minor(2_000), transaction: 'part', receivedAt: now(), actor };
  await recordTransfer(operator.transfers, paid, now());
  await cancelOrder(operator.orders, { code: placed.code, reason: '', actor }, now());
  await failMail();
  await app.travel(21 * HOUR + 59 * MINUTE);
  expect((await operatorMails()).map(({ kind }) => kind)).toEqual(['operator-urgent']);
  await app.travel(MINUTE);
  const [, digest, ...more] = await operatorMails();
  expect(more).toEqual([]);
  expect(digest).toMatchObject({ kind: 'operator-digest', subject: 'This morning at Sandlark: 4 things need you' });
  expect(digest!.body_text).toContain('€60.00 belongs to no known order');
  expect(digest!.body_text).toContain(`€20.00 is owed to the customer of order ${placed.code}`);
  expect(digest!.body_text).toContain('(Password reset requested) could not be delivered');
  expect(digest!.body_text).not.toMatch(/mila|Mila|full/);
  await app.travel(5 * HOUR);
  expect(await operatorMails()).toHaveLength(2);
  await app.travel(19 * HOUR);
  expect((await subjects()).at(-1)).toBe('This morning at Sandlark: 3 things need you');
});

test('notices go to the address for notices, in the shop’s language', async () => {
  await app.db.run(
    `update shop_state set config = jsonb_set(
       jsonb_set(config, '{private,noticesEmail}', '"desk@sandlark.example"'), '{public,locale}', '"de-AT"'
     ), version = version + 1`,
  );
  try {
    await bookStrayTransfer(6_000);
    await app.travel(MINUTE);
    expect(await operatorMails()).toMatchObject([
      { recipient: 'desk@sandlark.example', subject: 'Zu erledigen: € 60,00 gehören zu keiner bekannten Bestellung' },
    ]);
  } finally {
    await app.db.run(
      `update shop_state set config = jsonb_set(config #- '{private,noticesEmail}', '{public,locale}', '"en-GB"'), version = version + 1`,
    );
  }
});

test('half an hour of a silent gateway while payments wait notifies the operator until it answers', async () => {
  await order(app, mila, ['saturday']);
  isDown = true;
  await app.travel(3 * MINUTE);
  await app.travel(20 * MINUTE);
  expect(await operatorMails()).toEqual([]);
  await app.travel(20 * MINUTE);
  await app.travel(MINUTE);
  expect(await subjects()).toEqual(['Needs you: Sandbox is not responding, and payments are waiting for it']);
  isDown = false;
  await app.travel(30 * MINUTE);
  await app.travel(MINUTE);
  expect(await notices()).toContainEqual({ key: 'no_answer:sandbox', is_open: false });
});

test('payments without a message for an hour notify the operator that messages are missing', async () => {
  const lines = async () =>
    (await openMatterLines(app.db, app.clock.now())).filter((line) => line.includes('only by querying'));
  for (let count = 0; count < 3; count += 1) {
    const { url } = await order(app, mila, ['saturday']);
    await pressAt(app, url!, 'paid');
    await app.travel(31 * MINUTE);
  }
  expect(await lines()).toEqual([]);
  await app.db.run('delete from gateway_events');
  expect(await lines()).toHaveLength(1);
  await purchase(app, mila, ['saturday']);
  await app.settle();
  expect(await lines()).toEqual([]);
});

test('the notice of a refund that the gateway cannot pay has its number, but no reason', async () => {
  const { code } = await purchase(app, mila, ['sandlark-pass']);
  refundsFail = true;
  const request = {
    orderCode: code,
    codes: [],
    fees: 'kept',
    shipping: null,
    amount: null,
    reason: 'storm',
    actor,
  } as const;
  const parts = { ...operator.parts.refunds, gateways: app.gateways };
  expect((await createRefund(parts, request, now())).ok).toBe(true);
  expect((await startRefund(parts, { code: `${code}-R1`, actor }, now())).ok).toBe(true);
  await app.travel(MINUTE);
  await app.travel(MINUTE);
  refundsFail = false;
  const mail = (await operatorMails()).at(-1)!;
  expect(mail.subject).toMatch(new RegExp(`^Needs you: €[\\d.]+ of refund ${code}-R1 could not be paid$`));
  expect(mail.body_text).not.toContain('Hanna');
  const [matter] = (await openMatters(app.db, app.clock.now())).filter(({ kind }) => kind === 'refund_failed');
  expect(matter).toMatchObject({ key: `movement:${code}-R1-M1`, refundNumber: `${code}-R1`, orderCode: code });
  expect(await openMatterLines(app.db, app.clock.now())).toContainEqual(
    expect.stringMatching(`refund ${code}-R1: .* could not be paid: closed account of Hanna`),
  );
});

test('a fraud warning mails the operator at once, and its notice ends when the money is kept', async () => {
  const { code } = await purchase(app, mila, ['saturday']);
  const { transaction } = (await app.db.row<{ transaction: string }>(
    'select r.transaction from receipts r join orders o on o.id = r.order_id where o.code = $1',
    [code],
  ))!;
  const fact = { about: 'fraud_warning', id: 'issfr_1', transaction, reason: 'told by Hanna' } as const;
  await applyFraudWarning({ db: app.db }, 'sandbox', fact, now());
  await app.travel(MINUTE);
  const words = (await operatorMails()).at(-1)!.body_text.replace(/\s+/g, ' ');
  expect(words).toContain('The cardholder’s bank warns that €76.00 may be fraud');
  expect(words).toContain(`order ${code}`);
  expect(words).toContain('a refund now avoids a dispute and its fee');
  expect(words).not.toContain('Hanna');
  const key = 'fraud-warning:sandbox:issfr_1';
  expect((await notices()).find((notice) => notice.key === key)).toEqual({ key, is_open: true });
  await settleFraudWarning({ db: app.db }, { warningId: 'issfr_1', note: 'a known customer', actor }, now());
  await app.travel(MINUTE);
  expect((await notices()).find((notice) => notice.key === key)).toEqual({ key, is_open: false });
});
