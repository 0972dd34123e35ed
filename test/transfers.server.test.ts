import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import {
  assignReceipt,
  type BookedTransfer,
  cancelOrder,
  openReceipts,
  ordersOwed,
  recordTransfer,
  resetAttempts,
  settleProblem,
  settleReceipt,
} from '#features/payments/server/public.ts';
import { minor } from '#kernel/money.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { orderNow, payNext, order as placeCardOrder, pressAt } from './support/purchase.ts';
import { rounds } from './support/rounds.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const DAY = 24 * 60 * 60_000;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let mila: string;
let operator: Operator;

beforeAll(async () => {
  app = await givenShopApp();
  operator = operatorOf(app);
});
beforeEach(async () => {
  await app.db.run('delete from rate_limits');
  // Time goes on by weeks here, and a login ends after 30 days.
  mila = await app.login();
});
afterAll(async () => {
  // Whatever the tests did, everything must add up at the end.
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

let count = 0;
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** An order by bank transfer, not paid: a day ticket for 76.00 unless another item is wanted. */
async function awaiting(item = 'saturday'): Promise<Order> {
  count += 1;
  const added = await app.call('add-product-to-cart', {
    token: mila,
    external_code: item,
    full_name: `Holder ${letters(count)}`,
    email: 'holder@example.org',
    age: '25-34',
  });
  expect(added.body.message).toBeUndefined();
  const placed = await app.call('checkout-cart', {
    token: mila,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  expect(placed.body.message).toBeUndefined();
  return placed.body.order;
}

let movements = 0;
async function transfer(said: string, amount: number, transaction?: string): Promise<BookedTransfer> {
  movements += 1;
  const booked = await recordTransfer(
    operator.transfers,
    {
      said,
      amount: minor(amount),
      transaction: transaction ?? `bank-${movements}`,
      receivedAt: app.clock.now(),
      actor: 'tester',
    },
    app.clock.now(),
  );
  if (!booked.ok) throw new Error(booked.error.kind);
  return booked.value;
}

const now = (order: Order) => orderNow(app, mila, order.code);
const assign = (receiptId: number, said: string) =>
  assignReceipt(operator.transfers, { receiptId, said, actor: 'tester' }, app.clock.now());
const settle = (receiptId: number, isReturned: boolean) =>
  settleReceipt(operator.transfers, { receiptId, note: 'seen', isReturned, actor: 'tester' }, app.clock.now());
const cancel = (order: Order, reason = '') =>
  cancelOrder(operator.orders, { code: order.code, reason, actor: 'tester' }, app.clock.now());
const settleAs = (order: Order, to: 'paid' | 'partial' | 'cancelled') =>
  settleProblem(operator.orders, { code: order.code, to, reason: '', actor: 'tester' }, app.clock.now());

const waiting = async () => (await openReceipts(app.db, 1_000)).map((receipt) => receipt.id);
const balanceOf = async (account: string) =>
  (await app.db.row<{ balance: number }>(
    'select coalesce(sum(amount), 0)::bigint as balance from ledger_entries where account = $1',
    [account],
  ))!.balance;
const mailsAbout = async (order: Order) =>
  (await app.mails()).filter((mail) => mail.subject.includes(order.code)).map((mail) => mail.kind);
const auditOf = async (subject: string) =>
  (
    await app.db.rows<{ action: string; actor: string }>(
      'select action, actor from audit_log where subject = $1 order by id',
      [subject],
    )
  ).map(({ action, actor }) => `${actor}: ${action}`);
const soldOf = async (item: string) =>
  (await app.db.row<{ sold: number }>('select sold from shop_items where external_code = $1', [item]))!.sold;

describe('an exact transfer', () => {
  test('given the order’s code, then the order is paid, issued, mailed and audited, and nothing waits', async () => {
    const order = await awaiting();
    const bank = await balanceOf('bank');
    const booked = await transfer(order.code.toLowerCase().replace('-', ' '), 7_600);
    expect(booked).toMatchObject({ attention: null, rest: 0, order: { payment_status: 'paid', total_paid: 7_600 } });
    const after = await now(order);
    expect(after).toMatchObject({ payment_status: 'paid', total_paid: 7_600, has_invoice: true });
    expect(after.tickets).toHaveLength(1);
    expect(after.tickets[0]).toMatchObject({ allow_download: true, pending: false });
    expect(await mailsAbout(order)).toEqual(['order-received', 'payment-received']);
    expect(await auditOf(order.code)).toEqual(['tester: payment.recorded']);
    expect(await waiting()).not.toContain(booked.receiptId);
    expect((await balanceOf('bank')) - bank).toBe(7_600);
  });

  test('given a date of the bank, then the payment was made that day', async () => {
    const order = await awaiting();
    const receivedAt = new Date(app.clock.now().getTime() - 2 * DAY);
    await recordTransfer(
      operator.transfers,
      { said: order.code, amount: minor(7_600), transaction: 'dated-1', receivedAt, actor: 'tester' },
      app.clock.now(),
    );
    expect((await now(order)).payments[0]).toMatchObject({ paid_at: receivedAt.toISOString() });
  });

  test('given the same bank transaction again, then it is booked once and the first is named', async () => {
    const order = await awaiting();
    const first = await transfer(order.code, 7_600, 'twice-1');
    const again = await recordTransfer(
      operator.transfers,
      { said: 'else', amount: minor(1), transaction: 'twice-1', receivedAt: app.clock.now(), actor: 'tester' },
      app.clock.now(),
    );
    expect(again).toMatchObject({
      ok: false,
      error: { kind: 'booked_before', receipt: { id: first.receiptId, amount: 7_600 } },
    });
    expect(await auditOf(order.code)).toHaveLength(1);
  });

  test('given two operators who type the same transfer at once, for one order or for two, then it is booked once', async () => {
    const one = await awaiting();
    const other = await awaiting();
    for (const [index, said] of [
      [one.code, one.code],
      [one.code, other.code],
      ['nonsense', other.code],
    ].entries()) {
      const tries = await Promise.all(
        [...said, ...said].map((text) =>
          recordTransfer(
            operator.transfers,
            {
              said: text,
              amount: minor(7_600),
              transaction: `race-${index}`,
              receivedAt: app.clock.now(),
              actor: 'tester',
            },
            app.clock.now(),
          ),
        ),
      );
      expect(tries.filter((booked) => booked.ok)).toHaveLength(1);
    }
    const rows = await app.db.rows(`select 1 from receipts where transaction like 'race-%'`);
    expect(rows).toHaveLength(3);
  });
});

describe('a short transfer', () => {
  test('is counted and listed, issues nothing, says what is missing, and is settled when the rest comes', async () => {
    const order = await awaiting();
    const booked = await transfer(order.code, 7_000);
    expect(booked).toMatchObject({ attention: 'short', rest: 0, order: { payment_status: 'partial' } });
    const short = await now(order);
    expect(short).toMatchObject({ payment_status: 'partial', total_paid: 7_000, tickets: [] });
    expect(short.cartProducts).toHaveLength(1);
    expect(short.payments[0]).toMatchObject({ payment_status: 'partial', paid_amount: 7_000, paid_at: null });
    expect(await waiting()).toContain(booked.receiptId);
    const mail = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(mail.body_text).toContain('€6.00');

    await app.travel(20 * DAY);
    expect(await now(order)).toMatchObject({ payment_status: 'partial' });
    expect(await transfer(`${order.code}-1`, 600)).toMatchObject({ attention: null });
    const paid = await now(order);
    expect(paid).toMatchObject({ payment_status: 'paid', total_paid: 7_600 });
    expect(paid.tickets).toHaveLength(1);
    expect(await waiting()).not.toContain(booked.receiptId);
  });

  test('for the first part of a plan issues nothing until that part is whole', async () => {
    const order = await awaiting('sandlark-pass-plan');
    await transfer(order.code, 5_000);
    expect(await now(order)).toMatchObject({ payment_status: 'partial', tickets: [] });
    await transfer(order.code, 450);
    const begun = await now(order);
    expect(begun.tickets).toMatchObject([{ pending: true, allow_download: false }]);
    expect(begun.payments.map((payment) => payment.payment_status)).toEqual(['paid', 'pending', 'pending', 'pending']);
  });
});

describe('a transfer that is too much', () => {
  test('pays the order, keeps the rest in suspense, and the rest can pay another order', async () => {
    const order = await awaiting();
    const other = await awaiting();
    const booked = await transfer(order.code, 10_000);
    expect(booked).toMatchObject({ attention: 'over', rest: 2_400, order: { payment_status: 'paid' } });
    expect(await now(order)).toMatchObject({ total_paid: 7_600 });
    expect(await waiting()).toContain(booked.receiptId);

    expect(await assign(booked.receiptId, order.code)).toMatchObject({ ok: false, error: { kind: 'paid_already' } });
    expect(await assign(booked.receiptId, other.code)).toMatchObject({
      ok: true,
      value: { attention: 'short', rest: 0, order: { payment_status: 'partial', total_paid: 2_400 } },
    });
    expect(await assign(booked.receiptId, other.code)).toMatchObject({
      ok: false,
      error: { kind: 'nothing_in_suspense' },
    });
    await transfer(other.code, 5_200);
    expect(await now(other)).toMatchObject({ payment_status: 'paid', total_paid: 7_600 });
    expect(await waiting()).not.toContain(booked.receiptId);
  });

  test('is booked as returned when the operator sends it back', async () => {
    const order = await awaiting();
    const { receiptId } = await transfer(order.code, 7_700);
    const bank = await balanceOf('bank');
    expect(await settle(receiptId, true)).toMatchObject({ ok: true, value: { returned: 100 } });
    expect((await balanceOf('bank')) - bank).toBe(-100);
    expect(await waiting()).not.toContain(receiptId);
    expect(await settle(receiptId, true)).toMatchObject({ ok: false, error: { kind: 'not_waiting' } });
  });

  test('for a plan pays as many later parts as it covers wholly, up to all of them', async () => {
    const order = await awaiting('sandlark-pass-plan');
    expect(await transfer(order.code, 5_450 + 4_800 + 100)).toMatchObject({ attention: 'over', rest: 100 });
    expect((await now(order)).payments.map((payment) => payment.paid_amount)).toEqual([5_450, 4_800, 0, 0]);
    // By its own reference, the last part first; then the one before it.
    expect(await transfer(`${order.code}-4`, 9_600)).toMatchObject({ attention: null, rest: 0 });
    const paid = await now(order);
    expect(paid).toMatchObject({ payment_status: 'paid', total_paid: 19_850 });
    expect(paid.tickets).toMatchObject([{ pending: false, allow_download: true }]);
  });
});

describe('money that fits no payment', () => {
  test('given an unknown reference, then it waits in suspense until it is assigned', async () => {
    const order = await awaiting();
    const booked = await transfer('birthday present', 7_600);
    expect(booked).toMatchObject({ attention: 'unmatched', order: null, rest: 7_600 });
    expect(await openReceipts(app.db, 1_000)).toContainEqual(
      expect.objectContaining({ id: booked.receiptId, said: 'birthday present', suspended: 7_600, order_code: null }),
    );
    expect(await assign(booked.receiptId, 'SLK-NOBODY')).toMatchObject({ ok: false, error: { kind: 'unknown_order' } });
    expect(await assign(999_999, order.code)).toMatchObject({ ok: false, error: { kind: 'unknown_receipt' } });
    expect(await assign(booked.receiptId, order.code)).toMatchObject({ ok: true, value: { attention: null } });
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
    expect(await waiting()).not.toContain(booked.receiptId);
    expect(await auditOf(order.code)).toEqual(['tester: payment.assigned']);
  });

  test('given two operators who assign it to two orders at once, then one gets it', async () => {
    const orders = [await awaiting(), await awaiting()];
    const { receiptId } = await transfer('whose is it', 7_600);
    const tries = await Promise.all(orders.map((order) => assign(receiptId, order.code)));
    expect(tries.map((one) => (one.ok ? 'ok' : one.error.kind)).sort()).toEqual(['nothing_in_suspense', 'ok']);
    const states = await Promise.all(orders.map(async (order) => (await now(order)).payment_status));
    expect(states.sort()).toEqual(['paid', 'pending']);
  });

  test('given a payment that was paid before, then it is double; settled without a return it stays in suspense', async () => {
    const order = await awaiting();
    await transfer(order.code, 7_600);
    const booked = await transfer(order.code, 7_600);
    expect(booked).toMatchObject({ attention: 'double', rest: 7_600 });
    const suspense = await balanceOf('suspense');
    expect(await settle(booked.receiptId, false)).toMatchObject({ ok: true, value: { returned: 0 } });
    expect(await balanceOf('suspense')).toBe(suspense);
    expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: 7_600 });
  });

  test('given an order that cost nothing, then all of it is too much', async () => {
    const added = await app.call('add-product-to-cart', {
      token: mila,
      external_code: 'saturday',
      full_name: 'Free Guest',
      email: 'holder@example.org',
      age: '25-34',
    });
    const { body } = await app.call('checkout-cart', {
      token: mila,
      cart: added.body.cart.code,
      customer: { country: 'NL', address },
      order: { accepted_ts_and_cs: true },
      voucher_code: 'FULLHOUSE',
    });
    expect(await transfer(body.order.code, 100)).toMatchObject({ attention: 'double', rest: 100 });
  });
});

describe('a late transfer', () => {
  test('given an order cancelled for want of money whose stock is there, then it comes back and is paid', async () => {
    const order = await awaiting();
    await app.travel(10 * DAY);
    expect(await now(order)).toMatchObject({ payment_status: 'cancelled' });
    expect(await transfer(order.code, 7_600)).toMatchObject({ attention: null, order: { payment_status: 'paid' } });
    expect((await now(order)).tickets).toMatchObject([{ status: 'active', allow_download: true }]);
  });

  test('given less than its price, then it does not take the stock again: the order is a problem, and the money waits', async () => {
    const order = await awaiting();
    await app.travel(10 * DAY);
    const sold = await soldOf('saturday');
    const booked = await transfer(order.code, 7_000);
    expect(booked).toMatchObject({ attention: 'late', rest: 7_000, order: { payment_status: 'problem' } });
    expect(await soldOf('saturday')).toBe(sold);
    expect(await assign(booked.receiptId, order.code)).toMatchObject({
      ok: false,
      error: { kind: 'cannot_be_served', code: order.code },
    });
    expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: 0 });
    expect(await settleAs(order, 'partial')).toMatchObject({ ok: false, error: { kind: 'money_says' } });
    expect(await settleAs(order, 'cancelled')).toMatchObject({ ok: true });
    expect(await settle(booked.receiptId, true)).toMatchObject({ ok: true, value: { returned: 7_000 } });
    expect(await now(order)).toMatchObject({ payment_status: 'cancelled', total_paid: 0 });
  });

  test('given stock that is gone, then it waits; once there is stock again it can be assigned', async () => {
    const order = await awaiting('lark-lodge');
    await app.travel(10 * DAY);
    await app.db.run(
      `update shop_items set capacity = sold + held, capacity_wanted = sold + held where external_code = 'lark-lodge'`,
    );
    const booked = await transfer(order.code, 25_200);
    expect(booked).toMatchObject({ attention: 'late', order: { payment_status: 'problem' } });
    expect(await assign(booked.receiptId, order.code)).toMatchObject({
      ok: false,
      error: { kind: 'cannot_be_served' },
    });
    await app.db.run(`update shop_items set capacity = 6, capacity_wanted = 6 where external_code = 'lark-lodge'`);
    expect(await assign(booked.receiptId, order.code)).toMatchObject({
      ok: true,
      value: { attention: null, order: { payment_status: 'paid' } },
    });
    expect((await now(order)).tickets).toHaveLength(1);
  });
});

