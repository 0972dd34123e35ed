import { beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { codeAt, givenPerson, MINUTE, type OfficePerson } from '../support/office-people.ts';
import { purchase } from '../support/purchase.ts';
import {
  app,
  DAY,
  givenRefundShop,
  mila,
  refundNow,
  requestRefundOf,
  start,
  ticketCodes,
} from '../support/refund-shop.ts';

/* Tests what the list of refunds finds, and decisions about several refunds at once. */

givenRefundShop();
let finance: OfficePerson | undefined;
let manager: OfficePerson;
let orders: Order[];
let codes: string[];

interface Row {
  code: string;
  order: string;
  total: number;
}

const refunds = (filter: object = {}) => finance!.browser.done('refunds-list', { filter, after: null });
const found = async (filter: object): Promise<string[]> => (await refunds(filter)).rows.map(({ code }: Row) => code);
/** The refund of a pass, less its refund fee. */
const onePass = 18_400;

/** Requests a refund of a pass in a new order. Returns its code. */
async function requestOneMore(): Promise<string> {
  const order = await purchase(app, mila, ['sandlark-pass']);
  return await requestRefundOf(order, { tickets: ticketCodes(order) });
}

beforeEach(async () => {
  if (finance) return;
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
  orders = [];
  codes = [];
  for (let number = 0; number < 4; number += 1) {
    const order = await purchase(app, mila, ['sandlark-pass']);
    orders.push(order);
    codes.push(await requestRefundOf(order, { tickets: ticketCodes(order) }));
    await app.travel(MINUTE);
  }
  finance = await givenPerson(app, 'Joris Hendriks', ['finance']);
  manager = await givenPerson(app, 'Lena Ruiz', ['manager']);
});

describe('the list of refunds', () => {
  test('lists requests that wait for a decision first, oldest at the top, with their sum', async () => {
    const { rows, count, total, next } = await refunds();
    expect(rows.map(({ code }: Row) => code)).toEqual(codes);
    expect({ count, total, next }).toEqual({ count: 4, total: 4 * onePass, next: null });
    expect(rows[0]).toMatchObject({
      order: orders[0]!.code,
      customer_name: 'Mila Okonkwo',
      status: 'active',
      fees_kept: 1_450,
      not_refunded: 0,
      to_card: false,
      needs_account: false,
      has_order_problem: false,
      file: null,
    });
  });

  test('is filtered by view, way of payment, age, day and text', async () => {
    expect(await found({ view: 'being_paid' })).toEqual([]);
    expect(await found({ view: 'all' })).toEqual([...codes].reverse());
    expect(await found({ way: 'card' })).toEqual([]);
    expect(await found({ way: 'bank' })).toEqual(codes);
    expect(await found({ text: codes[2]! })).toEqual([codes[2]]);
    expect(await found({ text: orders[1]!.code.toLowerCase() })).toEqual([codes[1]]);
    expect(await found({ text: 'Okonkwo' })).toEqual(codes);
    expect(await found({ text: 'Lovelace' })).toEqual([]);
    const { requested_at: third } = (await refunds()).rows[2];
    expect(await found({ from: third })).toEqual(codes.slice(2));
    expect(await found({ until: third })).toEqual(codes.slice(0, 2));
    expect(await found({ older_than_days: 0 })).toEqual(codes);
    expect(await found({ older_than_days: 3 })).toEqual([]);
  });

  test('contains no bank details, and is exported as it is shown', async () => {
    expect(JSON.stringify(await refunds())).not.toMatch(/4300|ABNA|Duinbank/);
    const { csv, rows } = await finance!.browser.done('refunds-export', { filter: { text: codes[0] } });
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[1]).toContain(`"${codes[0]}","${orders[0]!.code}","Mila Okonkwo"`);
    expect(csv).not.toMatch(/4300|ABNA/);
    const [entry] = await app.db.rows(`select details from audit_log where action = 'list.refunds'`);
    expect(entry).toEqual({ details: { rows: 1 } });
  });
});

