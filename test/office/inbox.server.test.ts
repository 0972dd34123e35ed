import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { undoableReceipts } from '#features/desk/server/public.ts';
import { isShortAssignment } from '#features/previews/domain/outcome.ts';
import { aroundStatements } from '../support/around-statements.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { actions } from './support/actions.ts';
import {
  beginPlan,
  cancelPartlyPaidOrder,
  freshProofs,
  givenOfficeShop,
  makePaidOrder,
  newNumber,
  type OfficeShop,
  openOfficeShop,
  placeByTransfer,
  receiveStrayMoney,
  receiveTransfer,
  requestRefund,
} from './support/situations.ts';

/* Tests how waiting matters are taken and snoozed, and what staff can do once the shop has given up on something. */

interface Entry {
  readonly action: string;
  readonly subject: string;
  readonly amount: number | null;
  readonly undo: object | null;
}

const HOUR = 3_600_000;
const secret = '0123456789abcdef'.repeat(2);

let shop: OfficeShop;
let support: OfficePerson;
beforeAll(async () => {
  const operatorWebhook = { url: 'http://127.0.0.1:9/hook', secret };
  shop = await givenOfficeShop(await openOfficeShop({}, { operatorWebhook }));
  support = await givenPerson(shop.app, 'Jo Support', ['support']);
});
afterAll(async () => {
  expect((await auditShop(shop.app.db, shop.app.clock.now())).findings).toEqual([]);
  await shop.app.close();
});

const inbox = (person: OfficePerson = shop.owner) => person.browser.done('inbox');
const matterOf = async (key: string, person: OfficePerson = shop.owner) => {
  const { matters, snoozed } = await inbox(person);
  return [...matters, ...snoozed].find((matter: { key: string }) => matter.key === key);
};
const press = (person: OfficePerson, name: string, body: object) =>
  person.browser.call(name, { request_key: crypto.randomUUID(), ...body });
const audited = (action: string) =>
  shop.app.db.rows('select actor, subject, details from audit_log where action = $1 order by id desc limit 1', [
    action,
  ]);
const bookStrayMoney = async () => `receipt:${await receiveStrayMoney(shop, 5_000 + newNumber())}`;

test('a cancelled event’s order that needs a person is refunded by a retry, or the reason is shown', async () => {
  const { body, order } = await actions['cancellation-retry']!.given(shop);
  const { cancellation } = body as { cancellation: number };
  const stuck = await makePaidOrder(shop);
  await requestRefund(shop, stuck);
  await shop.app.db.run(
    `insert into cancelled_orders (cancellation_id, order_id, status, words) select $1, id, 'needs_you', 'old' from orders where code = $2`,
    [cancellation, stuck.code],
  );
  const key = `cancellation:${cancellation}`;
  expect((await matterOf(key)).facts).toMatchObject({ id: String(cancellation), count: 2 });
  const open = await shop.owner.browser.done('cancellation-open', { cancellation });
  expect(open.orders.map(({ code }: { code: string }) => code)).toEqual([order!.code, stuck.code]);

  const request = { cancellation, codes: [order!.code, stuck.code] };
  const seen = await shop.owner.browser.done('cancellation-retry', request);
  expect(seen.done).toBe(false);
  expect(seen.outcome.orders).toMatchObject([{ code: order!.code, after: { valid: 0 } }]);
  expect(seen.rows).toEqual([
    { key: order!.code, refusal: null },
    { key: stuck.code, refusal: expect.stringMatching('requested a refund') },
  ]);
  const twice = await Promise.all(
    [shop.owner, shop.colleague].map(async (person) => {
      const { preview } = await person.browser.done('cancellation-retry', request);
      return press(person, 'cancellation-retry', { ...request, preview });
    }),
  );
  expect(twice.some(({ status, body: { rows } }) => status === 200 && rows[0].refusal === null)).toBe(true);
  const refunds = await shop.app.db.rows(
    'select r.status from refunds r join orders o on o.id = r.order_id where o.code = $1',
    [order!.code],
  );
  expect(refunds).toEqual([{ status: 'processing' }]);
  expect((await matterOf(key)).facts.count).toBe(1);

  expect((await shop.owner.browser.done('cancellation-pause', { cancellation, is_paused: true })).waiting).toBe(0);
  expect((await shop.owner.browser.done('cancellation-open', { cancellation })).is_paused).toBe(true);
  await shop.owner.browser.done('cancellation-pause', { cancellation, is_paused: false });
  expect((await shop.owner.browser.done('cancellation-open', { cancellation })).is_paused).toBe(false);
});