describe('the operator cancels an order', () => {
  test('given one that waits for a transfer, then its stock is back, the customer is told why, and late money brings it back', async () => {
    const order = await awaiting();
    const sold = await soldOf('saturday');
    expect(await cancel(order, 'The Saturday is moved.')).toMatchObject({
      ok: true,
      value: { payment_status: 'cancelled' },
    });
    expect(await soldOf('saturday')).toBe(sold - 1);
    const mail = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(mail).toMatchObject({ kind: 'order-cancelled' });
    expect(mail.body_text).toContain('The Saturday is moved.');
    expect(mail.body_text).toContain('You have not been charged.');
    expect(await auditOf(order.code)).toEqual(['tester: order.cancelled']);
    expect(await cancel(order)).toMatchObject({ ok: false, error: { kind: 'not_from_here', status: 'cancelled' } });
    await transfer(order.code, 7_600);
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('given a plan that has begun, then what was paid stays owed and is listed', async () => {
    const order = await awaiting('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    expect(await cancel(order)).toMatchObject({ ok: true });
    const after = await now(order);
    expect(after).toMatchObject({ payment_status: 'cancelled', total_paid: 5_450 });
    expect(after.tickets).toMatchObject([{ status: 'cancelled' }]);
    expect(await ordersOwed(app.db, 1_000)).toContainEqual(
      expect.objectContaining({ code: order.code, owed: 5_450, customer_email: 'mila@example.org' }),
    );
    const mail = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(mail.body_text).toContain('€54.50');
  });

  test('given a card payment that was opened, then it is ended at the gateway; one that was paid meanwhile keeps the order', async () => {
    const open = await placeCardOrder(app, mila, ['saturday']);
    expect(await cancel(open.order)).toMatchObject({ ok: true });
    const page = await app.fetch(new URL(open.url!).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ outcome: 'paid' }),
    });
    expect(page.status).toBeLessThan(500);
    expect(await now(open.order)).toMatchObject({ payment_status: 'cancelled' });

    const lost = await placeCardOrder(app, mila, ['saturday']);
    await pressAt(app, lost.url!, 'lost').catch(() => {});
    expect(await cancel(lost.order)).toMatchObject({ ok: false, error: { kind: 'not_from_here', status: 'paid' } });
    expect(await now(lost.order)).toMatchObject({ payment_status: 'paid' });
  });

  test('given a paid or unknown order, then it is refused', async () => {
    const order = await awaiting();
    await transfer(order.code, 7_600);
    expect(await cancel(order)).toMatchObject({ ok: false, error: { kind: 'not_from_here', status: 'paid' } });
    expect(await cancel({ ...order, code: 'SLK-NOBODY' })).toMatchObject({
      ok: false,
      error: { kind: 'unknown_order' },
    });
  });

  test('given an open refund, then it is refused', async () => {
    const order = await awaiting('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    const { checksum } = order;
    expect(checksum).toBeTruthy();
    const { body } = await app.call('request-refund', {
      token: mila,
      order_id: order.id,
      bank_owner_full_name: 'Mila Okonkwo',
      bank_owner_address: address,
      bank_name: 'Duinbank',
      bank_city: 'Noorderzand',
      bank_country: 'NL',
      bank_bic: 'ABNANL2A',
      bank_iban: 'NL91ABNA0417164300',
    });
    expect(body.refund_id).toBe(`${order.code}-R1`);
    expect(await cancel(order)).toMatchObject({ ok: false, error: { kind: 'has_refunds' } });
  });

  test('given cancelling and money at once, then the order ends whole either way', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await awaiting();
      const [cancelled] = await Promise.all([cancel(order), transfer(order.code, 7_600)]);
      // Cancelled first, the money revives it; paid first, the cancelling is refused.
      expect(cancelled.ok || cancelled.error.kind === 'not_from_here').toBe(true);
      expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: 7_600 });
    }
  });
});

