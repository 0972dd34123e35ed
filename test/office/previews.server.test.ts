import { beforeAll, describe, expect, test } from 'vitest';
import { applyFraudWarning } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { applyPayout } from '#features/payouts/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { auditsOf } from '#features/staff/server/public.ts';
import { codeAt, givenPerson, MINUTE, type OfficePerson } from '../support/office-people.ts';
import { order as place, pressAt } from '../support/purchase.ts';
import {
  app,
  cancel,
  givenTransferShop,
  mila,
  now,
  placeByTransfer,
  settleAs,
  transfer,
  waiting,
} from '../support/transfer-shop.ts';

/* The code that performs a dangerous action also previews it, and does exactly what the preview showed or nothing.
   Tests with other people's fingerprints are in preview-tokens.server.test.ts, races are in test/races. */

givenTransferShop();
let owner: OfficePerson;
let finance: OfficePerson;

beforeAll(async () => {
  owner = await givenPerson(app, 'Berta Vos', ['owner']);
  finance = await givenPerson(app, 'Joris Hendriks', ['finance']);
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
});

/** Returns everything that a preview must leave alone. */
const everything = async () =>
  (await app.db.row(
    `select
       (select coalesce(max(id), 0) from audit_log) as audit,
       (select count(*) from mails) as mails,
       (select count(*) from ledger_entries) as entries,
       (select count(*) from receipts) as receipts,
       (select count(*) from invoices) as invoices,
       (select count(*) from refund_movements) as movements,
       (select sum(sold + held) from shop_items) as stock,
       (select md5(string_agg(o::text, ',' order by id)) from orders o) as orders,
       (select md5(string_agg(t::text, ',' order by id)) from tickets t) as tickets,
       (select md5(string_agg(r::text, ',' order by id)) from refunds r) as refunds`,
  ))!;

const previewOf = async (name: string, body: object, person = owner) => {
  const before = await everything();
  const answer = await person.browser.done(name, body);
  expect(answer).toMatchObject({ done: false, preview: expect.stringMatching(/^.{20,}$/) });
  expect(await everything()).toEqual(before);
  return answer as { preview: string; outcome: Record<string, unknown> };
};

/** Previews, confirms, and expects the previewed outcome. */
async function confirm(name: string, body: object, person = owner) {
  const { preview, outcome } = await previewOf(name, body, person);
  const done = await person.browser.done(name, { ...body, preview });
  expect(done).toEqual({ done: true, preview, outcome });
  return outcome;
}

let numbers = 0;
const newTransaction = () => {
  numbers += 1;
  return `office-${numbers}`;
};
const recording = ({ code }: Order, amount: number) => ({
  reference: code,
  amount,
  transaction: newTransaction(),
  day: '',
});
const newestWaitingReceipt = async () => (await waiting()).at(-1)!;

describe('a payment that was recorded by mistake', () => {
  test('is undone as its preview showed, and its number can be recorded again', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_600, 'undone-1');
    const outcome = await confirm('payment-undo', { receipt: receiptId }, finance);
    expect(outcome).toMatchObject({
      orders: [{ code: order.code, before: { status: 'paid', valid: 1 }, after: { status: 'pending', valid: 0 } }],
      money: expect.arrayContaining([{ account: 'bank', amount: -7_600 }]),
      mails: [{ kind: 'payment-undone' }],
      documents: ['credit_note'],
      undoes: true,
    });
    const again = await finance.browser.call('payment-undo', { receipt: receiptId, preview: '' });
    expect(again.body.message).toMatch(/already been undone/);
    const request = { ...recording(await placeByTransfer(), 7_600), transaction: 'undone-1' };
    expect(await confirm('payment-record', request)).toMatchObject({ attention: null });
  });

  test('is undone without a fresh proof, because no money leaves', async () => {
    const { receiptId } = await transfer('rent for May', 90_000);
    await app.travel(6 * MINUTE);
    expect(await confirm('payment-undo', { receipt: receiptId }, finance)).toMatchObject({ undoes: true });
  });
});