test('a decided refund is listed under what was done today, with its code and amount', async () => {
  const order = await makePaidOrder(shop);
  const code = await requestRefund(shop, order);
  const { preview } = await shop.owner.browser.done('refund-start', { code });
  await shop.owner.browser.done('refund-start', { code, preview });
  const { entries } = await shop.owner.browser.done('inbox-done');
  expect(entries.find(({ subject }: Entry) => subject === code)).toMatchObject({
    action: 'refund.processing',
    amount: expect.any(Number),
  });
});

test('of two colleagues who take a matter at once, one gets it, and the other is told why not', async () => {
  const key = await bookStrayMoney();
  const { owner, colleague } = shop;
  const answers = await Promise.all([owner, colleague].map((one) => press(one, 'inbox-take', { key, from: null })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [taker, other] = answers[0]!.status === 200 ? [owner, colleague] : [colleague, owner];
  expect(answers.find(({ status }) => status === 409)!.body.message).toMatch('A colleague has taken this');
  expect((await matterOf(key, taker)).taken).toEqual({ by: taker.id, name: taker.name, is_mine: true });
  expect((await matterOf(key, other)).taken).toEqual({ by: taker.id, name: taker.name, is_mine: false });
  expect(await audited('inbox.taken')).toEqual([{ actor: taker.name, subject: key, details: { matter: key } }]);

  // A matter is taken over only from the person who has it, and only that person can release it.
  expect((await press(other, 'inbox-release', { key })).status).toBe(409);
  expect((await press(other, 'inbox-take', { key, from: support.id })).status).toBe(409);
  expect((await press(other, 'inbox-take', { key, from: taker.id })).status).toBe(200);
  expect((await press(other, 'inbox-release', { key })).status).toBe(200);
  expect((await matterOf(key)).taken).toBeNull();
});

test('another colleague can deal with a matter that somebody has taken', async () => {
  const key = await bookStrayMoney();
  await shop.owner.browser.done('inbox-take', { key, from: null });
  const request = { receipt: Number(key.split(':')[1]), note: 'Sent back by hand.', returned: true };
  const { preview } = await shop.colleague.browser.done('receipt-settle', request);
  await shop.colleague.browser.done('receipt-settle', { ...request, preview });
  expect(await matterOf(key)).toBeUndefined();
  expect((await press(shop.owner, 'inbox-take', { key, from: null })).body.message).toMatch('dealt with');
});

test('a matter that somebody may not see cannot be taken or snoozed', async () => {
  const key = await bookStrayMoney();
  expect(await matterOf(key, support)).toBeUndefined();
  const until = new Date(shop.app.clock.now().getTime() + HOUR).toISOString();
  expect((await press(support, 'inbox-take', { key, from: null })).status).toBe(409);
  expect((await press(support, 'inbox-snooze', { key, until, reason: '' })).status).toBe(409);
});

test('a snoozed matter is counted again after that time, or once somebody brings it back', async () => {
  const key = await bookStrayMoney();
  const at = (ms: number) => new Date(shop.app.clock.now().getTime() + ms).toISOString();
  for (const [ms, why] of [
    [0, 'later time'],
    [91 * 24 * HOUR, '90 days'],
  ] as const) {
    const refused = await press(shop.owner, 'inbox-snooze', { key, until: at(ms), reason: '' });
    expect(refused.body.errors.until[0]).toMatch(why);
  }
  const isListed = async () => {
    const { matters, snoozed, groups } = await inbox();
    const counted = groups.reduce((all: number, { count }: { count: number }) => all + count, 0);
    expect(counted).toBe(matters.length);
    const has = (list: { key: string }[]) => list.some((one) => one.key === key);
    expect(has(matters)).not.toBe(has(snoozed));
    return has(matters);
  };
  const until = at(HOUR);
  await shop.owner.browser.done('inbox-snooze', { key, until, reason: 'Waits for the bank.' });
  expect(await isListed()).toBe(false);
  expect((await matterOf(key, shop.colleague)).snoozed).toEqual({
    name: 'Berta Vos',
    until,
    reason: 'Waits for the bank.',
  });
  // A reason may name somebody, and the log is kept forever.
  expect(await audited('inbox.snoozed')).toEqual([
    { actor: 'Berta Vos', subject: key, details: { matter: key, until } },
  ]);

  const { entries } = await shop.owner.browser.done('inbox-done');
  expect(entries[0]).toMatchObject({ action: 'inbox.snoozed', is_mine: true, undo: { key } });
  await shop.colleague.browser.done('inbox-wake', { key });
  expect(await isListed()).toBe(true);
  expect((await press(shop.owner, 'inbox-wake', { key })).status).toBe(409);

  await shop.owner.browser.done('inbox-snooze', { key, until: at(HOUR), reason: '' });
  await shop.app.travel(HOUR);
  await freshProofs(shop);
  expect(await isListed()).toBe(true);
});

test('a dispute cannot be snoozed beyond its deadline', async () => {
  const order = await makePaidOrder(shop);
  const answerBy = new Date(shop.app.clock.now().getTime() + 5 * HOUR);
  const row = await shop.app.db.row<{ id: number }>(
    `insert into disputes (gateway, dispute_id, transaction, amount, currency, state, reason, answer_by, opened_at, changed_at)
     select 'sandbox', 'dp-1', 'nothing', 100, 'EUR', 'open', '', $1, $2, $2 returning id`,
    [answerBy, shop.app.clock.now()],
  );
  const key = `dispute:${row!.id}`;
  expect(order.code).toMatch('SLK');
  const snooze = (hours: number) =>
    press(shop.owner, 'inbox-snooze', {
      key,
      until: new Date(shop.app.clock.now().getTime() + hours * HOUR).toISOString(),
      reason: '',
    });
  expect((await snooze(5)).body.errors.until[0]).toMatch('deadline is before');
  expect((await snooze(4)).status).toBe(200);
  await shop.app.db.run('delete from disputes where id = $1', [row!.id]);
});

test('owed money of a cancelled order waits since the time when the shop noticed it', async () => {
  const order = await cancelPartlyPaidOrder(shop);
  const key = `order-owed:${order.code}`;
  expect((await matterOf(key)).since).toBeNull();
  const noticed = shop.app.clock.now().toISOString();
  await shop.app.db.run(`insert into operator_notices (key, kind, opened_at) values ($1, 'order_owed', $2)`, [
    key,
    noticed,
  ]);
  await shop.app.travel(HOUR);
  await freshProofs(shop);
  expect((await matterOf(key)).since).toBe(noticed);
});

test('what was done today is listed with its undo, for those who may see it', async () => {
  const action = actions['payment-record']!;
  const { body } = await action.given(shop);
  const { preview } = await shop.owner.browser.done('payment-record', body);
  await shop.owner.browser.done('payment-record', { ...body, preview });
  const done = async (person: OfficePerson) =>
    (await person.browser.done('inbox-done')).entries.find(
      (entry: { action: string }) => entry.action === 'payment.recorded',
    );
  const entry = await done(shop.colleague);
  expect(entry).toMatchObject({ name: 'Berta Vos', is_mine: false, amount: (body as { amount: number }).amount });
  expect(await done(support)).toBeUndefined();
  const undo = { receipt: entry.undo.receipt };
  const seen = await shop.colleague.browser.done('payment-undo', undo);
  await shop.colleague.browser.done('payment-undo', { ...undo, preview: seen.preview });
  expect((await done(shop.owner)).undo).toBeNull();
});

test('too much money shows what waits, until a person has booked all of it', async () => {
  const order = await beginPlan(shop);
  const receipt = await receiveTransfer(shop, order.code, 6_000);
  expect(await matterOf(`receipt:${receipt}`)).toMatchObject({ group: 'money_over', amount: 1_200 });
  const open = await shop.owner.browser.done('receipt-open', { receipt });
  expect(open.candidates[0]).toMatchObject({ code: order.code, why: 'its_order' });
  const request = { receipt, to: order.code };
  const { preview, outcome } = await shop.owner.browser.done('receipt-assign', request);
  expect(outcome.attention).toBe('short');
  expect(isShortAssignment(outcome)).toBe(true);
  // The second instalment is paid, so the rest counts for the third one.
  expect(outcome.parts).toMatchObject([
    { reference: `${order.code}-3`, before: { paid: 0 }, after: { amount: 4_800, paid: 1_200 } },
  ]);
  await shop.owner.browser.done('receipt-assign', { ...request, preview });
  expect(await matterOf(`receipt:${receipt}`)).toBeUndefined();
});

test('too little money shows what was requested and what is still open', async () => {
  const order = await placeByTransfer(shop);
  const receipt = await receiveTransfer(shop, order.code, 7_000);
  expect(await matterOf(`receipt:${receipt}`)).toMatchObject({ group: 'money_short', amount: 600 });
  expect((await shop.owner.browser.done('receipt-open', { receipt })).meant).toEqual({
    reference: order.payments[0]!.reference,
    asked: 7_600,
    open: 600,
  });
  const another = await receiveTransfer(shop, order.code, 200);
  expect(await matterOf(`receipt:${receipt}`)).toMatchObject({ group: 'money_short', amount: null });
  expect(await matterOf(`receipt:${another}`)).toMatchObject({ group: 'money_short', amount: 400 });
});

test('reading what was done today takes a few round trips, however many payments were recorded', async () => {
  const receipts: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    receipts.push(await receiveTransfer(shop, (await placeByTransfer(shop)).code, 7_600));
  }
  const [undoable, trips] = await shop.app.db.forOffice().read(async (tx) => {
    let [underWay, trips] = [0, 0];
    const counted = aroundStatements(tx, async (text, send) => {
      if (underWay === 0) trips += 1;
      underWay += 1;
      return await send(text).finally(() => {
        underWay -= 1;
      });
    });
    return [await undoableReceipts(counted, receipts), trips] as const;
  });
  expect(undoable).toEqual(new Set(receipts));
  expect(trips).toBeLessThanOrEqual(8);
});

test('a recorded payment has no undo while undoing it would be refused', async () => {
  const order = await beginPlan(shop);
  const record = async (amount: number) => {
    const request = { reference: order.code, amount, transaction: `BT-${newNumber()}`, day: '' };
    const { preview } = await shop.owner.browser.done('payment-record', request);
    await shop.owner.browser.done('payment-record', { ...request, preview });
  };
  const recorded = async () =>
    (await shop.owner.browser.done('inbox-done')).entries
      .filter(({ action, subject }: Entry) => action === 'payment.recorded' && subject === order.code)
      .map(({ amount, undo }: Entry) => [amount, undo !== null]);
  await record(6_000);
  expect(await recorded()).toEqual([[6_000, true]]);
  const { matters } = await inbox();
  const { receipt } = matters.find((matter: { order: string | null }) => matter.order === order.code);
  const request = { receipt, to: order.code };
  const { preview } = await shop.owner.browser.done('receipt-assign', request);
  await shop.owner.browser.done('receipt-assign', { ...request, preview });
  expect(await recorded()).toEqual([[6_000, false]]);
  expect((await press(shop.owner, 'payment-undo', { receipt })).status).toBe(409);
  // 36.00 completes the part that got 12.00.
  await record(3_600);
  expect(await recorded()).toEqual([
    [3_600, true],
    [6_000, false],
  ]);
});

test('a message that was given up can be retried, or settled with a note', async () => {
  const given = { gateway: 'elsewhere', message: `evt-${newNumber()}` };
  const key = `message:elsewhere:${given.message}`;
  const giveUp = () =>
    shop.app.db.run(
      `insert into gateway_events (gateway, event_id, received_at, facts, ask, next_try_at, tries, error)
       values ($1, $2, $3, '[]', '[{"about":"refund","movement":"x"}]', null, 9, 'no such kind')`,
      [given.gateway, given.message, shop.app.clock.now()],
    );
  await giveUp();
  expect((await matterOf(key)).facts).toMatchObject({ from: 'elsewhere', id: given.message, detail: 'no such kind' });
  const twice = await Promise.all([shop.owner, shop.colleague].map((person) => press(person, 'message-retry', given)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  // The message fails again, so its matter returns at once and not after three days.
  await shop.app.travel(1_000);
  expect(await matterOf(key)).toBeDefined();
  expect((await press(shop.owner, 'message-settle', { ...given, note: '' })).body.errors.note).toBeDefined();
  await shop.owner.browser.done('message-settle', { ...given, note: 'A test of the provider.' });
  expect(await matterOf(key)).toBeUndefined();
  expect((await audited('message.settled'))[0]).toMatchObject({ details: { note: 'A test of the provider.' } });
  expect((await press(shop.owner, 'message-retry', given)).status).toBe(409);
});

test('webhook calls that were given up can be sent again or dropped', async () => {
  const giveUp = (key: string) =>
    shop.app.db.run(
      `insert into operator_notices (key, kind, opened_at, webhook_body, webhook_next_at, webhook_tries, webhook_error)
       values ($1, 'dispute', $2, '{}', null, 9, 'it answered 500')`,
      [key, shop.app.clock.now()],
    );
  await shop.app.db.run('update operator_notices set webhook_body = null, webhook_next_at = null');
  await giveUp('x');
  await giveUp('y');
  expect((await matterOf('webhook-given-up')).facts.count).toBe(2);
  expect(await shop.owner.browser.done('webhook-retry')).toEqual({ count: 2 });
  expect(await matterOf('webhook-given-up')).toBeUndefined();
  // Nothing listens at that address, so both calls return to the list.
  await shop.app.travel(1_000);
  await shop.app.db.run('update operator_notices set webhook_next_at = null where webhook_tries > 0');
  expect(await shop.owner.browser.done('webhook-drop')).toMatchObject({ count: expect.any(Number) });
  expect(await matterOf('webhook-given-up')).toBeUndefined();
  expect((await press(shop.owner, 'webhook-retry', {})).status).toBe(409);
});
