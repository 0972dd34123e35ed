import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { mailOrderAgain, ordersThatOweMoney, recordTransfer } from '#features/desk/server/public.ts';
import { creditorReference } from '#features/orders/domain/creditor-reference.ts';
import { unpaidOf } from '#features/orders/server/public.ts';
import { openReceipts } from '#features/payments/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { formatDate } from '#kernel/dates.ts';
import { minor } from '#kernel/money.ts';
import type { StoredDraft } from '#platform/mail/mail-content.ts';
import { compose } from './support/mail-body.ts';
import { rounds } from './support/rounds.ts';
import {
  address,
  app,
  assign,
  auditOf,
  balanceOf,
  cancel,
  DAY,
  givenTransferShop,
  mailsAbout,
  mila,
  now,
  operator,
  placeByTransfer,
  settle,
  settleAs,
  soldOf,
  transfer,
  waiting,
} from './support/transfer-shop.ts';

givenTransferShop();

const MINUTE = 60_000;
const payByOf = async (code: string) =>
  (await app.db.row<{ pay_by: Date | null }>('select pay_by from orders where code = $1', [code]))!.pay_by;
/** Returns the units of stock that an order keeps. */
const unitsOf = async (code: string) =>
  (await app.db.row<{ count: number }>(
    'select count(l.unit_id) as count from order_lines l join orders o on o.id = l.order_id where o.code = $1',
    [code],
  ))!.count;
const customerOf = async (code: string) =>
  (await app.db.row<{ id: number }>('select customer_id as id from orders where code = $1', [code]))!.id;