describe('a payment is recorded', () => {
  test('as its preview showed: the money, the order, its tickets, the invoice and the mail', async () => {
    const order = await placeByTransfer();
    const outcome = await confirm('payment-record', recording(order, 7_600));
    expect(outcome).toMatchObject({
      orders: [
        {
          code: order.code,
          before: { status: 'pending', total: 7_600, paid: 0, valid: 0 },
          after: { status: 'paid', paid: 7_600, valid: 1 },
        },
      ],
      money: expect.arrayContaining([{ account: 'bank', amount: 7_600 }]),
      mails: [{ kind: 'payment-received', to: 'mila@example.org' }],
      attention: null,
    });
    expect((await now(order)).payment_status).toBe('paid');
  });

  test.each([
    ['short', 5_000, { account: 'bank', amount: 5_000 }],
    ['over', 9_000, { account: 'suspense', amount: -1_400 }],
    ['over', 99_999_999_999_900, { account: 'suspense', amount: -99_999_999_992_300 }],
  ])('%s, which the preview shows before it is booked', async (attention, amount, booked) => {
    const outcome = await confirm('payment-record', recording(await placeByTransfer(), amount));
    expect(outcome).toMatchObject({ attention, money: expect.arrayContaining([booked]) });
  });

  test('as a duplicate or without an order, which the preview shows before it is booked', async () => {
    const order = await placeByTransfer();
    await confirm('payment-record', recording(order, 7_600));
    expect(await confirm('payment-record', recording(order, 7_600))).toMatchObject({
      attention: 'double',
      orders: [],
    });
    const lost = { ...recording(order, 7_600), reference: 'festival ticket' };
    expect(await confirm('payment-record', lost)).toMatchObject({ attention: 'unmatched', mails: [], orders: [] });
  });

  test('once per transaction number, never in the future, before the order or without an amount', async () => {
    const order = await placeByTransfer();
    const request = recording(order, 7_600);
    await confirm('payment-record', request);
    const wrong = async (changes: object) =>
      (await owner.browser.call('payment-record', { ...request, ...changes })).body.errors;
    expect(await wrong({})).toHaveProperty('transaction');
    expect(await wrong({ transaction: '' })).toHaveProperty('transaction');
    expect(await wrong({ transaction: newTransaction(), day: '2031-01-01' })).toHaveProperty('day');
    expect(await wrong({ transaction: newTransaction(), day: '2026-02-30' })).toHaveProperty('day');
    expect(await wrong({ transaction: newTransaction(), day: '1990-01-01' })).toMatchObject({
      day: ['The order was placed after this day. Check the day, or confirm that the money came first.'],
    });
    expect(await wrong({ reference: 'rent', transaction: newTransaction(), day: '1990-01-01' })).toHaveProperty('day');
    expect(await wrong({ transaction: newTransaction(), amount: 0 })).toHaveProperty('amount');
  });

  test('although it arrived before its order, once that is confirmed, which is audited', async () => {
    const order = await placeByTransfer();
    const early = { ...recording(order, 7_600), day: '2026-11-01' };
    expect((await owner.browser.call('payment-record', early)).status).toBe(422);
    await confirm('payment-record', { ...early, before_order: true });
    expect((await now(order)).payment_status).toBe('paid');
    const [entry] = await auditsOf(app.db, [order.code], 10);
    expect(entry).toMatchObject({ action: 'payment.recorded', details: { before_order: true } });
  });

  test('with the open amount of the named part filled in', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 1_000);
    const filled = await finance.browser.done('payment-to-record', { reference: order.code.toLowerCase() });
    expect(filled).toMatchObject({
      order: { code: order.code, paid: 1_000, total: 7_600 },
      part: { reference: `${order.code}-1`, open: 6_600 },
    });
    expect(await finance.browser.done('payment-to-record', { reference: 'nothing' })).toEqual({
      order: null,
      part: null,
    });
  });
});