describe('a problem', () => {
  test('given a wrong amount by card, then the operator counts it by assigning it, and the rest is awaited', async () => {
    const { order } = await placeCardOrder(app, mila, ['saturday']);
    await app.db.run('update sandbox_payments set amount = 7500 where merchant_reference = $1', [`${order.code}-1-1`]);
    const attempt = await app.db.row<{ id: string }>('select id from sandbox_payments where merchant_reference = $1', [
      `${order.code}-1-1`,
    ]);
    await pressAt(app, `http://x/sandbox-gateway/pay/${attempt!.id}`, 'paid');
    expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: 0 });
    expect(await settleAs(order, 'paid')).toMatchObject({
      ok: false,
      error: { kind: 'money_says', total: 7_600, paid: 0 },
    });
    const receipt = (await openReceipts(app.db, 1_000)).find((one) => one.order_code === order.code)!;
    expect(receipt).toMatchObject({ attention: 'amount', suspended: 7_500, source: 'sandbox' });
    expect(await assign(receipt.id, order.code)).toMatchObject({ ok: true, value: { attention: 'short' } });
    expect(await now(order)).toMatchObject({ payment_status: 'partial', total_paid: 7_500 });
    await transfer(order.code, 100);
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('given a plan with one wrong payment, then the order goes on while that payment waits, and follows its money when settled', async () => {
    const order = await awaiting('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    const started = await payNextWithWrongAmount(order);
    expect(started).toMatchObject({ payment_status: 'problem' });
    expect(await settleAs(order, 'partial')).toMatchObject({ ok: true, value: { payment_status: 'partial' } });
    expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'problem' });
    const receipt = (await openReceipts(app.db, 1_000)).find((one) => one.order_code === order.code)!;
    expect(await settle(receipt.id, true)).toMatchObject({ ok: true });
    expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'pending' });
  });

  test('given a wrong payment whose money is assigned to another order, then its own payment is open again', async () => {
    const order = await awaiting('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    await payNextWithWrongAmount(order);
    expect(await settleAs(order, 'partial')).toMatchObject({ ok: true });
    const receipt = (await openReceipts(app.db, 1_000)).find((one) => one.order_code === order.code)!;
    expect(await assign(receipt.id, (await awaiting()).code)).toMatchObject({ ok: true });
    expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'pending' });
  });

  test('given no problem, then it is refused', async () => {
    const order = await awaiting();
    expect(await settleAs(order, 'cancelled')).toMatchObject({
      ok: false,
      error: { kind: 'no_problem', status: 'pending' },
    });
  });

  async function payNextWithWrongAmount(order: Order): Promise<Order> {
    const { checksum } = await now(order);
    const reference = `${order.code}-2`;
    const { body } = await app.call('pay-payment-plan-order-payment', { order: order.code, checksum, reference });
    await app.db.run('update sandbox_payments set amount = amount + 1 where merchant_reference = $1', [
      `${reference}-1`,
    ]);
    await pressAt(app, body.payment.url, 'paid');
    return now(order);
  }
});