describe('an exact transfer', () => {
  test('with the order’s code pays it, issues it, mails and audits it, and nothing waits', async () => {
    const order = await placeByTransfer();
    const bank = await balanceOf('bank');
    const booked = await transfer(order.code.toLowerCase().replace('-', ' '), 7_600);
    expect(booked).toMatchObject({ attention: null, rest: 0, order: { paymentStatus: 'paid', totalPaid: 7_600 } });
    const after = await now(order);
    expect(after).toMatchObject({ payment_status: 'paid', total_paid: 7_600, has_invoice: true });
    expect(after.tickets).toHaveLength(1);
    expect(after.tickets[0]).toMatchObject({ allow_download: true, pending: false });
    expect(await mailsAbout(order)).toEqual(['order-received', 'payment-received']);
    expect(await auditOf(order.code)).toEqual(['tester: payment.recorded']);
    expect(await waiting()).not.toContain(booked.receiptId);
    expect((await balanceOf('bank')) - bank).toBe(7_600);
  });

  test('gives the payment the bank’s date', async () => {
    const order = await placeByTransfer();
    const receivedAt = new Date(app.clock.now().getTime() - 2 * DAY);
    await recordTransfer(
      operator.transfers,
      { words: order.code, amount: minor(7_600), transaction: 'dated-1', receivedAt, actor: commandLine('tester') },
      app.clock.now(),
    );
    expect((await now(order)).payments[0]).toMatchObject({ paid_at: receivedAt.toISOString() });
  });

  test('that is entered again is booked once, and the first record is named', async () => {
    const order = await placeByTransfer();
    const first = await transfer(order.code, 7_600, 'twice-1');
    const again = await recordTransfer(
      operator.transfers,
      {
        words: 'else',
        amount: minor(1),
        transaction: 'twice-1',
        receivedAt: app.clock.now(),
        actor: commandLine('tester'),
      },
      app.clock.now(),
    );
    expect(again).toMatchObject({
      ok: false,
      error: { kind: 'booked_before', receipt: { id: first.receiptId, amount: 7_600 } },
    });
    expect(await auditOf(order.code)).toHaveLength(1);
  });

  test.each([
    ['in small letters, then in capitals', 'casing-000001', 'CASING-000001'],
    ['in capitals, then in small letters', 'CASING-000002', 'casing-000002'],
    ['without hyphens, then with them', 'CASING000003', 'casing-000003'],
  ])('that is entered %s, is booked once', async (_, first, second) => {
    const order = await placeByTransfer();
    const enter = (transaction: string) =>
      recordTransfer(
        operator.transfers,
        {
          ...{ words: order.code, amount: minor(7_600), transaction, receivedAt: app.clock.now() },
          actor: commandLine('tester'),
        },
        app.clock.now(),
      );
    expect((await enter(first)).ok).toBe(true);
    expect(await enter(second)).toMatchObject({ ok: false, error: { kind: 'booked_before' } });
  });

  test('that is entered in small letters is not booked from its line with capitals', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600, 'fromline-00001');
    const line = {
      ...{ words: order.code, amount: minor(7_600), receivedAt: app.clock.now(), actor: commandLine('tester') },
      ...{ transaction: 'camt:X:2026-11-20:7600:FROMLINE-00001', bankReference: 'FROMLINE-00001' },
    };
    expect(await recordTransfer(operator.transfers, line, app.clock.now())).toMatchObject({
      ...{ ok: false, error: { kind: 'booked_before', receipt: { transaction: 'fromline-00001' } } },
    });
  });

  test('that several operators enter at once, in capitals or not, is booked once', async () => {
    const order = await placeByTransfer();
    const bookings = await Promise.all(
      ['SPELLED00001', 'spelled00001', 'SPELLED00001'].map((transaction) =>
        recordTransfer(
          operator.transfers,
          {
            ...{ words: order.code, amount: minor(7_600), transaction, receivedAt: app.clock.now() },
            actor: commandLine('tester'),
          },
          app.clock.now(),
        ),
      ),
    );
    expect(bookings.filter((booked) => booked.ok)).toHaveLength(1);
  });

  test('that two operators enter at once, for one order or two, is booked once', async () => {
    const one = await placeByTransfer();
    const other = await placeByTransfer();
    for (const [index, words] of [
      [one.code, one.code],
      [one.code, other.code],
      ['nonsense', other.code],
    ].entries()) {
      const bookings = await Promise.all(
        [...words, ...words].map((text) =>
          recordTransfer(
            operator.transfers,
            {
              words: text,
              amount: minor(7_600),
              transaction: `race-${index}`,
              receivedAt: app.clock.now(),
              actor: commandLine('tester'),
            },
            app.clock.now(),
          ),
        ),
      );
      expect(bookings.filter((booked) => booked.ok)).toHaveLength(1);
    }
    const rows = await app.db.rows(`select 1 from receipts where transaction like 'race-%'`);
    expect(rows).toHaveLength(3);
  });
});

test('a plan’s first transfer is due in seven days, which every mail names until that day has passed', async () => {
  const order = await placeByTransfer('sandlark-pass-plan');
  const due = order.payments[0]!.due_at;
  expect(Date.parse(due) - Date.parse(order.created_at)).toBe(7 * DAY);
  const sendAgain = async () => {
    const sent = await mailOrderAgain(
      app.db,
      operator.parts,
      { code: order.code, actor: commandLine('tester') },
      app.clock.now(),
    );
    expect(sent.ok).toBe(true);
    const mail = (await app.mails()).findLast(({ subject }) => subject.includes(order.code));
    return mail!.body_text!.replace(/\s+/g, ' ');
  };
  const words = `Transfer by: ${formatDate(due, { locale: 'en-IE', timezone: 'Europe/Amsterdam' })}`;
  await app.travel(3 * DAY);
  expect(await sendAgain()).toContain(words);
  await app.travel(5 * DAY + MINUTE);
  expect(await sendAgain()).not.toContain('Transfer by:');
});