describe('a confirmed action is carried out', () => {
  test('not at all if somebody else was faster', async () => {
    const order = await placeByTransfer();
    const request = recording(order, 7_600);
    const { preview } = await previewOf('payment-record', request);
    await transfer(order.code, 7_600);
    const before = await everything();
    const refused = await owner.browser.call('payment-record', { ...request, preview });
    expect(refused).toMatchObject({ status: 409, body: { code: 'preview_changed' } });
    expect(await everything()).toEqual(before);
    expect(await previewOf('payment-record', request)).toMatchObject({ outcome: { attention: 'double' } });
  });

  test('once, however often it is confirmed and by how many people at the same time', async () => {
    const request = recording(await placeByTransfer(), 7_600);
    const mine = {
      ...request,
      request_key: crypto.randomUUID(),
      preview: (await previewOf('payment-record', request)).preview,
    };
    const theirs = { ...request, preview: (await previewOf('payment-record', request, finance)).preview };
    const answers = await Promise.all([
      owner.browser.call('payment-record', mine),
      owner.browser.call('payment-record', mine),
      finance.browser.call('payment-record', theirs),
    ]);
    const statuses = answers.map(({ status }) => status);
    const booked = await app.db.row('select count(*) from receipts where transaction = $1', [request.transaction]);
    expect([booked, statuses[0] === statuses[1]]).toEqual([{ count: 1 }, true]);
    expect(statuses.filter((status) => status === 200).length).toBe(statuses[0] === 200 ? 2 : 1);
  });

  test('even while others write mails and money that the preview does not include', async () => {
    const order = await placeByTransfer();
    const other = await placeByTransfer();
    const [seen] = await Promise.all([
      owner.browser.done('payment-record', recording(order, 7_600)),
      transfer(other.code, 7_600),
    ]);
    expect(seen.outcome.mails).toHaveLength(1);
    expect(seen.outcome.orders.map(({ code }: { code: string }) => code)).toEqual([order.code]);
  });

  test('only after a fresh proof if 500 or more is sent, and the same request then succeeds', async () => {
    await transfer('rent of somebody', 60_000);
    const receipt = await newestWaitingReceipt();
    const request = { receipt, note: 'Sent back from the bank.', returned: true };
    const small = await transfer('another', 49_999);
    await app.travel(6 * MINUTE);
    await confirm('receipt-settle', { ...request, receipt: small.receiptId });
    const { preview } = await previewOf('receipt-settle', request);
    const body = { ...request, preview, request_key: crypto.randomUUID() };
    expect(await owner.browser.call('receipt-settle', body)).toMatchObject({ status: 403, body: { code: 'step_up' } });
    expect(await waiting()).toContain(receipt);
    await owner.browser.done('step-up', { code: codeAt(owner.secret, app.clock.now()) });
    expect(await owner.browser.call('receipt-settle', body)).toMatchObject({ status: 200, body: { done: true } });
    expect(await waiting()).not.toContain(receipt);
  });
});

describe('the mails of an action can be read before it is confirmed', () => {
  interface Texts {
    done: boolean;
    preview: string;
    outcome: { mails: { subject: string }[] };
    mail_texts: { html: string | null; tickets: number }[];
  }
  /** Returns a preview with the texts of its mails. Expects the same fingerprint as without them. */
  const read = async (name: string, body: object): Promise<Texts> => {
    const { preview, outcome } = await previewOf(name, body);
    expect(outcome).not.toHaveProperty('mail_texts');
    const before = await everything();
    const answer = await owner.browser.done(name, { ...body, preview: 'with-mail-texts' });
    expect(await everything()).toEqual(before);
    expect(answer).toMatchObject({ done: false, preview, outcome });
    return answer;
  };
  const mailAsSent = async (code: string) => {
    const { entries } = await owner.browser.done('order-timeline', { code });
    const { id } = entries.find(({ what }: { what: string }) => what === 'mail');
    return (await owner.browser.done('order-mail', { code, mail: id })).html as string;
  };

  test('as they are then sent, without what gives access to the order or a ticket', async () => {
    const order = await placeByTransfer();
    const request = recording(order, 7_600);
    const { preview, mail_texts: texts } = await read('payment-record', request);
    expect(texts).toEqual([{ html: expect.stringContaining(order.code), tickets: 1 }]);
    await owner.browser.done('payment-record', { ...request, preview });
    expect(await mailAsSent(order.code)).toBe(texts[0]!.html);
    const { tickets, checksum } = (await now(order)) as Order & { checksum: string };
    for (const secret of [checksum, ...tickets.map(({ code }) => code)]) expect(texts[0]!.html).not.toContain(secret);
    expect(texts[0]!.html).not.toMatch(/href=|<script|\sstyle=/);
  });

  test('with the reason for the customer, without closing the open payment page', async () => {
    const { order } = await place(app, mila, ['saturday']);
    const request = { code: order.code, reason: 'The meadow is under water.' };
    const { preview, mail_texts: texts } = await read('order-cancel', request);
    expect(texts).toEqual([{ html: expect.stringContaining('The meadow is under water.'), tickets: 0 }]);
    expect(await app.db.row('select status from payment_attempts order by id desc limit 1')).toEqual({
      status: 'open',
    });
    await owner.browser.done('order-cancel', { ...request, preview });
    expect(await mailAsSent(order.code)).toBe(texts[0]!.html);
  });
});