test('given the maximum of tries, then the operator sets them back and the next try starts', async () => {
  const order = await awaiting('sandlark-pass-plan');
  await transfer(order.code, 5_450);
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await payNext(app, mila, order.code, 'declined')).status).toBe(200);
  }
  expect((await payNext(app, mila, order.code)).status).toBe(409);
  const reset = (reference: string) => resetAttempts({ db: app.db }, { reference, actor: 'tester' }, app.clock.now());
  expect(await reset(order.code)).toMatchObject({ ok: false, error: { kind: 'unknown_reference' } });
  expect(await reset(`${order.code}-1`)).toMatchObject({ ok: false, error: { kind: 'paid_already' } });
  expect(await reset(`${order.code}-2`)).toMatchObject({ ok: true, value: { attempts: 5 } });
  expect((await payNext(app, mila, order.code)).status).toBe(200);
  expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'paid' });
});

test('property: whatever transfers come for a plan, by whatever name, all of the money is in the ledger once and the order says what counts', async () => {
  // As many as are wanted: many rounds need many.
  await app.db.run(
    `update shop_items set capacity = null, capacity_wanted = null where external_code = 'sandlark-pass-plan'`,
  );
  const arrivals = fc.array(
    fc.record({
      names: fc.constantFrom('', '-1', '-2', '-3', '-4', '-9'),
      amount: fc.oneof(fc.constantFrom(4_800, 5_450, 9_600, 19_850), fc.integer({ min: 1, max: 12_000 })),
      cancelsFirst: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async (drawn) => {
      const order = await awaiting('sandlark-pass-plan');
      const before = { bank: await balanceOf('bank'), suspense: await balanceOf('suspense') };
      let all = 0;
      for (const { names, amount, cancelsFirst } of drawn) {
        if (cancelsFirst) await cancel(order);
        await transfer(order.code + names, amount);
        all += amount;
      }
      const after = await now(order);
      expect((await balanceOf('bank')) - before.bank).toBe(all);
      expect(after.total_paid + before.suspense - (await balanceOf('suspense'))).toBe(all);
      expect(after.payments.reduce((sum, payment) => sum + payment.paid_amount, 0)).toBe(after.total_paid);
      expect(after.total_paid).toBeLessThanOrEqual(after.total_price);
      expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    }),
    { numRuns: 12 * rounds },
  );
});