test('the mail about an order by transfer has its code to scan and its due day', async () => {
  const order = await placeByTransfer();
  const mail = await app.db.row<{ draft: StoredDraft; attachments: unknown }>(
    `select draft, attachments from mails where kind = 'order-received' and subject like '%' || $1 || '%'`,
    [order.code],
  );
  const { html } = compose(mail!.draft);
  expect(html).toContain('src="cid:code-1"');
  // The mail does not name the day on which the order is cancelled, which is some days of grace later.
  const day = formatDate(order.payments[0]!.due_at, { locale: 'en-IE', timezone: 'Europe/Amsterdam' });
  expect(html).toContain(day);
  expect(html).toContain('Transfer by');
  expect(mail!.attachments).toEqual([
    { kind: 'qr', cid: 'code-1', code: expect.stringContaining(`EUR76.00\n\n${creditorReference(order.code)}`) },
  ]);
});

describe('a short transfer', () => {
  test('is counted and listed, issues nothing, and is settled when the rest arrives', async () => {
    const order = await placeByTransfer();
    const booked = await transfer(order.code, 7_000);
    expect(booked).toMatchObject({ attention: 'short', rest: 0, order: { paymentStatus: 'partial' } });
    const short = await now(order);
    expect(short).toMatchObject({ payment_status: 'partial', total_paid: 7_000, tickets: [] });
    expect(short.cartProducts).toHaveLength(1);
    expect(short.payments[0]).toMatchObject({ payment_status: 'partial', paid_amount: 7_000, paid_at: null });
    expect(await waiting()).toContain(booked.receiptId);
    const mail = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(mail.body_text).toContain('€6.00');

    expect(await transfer(`${order.code}-1`, 600)).toMatchObject({ attention: null });
    const paid = await now(order);
    expect(paid).toMatchObject({ payment_status: 'paid', total_paid: 7_600 });
    expect(paid.tickets).toHaveLength(1);
    expect(await waiting()).not.toContain(booked.receiptId);
  });

  test('keeps and shows the order’s deadline, and is owed once the order is cancelled', async () => {
    const order = await placeByTransfer();
    const deadline = await payByOf(order.code);
    await transfer(order.code, 7_000);
    expect(await payByOf(order.code)).toEqual(deadline);
    expect(await now(order)).toMatchObject({ kept_until: deadline!.toISOString() });
    const mail = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(mail.body_text).toContain('€6.00 is still outstanding. We are holding your items until');

    await app.travel(deadline!.getTime() - app.clock.now().getTime() - 1);
    expect(await now(order)).toMatchObject({ payment_status: 'partial' });
    await app.travel(MINUTE);
    expect(await now(order)).toMatchObject({ payment_status: 'cancelled', total_paid: 7_000, kept_until: null });
    expect(await unitsOf(order.code)).toBe(0);
    expect(await mailsAbout(order)).toEqual(['order-received', 'payment-received', 'order-cancelled']);
    const last = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(last.body_text).toContain('was not paid in full in time');
    expect(last.body_text).toContain('You have paid €70.00. We will contact you about refunding it.');
    const owed = await ordersThatOweMoney(app.db, 1_000);
    expect(owed.find(({ code }) => code === order.code)).toMatchObject({ owed: 7_000 });
  });

  test('counts as unpaid: paying a cent for each order leaves no room for more orders', async () => {
    const order = await placeByTransfer();
    const customer = await customerOf(order.code);
    const unpaid = async () => (await unpaidOf(app.db, [customer])).get(customer) ?? { orders: 0, items: 0 };
    const before = await unpaid();
    await transfer(order.code, 1);
    expect(await unpaid()).toEqual(before);
    await transfer(order.code, 7_599);
    expect(await unpaid()).toEqual({
      orders: before.orders - 1,
      items: before.items - 1,
    });
  });

  test('for a plan’s first instalment keeps its deadline until it is paid in full', async () => {
    const order = await placeByTransfer('sandlark-pass-plan');
    const deadline = await payByOf(order.code);
    await transfer(order.code, 5_000);
    expect(await payByOf(order.code)).toEqual(deadline);
    await transfer(order.code, 450);
    expect(await payByOf(order.code)).toBeNull();
  });

  test('for a plan’s first instalment issues nothing until it is paid in full', async () => {
    const order = await placeByTransfer('sandlark-pass-plan');
    await transfer(order.code, 5_000);
    expect(await now(order)).toMatchObject({ payment_status: 'partial', tickets: [] });
    await transfer(order.code, 450);
    const begun = await now(order);
    expect(begun.tickets).toMatchObject([{ pending: true, allow_download: false }]);
    expect(begun.payments.map((payment) => payment.payment_status)).toEqual(['paid', 'pending', 'pending', 'pending']);
  });
});