describe('money without an order', () => {
  test('is assigned to an order that it may be meant for', async () => {
    const order = await placeByTransfer();
    const { receiptId: receipt } = await transfer('festival ticket', 7_600);
    const open = await finance.browser.done('receipt-open', { receipt });
    expect(open).toMatchObject({ suspended: 7_600, attention: 'unmatched', by_card: false });
    expect(open.candidates).toContainEqual(expect.objectContaining({ code: order.code, why: 'same_amount' }));
    const outcome = await confirm('receipt-assign', { receipt, to: order.code }, finance);
    expect(outcome).toMatchObject({
      orders: [{ code: order.code, after: { status: 'paid' } }],
      money: expect.arrayContaining([{ account: 'suspense', amount: 7_600 }]),
    });
    const again = await finance.browser.call('receipt-assign', { receipt, to: order.code });
    expect(again.status).toBe(409);
  });

  test('is neither assigned to an unknown order nor sent back to a card that it did not come from', async () => {
    const { receiptId: receipt } = await transfer('who knows', 4_450);
    const refused = async (name: string, body: object) => (await owner.browser.call(name, { receipt, ...body })).body;
    expect((await refused('receipt-assign', { to: 'SLK-NOTHING' })).errors).toHaveProperty('to');
    expect((await refused('receipt-assign', { to: '' })).errors).toHaveProperty('to');
    expect((await refused('receipt-send-back', {})).message).toMatch(/did not come by card/);
    expect((await refused('receipt-keep', { reason: 'wait' })).message).toMatch(
      /is not due to be sent back automatically/,
    );
    expect((await refused('receipt-settle', { note: '', returned: false })).errors).toHaveProperty('note');
  });
});

describe('card money to be sent back', () => {
  test('can be kept from returning automatically, and then sent back to its card, as previewed', async () => {
    const { order, url } = await place(app, mila, ['saturday']);
    await transfer(order.code, order.total_price);
    await pressAt(app, url!, 'paid');
    await app.settle();
    const receipt = await newestWaitingReceipt();
    const open = await finance.browser.done('receipt-open', { receipt });
    expect(open).toMatchObject({ by_card: true, order: order.code, returns_at: expect.any(String) });
    const kept = await confirm('receipt-keep', { receipt, reason: 'Paid for a friend.' }, finance);
    expect(kept).toEqual({
      orders: [],
      parts: [],
      money: [],
      mails: [],
      documents: [],
      cancelled_requests: [],
      movements: [],
      attention: null,
      short_payments: 0,
      undoes: false,
    });
    expect((await finance.browser.done('receipt-open', { receipt })).returns_at).toBeNull();
    const sent = await confirm('receipt-send-back', { receipt }, finance);
    expect(sent).toMatchObject({ movements: [{ gateway: 'sandbox', amount: order.total_price }], money: [] });
    expect((await finance.browser.call('receipt-send-back', { receipt })).status).toBe(409);
  });
});

test('money owed for an ended order is booked as sent back, once and never more than is owed', async () => {
  const order = await placeByTransfer();
  await transfer(order.code, 3_000);
  expect((await cancel(order)).ok).toBe(true);
  const request = { code: order.code, amount: 2_000, transaction: newTransaction() };
  const outcome = await confirm('order-return-owed', request, finance);
  expect(outcome).toMatchObject({
    orders: [{ code: order.code, before: { refunded: 0 }, after: { refunded: 2_000 } }],
    money: expect.arrayContaining([{ account: 'bank', amount: -2_000 }]),
  });
  const wrong = async (changes: object) =>
    (await finance.browser.call('order-return-owed', { ...request, ...changes })).body.errors;
  expect(await wrong({})).toHaveProperty('transaction');
  expect(await wrong({ transaction: newTransaction() })).toHaveProperty('amount');
});