describe('several refunds at once', () => {
  const previewDecision = async (name: string, body: object, person = finance!) =>
    (await person.browser.done(name, { ...body, preview: '' })) as {
      preview: string;
      outcome: { movements: object[]; mails: object[]; money: { account: string; amount: number }[] };
      rows: { key: string; refusal: string | null }[];
    };

  test('are previewed with their sums without a change; then each is approved separately', async () => {
    const two = codes.slice(0, 2);
    const { preview, outcome, rows } = await previewDecision('refunds-start', { codes: two });
    expect(rows).toEqual(two.map((key) => ({ key, refusal: null })));
    expect(outcome.movements).toEqual([{ gateway: null, amount: 2 * onePass, waits_for_account: false }]);
    expect(await found({})).toEqual(codes);
    const done = await finance!.browser.done('refunds-start', { codes: two, preview });
    expect(done).toEqual({ done: true, preview, outcome, rows });
    expect(await found({ view: 'being_paid' })).toEqual(two);
    const audited = await app.db.rows(
      `select subject, actor from audit_log where action = 'refund.processing' order by id`,
    );
    expect(audited).toEqual(two.map((subject) => ({ subject, actor: 'Joris Hendriks' })));
  });

  test('once approved, the mail about the current status says so', async () => {
    const { code } = orders[0]!;
    const body = { code, current: true, mails: [], to: '', reason: '', preview: 'with-mail-texts' };
    const { outcome, mail_texts: texts } = await manager!.browser.done('order-mail-again', body);
    expect(outcome.mails).toEqual([expect.objectContaining({ subject: `Refund for your order ${code}` })]);
    expect(texts).toMatchObject([{ html: expect.stringContaining('We have approved a refund of'), tickets: 0 }]);
    expect(texts[0].html).not.toContain('Paid in full');
  });

  test('once paid out, the mail about the current status says so, without a void ticket', async () => {
    await app.db.run(
      `update orders set total_refunded = (select total from refunds where order_id = orders.id) where code = $1`,
      [orders[0]!.code],
    );
    const body = { code: orders[0]!.code, current: true, mails: [], to: '', reason: '', preview: 'with-mail-texts' };
    const { outcome, mail_texts: texts } = await manager!.browser.done('order-mail-again', body);
    expect(outcome.mails).toEqual([expect.objectContaining({ subject: `Refund for your order ${orders[0]!.code}` })]);
    expect(texts).toMatchObject([{ html: expect.stringContaining('We have refunded'), tickets: 0 }]);
    const stored = await app.db.rows<{ id: number }>(
      `select id from mails where kind = 'payment-received' and order_id = (select id from orders where code = $1)`,
      [orders[0]!.code],
    );
    const again = await manager!.browser.done('order-mail-again', {
      ...body,
      ...{ current: false, mails: stored.map(({ id }) => id) },
    });
    expect(again.mail_texts.map(({ tickets }: { tickets: number }) => tickets)).toEqual([0]);
    await app.db.run('update orders set total_refunded = 0 where code = $1', [orders[0]!.code]);
  });

  test('leave one that cannot be approved out, with its reason, and approve the others', async () => {
    const one = await requestOneMore();
    const requested = { codes: [codes[0]!, one, 'SLK-NONE-R1'] };
    const { preview, outcome, rows } = await previewDecision('refunds-start', requested);
    expect(rows).toEqual([
      { key: codes[0], refusal: 'Someone has already decided this refund.' },
      { key: one, refusal: null },
      { key: 'SLK-NONE-R1', refusal: 'We could not find that.' },
    ]);
    const done = await finance!.browser.done('refunds-start', { ...requested, preview });
    expect(done).toEqual({ done: true, preview, outcome, rows });
    expect(await refundNow(one)).toMatchObject({ status: 'processing' });
  });

  test('do nothing if a colleague decided one of them since the preview', async () => {
    const both = [await requestOneMore(), await requestOneMore()];
    const { preview } = await previewDecision('refunds-start', { codes: both });
    await start(both[0]!);
    const late = await finance!.browser.call('refunds-start', { codes: both, preview });
    expect([late.status, late.body.code]).toEqual([409, 'preview_changed']);
    expect(await refundNow(both[1]!)).toMatchObject({ status: 'active' });
  });

  test('are refused with a reason for each customer', async () => {
    const both = [await requestOneMore(), await requestOneMore()];
    const empty = await finance!.browser.call('refunds-refuse', { codes: both, reason: ' ', preview: '' });
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      { reason: ['Please write a reason. The customer reads it.'] },
    ]);
    const requested = { codes: both, reason: 'The deadline has passed.' };
    const { preview, outcome } = await previewDecision('refunds-refuse', requested);
    expect(outcome.mails).toHaveLength(2);
    const read = await finance!.browser.done('refunds-refuse', { ...requested, preview: 'with-mail-texts' });
    expect(read).toMatchObject({ done: false, preview, outcome });
    const reason = { html: expect.stringContaining('The deadline has passed.') };
    expect(read.mail_texts).toMatchObject([reason, reason]);
    await finance!.browser.done('refunds-refuse', { ...requested, preview });
    for (const code of both) {
      expect(await refundNow(code)).toMatchObject({ status: 'cancelled' });
      const notices = (await app.mails()).filter(
        ({ kind, subject }) => kind === 'refund-refused' && subject.includes(code),
      );
      expect(notices.map(({ body_text: words }) => words?.includes('The deadline has passed.'))).toEqual([true]);
    }
    const { rows } = await refunds({ view: 'not_refunded' });
    expect(rows.map(({ is_refused: isRefused }: { is_refused: boolean }) => isRefused)).toEqual([true, true]);
  });

  test('are decided once each when two people decide at the same time', async () => {
    const both = [await requestOneMore(), await requestOneMore()];
    const approval = await previewDecision('refunds-start', { codes: both });
    const refusal = { codes: [...both].reverse(), reason: 'Not for this ticket.' };
    const refused = await previewDecision('refunds-refuse', refusal, manager);
    const answers = await Promise.all([
      finance!.browser.call('refunds-start', { codes: both, preview: approval.preview }),
      manager.browser.call('refunds-refuse', { ...refusal, preview: refused.preview }),
    ]);
    const done = answers.flatMap(({ body }) => (body.rows ?? []) as { key: string; refusal: string | null }[]);
    for (const code of both) {
      expect(done.filter(({ key, refusal: why }) => key === code && why === null)).toHaveLength(1);
      const [{ count }] = (await app.db.rows<{ count: number }>(
        `select count(*) as count from audit_log where subject = $1 and action in ('refund.processing', 'refund.refused')`,
        [code],
      )) as [{ count: number }];
      expect(count).toBe(1);
    }
  });

  test('are decided once when the call is repeated with its request key, with the same answer', async () => {
    const one = await requestOneMore();
    const { preview } = await previewDecision('refunds-start', { codes: [one] });
    const body = { codes: [one], preview, request_key: crypto.randomUUID() };
    const first = await finance!.browser.call('refunds-start', body);
    expect((await finance!.browser.call('refunds-start', body)).body).toEqual(first.body);
    expect(first.body.rows).toEqual([{ key: one, refusal: null }]);
  });

  test('count a repeated code once, and are refused without or with too many codes', async () => {
    const one = await requestOneMore();
    const { rows } = await previewDecision('refunds-start', { codes: [one, one.toLowerCase(), one] });
    expect(rows).toEqual([{ key: one, refusal: null }]);
    for (const wrong of [[], Array.from({ length: 101 }, (_, index) => `SLK-${index}`)]) {
      expect((await finance!.browser.call('refunds-start', { codes: wrong, preview: '' })).status).toBe(422);
    }
  });

  test('to cards need a fresh proof if they add up to 500.00 or more', async () => {
    await app.db.run(
      `update shop_state set config = jsonb_set(config, '{public,refundWay}', '"ask"'), version = version + 1`,
    );
    const toCards: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      const order = await purchase(app, mila, ['sandlark-pass']);
      const code = await requestRefundOf(order, { tickets: ticketCodes(order) });
      await app.db.run('update refunds set to_card = true where code = $1', [code]);
      toCards.push(code);
    }
    await app.travel(6 * MINUTE);
    const { preview, outcome } = await previewDecision('refunds-start', { codes: toCards });
    expect(outcome.movements).toEqual([{ gateway: 'sandbox', amount: 3 * onePass, waits_for_account: false }]);
    const unproved = await finance!.browser.call('refunds-start', { codes: toCards, preview });
    expect([unproved.status, unproved.body.code]).toEqual([403, 'step_up']);
    expect(await refundNow(toCards[0]!)).toMatchObject({ status: 'active' });
    await finance!.browser.done('step-up', { code: codeAt(finance!.secret, app.clock.now()) });
    await finance!.browser.done('refunds-start', { codes: toCards, preview });
    expect(await refundNow(toCards[2]!)).toMatchObject({ status: 'processing' });
  });
});

test('support can see the list but neither decide nor export; door staff see nothing', async () => {
  await app.travel(DAY);
  finance = await givenPerson(app, 'The next bookkeeper', ['finance']);
  const support = await givenPerson(app, 'Sara Lind', ['support']);
  const door = await givenPerson(app, 'Pim Visser', ['door']);
  const status = async (person: OfficePerson, name: string, body: object) =>
    (await person.browser.call(name, body)).status;
  expect(await status(support, 'refunds-list', { filter: {} })).toBe(200);
  expect(await status(support, 'refunds-export', { filter: {} })).toBe(403);
  expect(await status(support, 'refunds-start', { codes: ['x'] })).toBe(403);
  expect(await status(support, 'refunds-refuse', { codes: ['x'] })).toBe(403);
  expect(await status(door, 'refunds-list', { filter: {} })).toBe(403);
});