describe('a transfer of too much', () => {
  test('pays the order and keeps the rest in suspense, which can pay another order', async () => {
    const order = await placeByTransfer();
    const other = await placeByTransfer();
    const booked = await transfer(order.code, 10_000);
    expect(booked).toMatchObject({ attention: 'over', rest: 2_400, order: { paymentStatus: 'paid' } });
    expect(await now(order)).toMatchObject({ total_paid: 7_600 });
    expect(await waiting()).toContain(booked.receiptId);

    expect(await assign(booked.receiptId, order.code)).toMatchObject({ ok: false, error: { kind: 'paid_already' } });
    expect(await assign(booked.receiptId, other.code)).toMatchObject({
      ok: true,
      value: { attention: 'short', rest: 0, order: { paymentStatus: 'partial', totalPaid: 2_400 } },
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
    const order = await placeByTransfer();
    const { receiptId } = await transfer(order.code, 7_700);
    const bank = await balanceOf('bank');
    expect(await settle(receiptId, { isReturned: true })).toMatchObject({ ok: true, value: { returned: 100 } });
    expect((await balanceOf('bank')) - bank).toBe(-100);
    expect(await waiting()).not.toContain(receiptId);
    expect(await settle(receiptId, { isReturned: true })).toMatchObject({ ok: false, error: { kind: 'not_waiting' } });
  });

  test('for a plan pays as many later parts as it covers in full, up to all of them', async () => {
    const order = await placeByTransfer('sandlark-pass-plan');
    expect(await transfer(order.code, 5_450 + 4_800 + 100)).toMatchObject({ attention: 'over', rest: 100 });
    expect((await now(order)).payments.map((payment) => payment.paid_amount)).toEqual([5_450, 4_800, 0, 0]);
    // Two payments are made by their own references, the last one first.
    expect(await transfer(`${order.code}-4`, 9_600)).toMatchObject({ attention: null, rest: 0 });
    const paid = await now(order);
    expect(paid).toMatchObject({ payment_status: 'paid', total_paid: 19_850 });
    expect(paid.tickets).toMatchObject([{ pending: false, allow_download: true }]);
  });
});

describe('money that fits no payment', () => {
  test('with an unknown reference waits in suspense until it is assigned', async () => {
    const order = await placeByTransfer();
    const booked = await transfer('birthday present', 7_600);
    expect(booked).toMatchObject({ attention: 'unmatched', order: null, rest: 7_600 });
    expect(await openReceipts(app.db, 1_000)).toContainEqual(
      expect.objectContaining({ id: booked.receiptId, words: 'birthday present', suspended: 7_600, orderCode: null }),
    );
    expect(await assign(booked.receiptId, 'SLK-NOBODY')).toMatchObject({ ok: false, error: { kind: 'unknown_order' } });
    expect(await assign(999_999, order.code)).toMatchObject({ ok: false, error: { kind: 'unknown_receipt' } });
    expect(await assign(booked.receiptId, order.code)).toMatchObject({ ok: true, value: { attention: null } });
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
    expect(await waiting()).not.toContain(booked.receiptId);
    expect(await auditOf(order.code)).toEqual(['tester: payment.assigned']);
  });

  test('beyond what an order needs is audited with the sum that counts and the rest', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer('far too much', 9_000);
    expect(await assign(receiptId, order.code)).toMatchObject({ ok: true, value: { rest: 1_400 } });
    const [entry] = await app.db.rows('select details from audit_log where subject = $1', [order.code]);
    expect(entry).toEqual({ details: { receipt: receiptId, amount: 7_600, still: 1_400 } });
  });

  test('that two operators assign to two orders at once goes to one of them', async () => {
    const orders = [await placeByTransfer(), await placeByTransfer()];
    const { receiptId } = await transfer('whose is it', 7_600);
    const bookings = await Promise.all(orders.map((order) => assign(receiptId, order.code)));
    expect(bookings.map((one) => (one.ok ? 'ok' : one.error.kind)).sort()).toEqual(['nothing_in_suspense', 'ok']);
    const states = await Promise.all(orders.map(async (order) => (await now(order)).payment_status));
    expect(states.sort()).toEqual(['paid', 'pending']);
  });

  test('for a paid payment is a duplicate, and stays in suspense if it is settled without a return', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    const booked = await transfer(order.code, 7_600);
    expect(booked).toMatchObject({ attention: 'double', rest: 7_600 });
    const suspense = await balanceOf('suspense');
    expect(await settle(booked.receiptId, { isReturned: false })).toMatchObject({ ok: true, value: { returned: 0 } });
    expect(await balanceOf('suspense')).toBe(suspense);
    expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: 7_600 });
  });

  test('for a free order is surplus in full', async () => {
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
  test('revives an order cancelled for non-payment whose stock is still available', async () => {
    const order = await placeByTransfer();
    await app.travel(10 * DAY);
    expect(await now(order)).toMatchObject({ payment_status: 'cancelled' });
    expect(await transfer(order.code, 7_600)).toMatchObject({ attention: null, order: { paymentStatus: 'paid' } });
    expect((await now(order)).tickets).toMatchObject([{ status: 'active', allow_download: true }]);
    expect(await auditOf(order.code)).toEqual([
      'system: order.ended',
      'system: order.revived',
      'tester: payment.recorded',
    ]);
  });

  test('of less than the price takes no stock: the order has a problem, and the money waits', async () => {
    const order = await placeByTransfer();
    await app.travel(10 * DAY);
    const sold = await soldOf('saturday');
    const booked = await transfer(order.code, 7_000);
    expect(booked).toMatchObject({ attention: 'late', rest: 7_000, order: { paymentStatus: 'problem' } });
    expect(await soldOf('saturday')).toBe(sold);
    expect(await assign(booked.receiptId, order.code)).toMatchObject({
      ok: false,
      error: { kind: 'cannot_be_served', code: order.code },
    });
    expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: 0 });
    expect(await settleAs(order, 'partial')).toMatchObject({ ok: false, error: { kind: 'money_differs' } });
    expect(await settleAs(order, 'cancelled')).toMatchObject({ ok: true });
    expect(await settle(booked.receiptId, { isReturned: true })).toMatchObject({
      ok: true,
      value: { returned: 7_000 },
    });
    expect(await now(order)).toMatchObject({ payment_status: 'cancelled', total_paid: 0 });
  });

  test('waits while the stock is gone, and can be assigned once there is stock again', async () => {
    const order = await placeByTransfer('lark-lodge');
    await app.travel(10 * DAY);
    await app.db.run(
      `update shop_items set capacity = sold + held, capacity_wanted = sold + held where external_code = 'lark-lodge'`,
    );
    const booked = await transfer(order.code, 25_200);
    expect(booked).toMatchObject({ attention: 'late', order: { paymentStatus: 'problem' } });
    expect(await assign(booked.receiptId, order.code)).toMatchObject({
      ok: false,
      error: { kind: 'cannot_be_served' },
    });
    await app.db.run(`update shop_items set capacity = 6, capacity_wanted = 6 where external_code = 'lark-lodge'`);
    expect(await assign(booked.receiptId, order.code)).toMatchObject({
      ok: true,
      value: { attention: null, order: { paymentStatus: 'paid' } },
    });
    expect((await now(order)).tickets).toHaveLength(1);
  });
});

test('property: whatever arrives for a plan is in the ledger once, and the order shows what counts', async () => {
  // Capacity is unlimited, for long runs.
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
      const order = await placeByTransfer('sandlark-pass-plan');
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