describe('a refund', () => {
  const makeRefundRequest = async () => {
    const order = await placeByTransfer('sandlark-pass');
    await transfer(order.code, order.total_price);
    const { tickets } = await now(order);
    await app.db.run('delete from rate_limits');
    const answer = await app.call('request-refund', {
      token: mila,
      order_id: order.id,
      tickets: tickets.map(({ code }) => code).join(','),
      merchandise: '',
      ...bankOnWire,
    });
    expect(answer.body.message).toBeUndefined();
    return { order, code: answer.body.refund_id as string };
  };

  test('is approved as previewed: its tickets become invalid and its money is owed', async () => {
    const { order, code } = await makeRefundRequest();
    const shown = await finance.browser.done('refund-to-decide', { code });
    expect(shown).toMatchObject({ order: order.code, status: 'active', lines: [{ name: expect.any(String) }] });
    expect(JSON.stringify(shown)).not.toContain('0417');
    const outcome = await confirm('refund-start', { code }, finance);
    expect(outcome).toMatchObject({
      movements: [{ gateway: null, amount: shown.total, waits_for_account: false }],
      money: expect.arrayContaining([{ account: 'refunds_payable', amount: -shown.total }]),
    });
    expect((await finance.browser.call('refund-start', { code })).status).toBe(409);
  });

  test('is refused with a reason for the customer, and its tickets are valid again', async () => {
    const { order, code } = await makeRefundRequest();
    expect((await finance.browser.call('refund-refuse', { code, reason: '' })).body.errors).toHaveProperty('reason');
    const outcome = await confirm('refund-refuse', { code, reason: 'The coach has left.' }, finance);
    expect(outcome).toMatchObject({
      orders: [{ code: order.code, after: { valid: 1 } }],
      mails: [{ kind: 'refund-refused' }],
      money: [],
    });
  });
});

test('settling a problem previews freed stock; a status that the money contradicts is refused', async () => {
  const order = await placeByTransfer();
  await transfer(order.code, 7_600);
  await app.db.run(`update orders set payment_status = 'problem' where code = $1`, [order.code]);
  expect(await previewOf('order-settle-problem', { code: order.code, to: 'cancelled', reason: '' })).toMatchObject({
    outcome: { orders: [{ before: { status: 'problem', units: 1 }, after: { status: 'cancelled', units: 0 } }] },
  });
  const wrong = await owner.browser.call('order-settle-problem', { code: order.code, to: 'partial', reason: '' });
  expect(wrong.body.message).toMatch(/money received does not match this choice/);
  expect((await settleAs(order, 'paid')).ok).toBe(true);
});

describe('the inbox', () => {
  test('lists what is waiting, with totals, for people who can do something about it', async () => {
    const { receiptId } = await transfer('inbox', 3_300);
    const seen = await finance.browser.done('inbox');
    const money = seen.matters.filter(({ kind }: { kind: string }) => kind === 'money_to_settle');
    expect(money).toContainEqual(
      expect.objectContaining({
        receipt: receiptId,
        amount: 3_300,
        facts: expect.objectContaining({ detail: 'inbox' }),
      }),
    );
    const open = await app.db.row<{ count: number; sum: number; oldest: Date }>(
      `select count(*), sum(amount)::bigint, min(received_at) as oldest
       from receipts where attention = 'unmatched' and settled_at is null`,
    );
    const group = seen.groups.find((one: { group: string }) => one.group === 'money_unmatched');
    expect([group.count, group.amount, group.oldest]).toEqual([open!.count, open!.sum, open!.oldest.toISOString()]);
  });

  test('shows no money to people who do not book it', async () => {
    const support = await givenPerson(app, 'Noor Bakker', ['support']);
    const { matters, groups } = await support.browser.done('inbox');
    expect(JSON.stringify([matters, groups])).not.toContain('money_');
  });
});

test('undoing a change of a plan that a colleague has changed again is refused as such', async () => {
  const plan = await placeByTransfer('sandlark-pass-plan');
  await transfer(plan.code, plan.payments[0]!.amount);
  const [second, last] = [plan.payments[1]!, plan.payments.at(-1)!];
  const support = await givenPerson(app, 'Sofie Bos', ['support']);
  const day = new Date(Date.parse(last.due_at) + 2 * 86_400_000).toISOString().slice(0, 10);
  const move = { reference: last.reference, day, moves_later: false };
  const { preview } = await previewOf('instalment-move', move, support);
  await support.browser.done('instalment-move', { ...move, preview });
  const { change } = (await app.db.row<{ change: number }>('select max(id) as change from plan_changes'))!;
  await confirm('instalment-waive', { reference: second.reference, amount: 500, reason: 'A long delay.' });
  const undone = await support.browser.call('plan-change-undo', { code: plan.code, change, preview: '' });
  expect(undone).toMatchObject({ status: 409, body: { message: expect.stringContaining('changed again') } });
});

describe('an order that is not paid', () => {
  test('is cancelled as previewed: its place is on sale again, and the customer gets the reason', async () => {
    const order = await placeByTransfer();
    const request = { code: order.code.toLowerCase(), reason: 'You asked us to.' };
    const support = await givenPerson(app, 'Sofie Maas', ['support']);
    const outcome = await confirm('order-cancel', request, support);
    expect(outcome).toMatchObject({
      orders: [{ code: order.code, before: { units: 1 }, after: { status: 'cancelled', units: 0 } }],
      mails: [{ to: 'mila@example.org' }],
    });
    expect((await support.browser.call('order-cancel', request)).body.message).toMatch(/is not paid/);
  });

  test('is cancelled after its open payment page is closed at the gateway, never by a preview', async () => {
    const { order, url } = await place(app, mila, ['saturday']);
    const request = { code: order.code, reason: '' };
    const { preview } = await previewOf('order-cancel', request);
    const open = await app.db.row(`select status from payment_attempts order by id desc limit 1`);
    expect(open).toEqual({ status: 'open' });
    const stale = await owner.browser.call('order-cancel', { ...request, reason: 'Another.', preview });
    expect(stale.body.code).toBe('preview_changed');
    expect(await app.db.row(`select status from payment_attempts order by id desc limit 1`)).toEqual({
      status: 'open',
    });
    expect(await owner.browser.done('order-cancel', { ...request, preview })).toMatchObject({ done: true });
    await pressAt(app, url!, 'paid').catch(() => {});
    expect((await now(order)).payment_status).toBe('cancelled');
  });

  test('cannot be cancelled once it is paid, whatever was previewed', async () => {
    const order = await placeByTransfer();
    const request = { code: order.code, reason: '' };
    const { preview } = await previewOf('order-cancel', request);
    await transfer(order.code, order.total_price);
    expect((await owner.browser.call('order-cancel', { ...request, preview })).status).toBe(409);
    expect((await now(order)).payment_status).toBe('paid');
    expect((await owner.browser.call('order-cancel', { code: 'SLK-NOBODY', reason: '' })).status).toBe(404);
  });
});

test('a payment that has used up its attempts can be made available again', async () => {
  const order = await placeByTransfer();
  const { reference } = order.payments[0]!;
  await app.db.run('update payments set attempts = 5 where order_id = (select id from orders where code = $1)', [
    order.code,
  ]);
  expect(await confirm('payment-reset-attempts', { reference })).toMatchObject({ mails: [], money: [] });
  expect((await now(order)).payments[0]!.attempt).toBe(0);
  expect((await owner.browser.call('payment-reset-attempts', { reference: 'nothing' })).status).toBe(404);
});

test('the mail that fits an order’s state is sent again, as previewed', async () => {
  const order = await placeByTransfer();
  expect(await confirm('order-mail-again', { code: order.code })).toMatchObject({
    mails: [{ kind: 'order-received', to: 'mila@example.org' }],
    money: [],
    orders: [],
  });
});

describe('a refund of items without a request', () => {
  const makePaidOrder = async () => {
    const order = await placeByTransfer('sandlark-pass');
    await transfer(order.code, order.total_price);
    const shown = await finance.browser.done('refund-to-create', { code: order.code });
    return { order, shown, line: shown.items[0].line as number };
  };
  const request = (code: string, lines: number[], changes: object = {}) => ({
    code,
    lines,
    fees: 'kept',
    shipping: null,
    amount: null,
    to: 'bank',
    reason: 'The tent is closed.',
    ...changes,
  });

  test('shows in its dialog what was paid for each item and the fee that it keeps or returns', async () => {
    const { order, shown, line } = await makePaidOrder();
    const [{ paid: sum, kept }] = shown.items;
    expect(sum).toBe(order.total_price);
    expect(kept).toBeGreaterThan(0);
    for (const [fees, amount] of [
      ['kept', sum - kept],
      ['returned', sum],
    ]) {
      const { preview: _preview, outcome } = await owner.browser.done(
        'refund-create',
        request(order.code, [line], { fees }),
      );
      expect(outcome.movements).toEqual([expect.objectContaining({ amount })]);
    }
  });

  test('is made as previewed: ticket invalid, money owed, and the reason in a mail', async () => {
    const { order, shown, line } = await makePaidOrder();
    expect(shown).toMatchObject({ is_plan: false, paid: order.total_price, to_card: 0, items: [{ is_left: true }] });
    expect(JSON.stringify(shown)).not.toContain((await now(order)).tickets[0]!.code);
    const outcome = await confirm('refund-create', request(order.code, [line], { amount: 5_000 }), finance);
    expect(outcome).toMatchObject({
      orders: [{ code: order.code, before: { valid: 1 }, after: { valid: 0 } }],
      // No bank account is known for an order that was paid by transfer.
      movements: [{ gateway: null, amount: 5_000, waits_for_account: true }],
      mails: [{ kind: 'refund-made', to: 'mila@example.org' }],
    });
    expect((await finance.browser.call('refund-create', request(order.code, [line]))).status).toBe(409);
  });

  test('with fees, or after the deadline, needs a manager', async () => {
    const { order, line } = await makePaidOrder();
    const statusFor = async ({ browser }: OfficePerson, changes: object) =>
      (await browser.call('refund-create', request(order.code, [line], changes))).status;
    expect([await statusFor(finance, { fees: 'returned' }), await statusFor(owner, { fees: 'returned' })]).toEqual([
      403, 200,
    ]);
    expect(await statusFor(finance, {})).toBe(200);
    await app.db.run(
      `update order_lines set frozen = frozen || '{"allowRefundRequestsUntil": "2026-01-01T00:00:00Z"}' where id = $1`,
      [line],
    );
    expect([await statusFor(finance, {}), await statusFor(owner, {})]).toEqual([403, 200]);
  });

  test('is only requested by somebody who may not decide refunds', async () => {
    const { order, line } = await makePaidOrder();
    const support = await givenPerson(app, 'Sofie de Wit', ['support']);
    const outcome = await confirm('refund-create', request(order.code, [line]), support);
    expect(outcome).toMatchObject({ movements: [], money: [] });
  });

  test('is refused for more than was paid, or without an item, a reason or a payment', async () => {
    const { order, line } = await makePaidOrder();
    const refused = async (body: object) => (await finance.browser.call('refund-create', body)).body;
    const errors = async (lines: number[], changes: object) =>
      (await refused(request(order.code, lines, changes))).errors;
    expect(await errors([line], { amount: order.total_price + 1 })).toHaveProperty('amount');
    expect(await errors([line], { reason: '' })).toHaveProperty('reason');
    expect(await errors([], {})).toHaveProperty('lines');
    expect(await errors([line + 1_000_000], {})).toHaveProperty('lines');
    expect(await errors([line], { shipping: true })).toHaveProperty('shipping');
    const unpaid = await placeByTransfer();
    expect((await refused(request(unpaid.code, [line]))).errors).toHaveProperty('lines');
  });
});

describe('open questions and warnings of a provider', () => {
  const matter = async (kind: string) =>
    (await finance.browser.done('inbox', {})).matters.find((one: { kind: string }) => one.kind === kind);

  test('a refund whose answer was lost is marked as made or not made, as found at the provider', async () => {
    const refund = async () => {
      const { order, url } = await place(app, mila, ['saturday']);
      await pressAt(app, url!, 'paid');
      await app.settle();
      const lines = (await finance.browser.done('refund-to-create', { code: order.code })).items;
      const request = { code: order.code, lines: [lines[0].line], fees: 'kept', shipping: null, amount: null };
      await confirm('refund-create', { ...request, to: 'card', reason: 'A gift.' }, owner);
      await app.db.run(`update refund_movements set unclear_at = now(), next_try_at = null where key = $1`, [
        `${order.code}-R1-M1`,
      ]);
      return { code: `${order.code}-R1`, movement: (await matter('refund_unclear')).facts.id as string };
    };
    const statusOf = async (code: string) => (await finance.browser.done('refund-to-decide', { code })).status;
    const made = await refund();
    const outcome = await confirm('refund-looked-up', { movement: made.movement, was_made: true }, finance);
    expect(outcome).toMatchObject({ money: expect.arrayContaining([{ account: 'gateway:sandbox', amount: -7_200 }]) });
    expect(await statusOf(made.code)).toBe('processed');
    const again = { movement: made.movement, was_made: false };
    expect((await finance.browser.call('refund-looked-up', again)).status).toBe(409);
    expect((await finance.browser.call('refund-looked-up', { movement: 'NONE-M1', was_made: true })).status).toBe(404);

    const lost = await refund();
    await confirm('refund-looked-up', { movement: lost.movement, was_made: false }, finance);
    expect(await statusOf(lost.code)).toBe('problem');
  });

  test('a fraud warning is settled once, with a note, and the money is kept', async () => {
    const { order, url } = await place(app, mila, ['saturday']);
    await pressAt(app, url!, 'paid');
    await app.settle();
    const { transaction } = (await app.db.row<{ transaction: string }>(
      'select r.transaction from receipts r join orders o on o.id = r.order_id where o.code = $1',
      [order.code],
    ))!;
    const fact = { about: 'fraud_warning', id: 'issfr_office', transaction, reason: 'stolen card' } as const;
    await applyFraudWarning({ db: app.db }, 'sandbox', fact, app.clock.now());
    const warning = (await matter('fraud_warning')).facts.id;
    expect((await finance.browser.call('fraud-warning-settle', { warning, note: '' })).body.errors).toHaveProperty(
      'note',
    );
    const outcome = await confirm('fraud-warning-settle', { warning, note: 'A regular.' }, finance);
    expect(outcome).toMatchObject({ money: [], mails: [], orders: [] });
    expect(await matter('fraud_warning')).toBeUndefined();
    expect((await finance.browser.call('fraud-warning-settle', { warning, note: 'again' })).status).toBe(409);
  });

  test('a payout that does not add up is booked as it is, as previewed', async () => {
    const reported = {
      ...({ about: 'payout', id: 'po_office', state: 'paid', reason: '', amount: 14_000, currency: 'EUR' } as const),
      ...{ arrivesOn: '2026-11-20', statement: 'STRIPE' },
      parts: { charges: 15_300, refunds: -1_000, disputes: 0, fees: -200, failedBefore: 0, other: 0 },
    };
    await applyPayout({ db: app.db, currency: async () => 'EUR' }, 'sandbox', reported, app.clock.now());
    const payout = (await matter('payout')).facts.id;
    expect((await finance.browser.call('payout-settle', { payout, note: '' })).body.errors).toHaveProperty('note');
    const outcome = await confirm('payout-settle', { payout, note: 'A payment by link.' }, finance);
    expect(outcome.money).not.toEqual([]);
    expect((await finance.browser.call('payout-settle', { payout, note: 'again' })).status).toBe(409);
    expect((await finance.browser.call('payout-settle', { payout: 'po_none', note: 'x' })).status).toBe(404);
  });

  test('closing a charge that was not made needs a note and an open charge', async () => {
    const { order, url } = await place(app, mila, ['saturday']);
    await pressAt(app, url!, 'paid');
    await app.settle();
    const charge = { reference: order.payments[0]!.reference, note: 'Not there.' };
    expect((await finance.browser.call('charge-end', { ...charge, note: '' })).body.errors).toHaveProperty('note');
    expect((await finance.browser.call('charge-end', charge)).status).toBe(404);
  });
});
