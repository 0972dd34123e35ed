import { expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { reviveEnded } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { createRefund } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import {
  app,
  auditOf,
  balanceOf,
  cancel,
  DAY,
  givenTransferShop,
  mailsAbout,
  now,
  operator,
  placeByTransfer,
  soldOf,
  transfer,
  waiting,
} from '../../../../test/support/transfer-shop.ts';
import { lastChange } from './plan-change-store.ts';
import { mailInstalmentLink, moveInstalment, splitInstalment, undoPlanChange, waiveInstalments } from './public.ts';

/* Staff change a payment plan. The plan costs 198.50: 54.50 first, then three instalments of 48.00, a month apart. */

givenTransferShop();

const actor = commandLine('Joris');
const parts = () => ({ db: app.db, money: operator.parts.money });
const clock = () => app.clock.now();
const instalmentOf = (order: Order, number: number) => `${order.code}-${number}`;
const dayAfter = (moment: string | Date, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(new Date(moment).getTime())
    .toZonedDateTimeISO('Europe/Amsterdam')
    .toPlainDate()
    .add({ days })
    .toString();
const move = (reference: string, day: string, movesLaterInstalments = false) =>
  moveInstalment(parts(), { reference, day, movesLaterInstalments, actor }, clock());
const split = (reference: string, amount: number, secondDay: string, firstDay = '') =>
  splitInstalment(parts(), { reference, amount, firstDay, secondDay, actor }, clock());
const waive = (reference: string, amount: number | null = null) =>
  waiveInstalments(parts(), { reference, amount, reason: 'A long talk on the phone.', actor }, clock());
const undo = async (order: Order) => {
  const id = (await app.db.row<{ id: number }>('select id from orders where code = $1', [order.code]))!.id;
  const change = (await lastChange(app.db, id))?.id ?? 0;
  return undoPlanChange(parts(), { order: order.code, change, actor }, clock());
};
const why = (result: { ok: boolean; error?: unknown }) =>
  (result.error as { kind: string } | undefined)?.kind ?? 'done';
const planOf = async (order: Order) =>
  (await now(order)).payments.map(
    ({ reference, amount, payment_status: status }) => `${reference.slice(order.code.length)} ${amount} ${status}`,
  );
const daysOf = async (order: Order) =>
  (
    await app.db.rows<{ due: Date }>(
      'select p.due_at as due from payments p join orders o on o.id = p.order_id where o.code = $1 order by p.position',
      [order.code],
    )
  ).map(({ due }) => dayAfter(due, 0));
const begun = async () => {
  const order = await placeByTransfer('sandlark-pass-plan');
  await transfer(order.code, 5_450);
  return await now(order);
};
const expectNoFindings = async () => expect((await auditShop(app.db, clock())).findings).toEqual([]);
const setAdvanceInvoices = (isOn: boolean) =>
  app.db.run(
    `update shop_state set config = jsonb_set(config, '{private,invoice,advancePayments}', $1), version = version + 1`,
    [JSON.stringify(isOn)],
  );
const documentsOf = async (order: Order) =>
  (
    await app.db.rows<{ series: string; total: number }>(
      `select d.series, (d.content->>'total')::bigint as total
       from invoices d join orders o on o.id = d.order_id where o.code = $1 order by d.id`,
      [order.code],
    )
  ).map(({ series, total }) => `${series} ${total}`);

test('the mails of a moved instalment follow its new day, until the move is undone', async () => {
  const order = await begun();
  const before = await daysOf(order);
  expect(why(await move(instalmentOf(order, 2), dayAfter(order.payments[1]!.due_at, 10)))).toBe('done');
  expect(await daysOf(order)).toEqual([before[0], dayAfter(order.payments[1]!.due_at, 10), before[2], before[3]]);
  expect((await mailsAbout(order)).at(-1)).toBe('plan-changed');
  await app.travel(Date.parse(order.payments[1]!.due_at) - clock().getTime() + 4 * DAY);
  expect((await mailsAbout(order)).filter((kind) => kind.startsWith('instalment'))).toEqual(['instalment-week-before']);
  expect(why(await undo(order))).toBe('done');
  expect(await daysOf(order)).toEqual(before);
  expect(why(await undo(order))).toBe('not_the_last');
  expect(await auditOf(order.code)).toEqual(
    expect.arrayContaining([expect.stringContaining('plan.moved'), expect.stringContaining('plan.undone')]),
  );
  await expectNoFindings();
});

test('an instalment cannot be moved past the next one’s due date, unless the later ones move too', async () => {
  const order = await begun();
  const late = dayAfter(order.payments[2]!.due_at, 3);
  expect(why(await move(instalmentOf(order, 2), late))).toBe('not_after');
  expect(why(await move(instalmentOf(order, 3), dayAfter(order.payments[1]!.due_at, -1)))).toBe('not_before');
  expect(why(await move(instalmentOf(order, 2), dayAfter(clock(), -1)))).toBe('day_passed');
  expect(why(await move(instalmentOf(order, 1), late))).toBe('paid_already');
  expect(why(await move(instalmentOf(order, 2), dayAfter(order.payments[1]!.due_at, 0)))).toBe('same_day');
  expect(why(await move(instalmentOf(order, 2), late, true))).toBe('done');
  const [, second, third] = await daysOf(order);
  const dates = (from: string, until: string) =>
    Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until)).days;
  expect(dates(dayAfter(order.payments[1]!.due_at, 0), second!)).toBe(
    dates(dayAfter(order.payments[2]!.due_at, 0), third!),
  );
});

test('an instalment can be moved to the day of the event or later, with a warning about it', async () => {
  const order = await begun();
  const begins = (await app.db.row<{ begins: Date }>(
    `select min(e.starts_at) as begins from events e
     join shop_items i on i.event_id = e.id
     join order_lines l on l.item_id = i.id join orders o on o.id = l.order_id
     where o.code = $1`,
    [order.code],
  ))!.begins;
  const last = instalmentOf(order, 4);
  expect(await move(last, dayAfter(begins, -1))).toMatchObject({ ok: true, value: { late: null } });
  expect(await move(last, dayAfter(begins, 0))).toMatchObject({
    ok: true,
    value: { late: { references: [last], begins } },
  });
  expect(await split(last, 1_000, dayAfter(begins, 1))).toMatchObject({
    value: { late: { references: [last, instalmentOf(order, 5)] } },
  });
  expect(await move(instalmentOf(order, 2), dayAfter(order.payments[1]!.due_at, 1), true)).toMatchObject({
    value: { late: { references: [last, instalmentOf(order, 5)] } },
  });
});

test('the old link of a waived instalment leads to a page that says that it was waived', async () => {
  const order = await begun();
  const { reference } = order.payments[1]!;
  await waive(reference);
  const pay = { order: order.code, reference, checksum: order.checksum };
  const answer = await app.call('pay-payment-plan-order-payment', pay);
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'This instalment was waived. You do not need to pay it any more.' },
  });
  const opened = await app.call('get-payment-plan-order-payment', pay);
  expect(opened.body.payment).toMatchObject({ amount: 0, waived_amount: 4_800, payment_status: 'cancelled' });
});

test('each part of a split has its own reference; until one is paid, the split can be undone', async () => {
  const order = await begun();
  const second = instalmentOf(order, 2);
  const day = dayAfter(order.payments[1]!.due_at, 14);
  expect(why(await split(second, 4_800, day))).toBe('amount_not_between');
  expect(why(await split(second, 2_000, dayAfter(order.payments[1]!.due_at, -3)))).toBe('day');
  expect(why(await split(second, 2_000, day))).toBe('done');
  expect(await planOf(order)).toEqual([
    '-1 5450 paid',
    '-2 2000 pending',
    '-5 2800 pending',
    '-3 4800 pending',
    '-4 4800 pending',
  ]);
  await expectNoFindings();
  expect(why(await undo(order))).toBe('done');
  expect(await planOf(order)).toEqual(['-1 5450 paid', '-2 4800 pending', '-3 4800 pending', '-4 4800 pending']);

  expect(why(await split(second, 2_000, day))).toBe('done');
  await transfer(instalmentOf(order, 5), 2_800);
  expect(why(await undo(order))).toBe('paid_since');
  await transfer(second, 2_000);
  await transfer(order.code, 9_600);
  expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: 19_850 });
  await expectNoFindings();
});

test('order, ledger and invoice have the lower price after part of an instalment is waived', async () => {
  await setAdvanceInvoices(true);
  const order = await begun();
  const sales = await balanceOf('sales');
  expect(why(await waive(instalmentOf(order, 3), 4_801))).toBe('more_than_open');
  expect(
    why(await waiveInstalments(parts(), { reference: instalmentOf(order, 3), amount: 5, reason: '', actor }, clock())),
  ).toBe('no_reason');
  expect(why(await waive(instalmentOf(order, 3), 1_800))).toBe('done');
  expect(await now(order)).toMatchObject({
    total_price: 18_050,
    discount_amount: 1_800,
    payment_status: 'partial',
    payments: [{}, {}, { amount: 3_000, waived_amount: 1_800 }, {}],
  });
  expect(await balanceOf('sales')).toBeGreaterThan(sales);
  expect(await documentsOf(order)).toEqual(['advance 5450', 'credit_note 5450', 'advance 5450']);
  await expectNoFindings();
  await transfer(order.code, 12_600);
  expect((await now(order)).payment_status).toBe('paid');
  expect((await documentsOf(order)).at(-1)).toBe('invoice 18050');
  await expectNoFindings();
  await setAdvanceInvoices(false);
});

test('waiving all open instalments completes the order, and undoing that reopens the plan', async () => {
  const order = await begun();
  expect(why(await waive(order.code))).toBe('done');
  expect(await now(order)).toMatchObject({ total_price: 5_450, payment_status: 'paid', tickets: [{ pending: false }] });
  expect(await planOf(order)).toEqual(['-1 5450 paid', '-2 0 cancelled', '-3 0 cancelled', '-4 0 cancelled']);
  expect(await documentsOf(order)).toEqual(['invoice 5450']);
  expect((await mailsAbout(order)).slice(-2)).toEqual(['plan-changed', 'payment-received']);
  await expectNoFindings();
  expect(why(await undo(order))).toBe('done');
  expect(await now(order)).toMatchObject({
    total_price: 19_850,
    payment_status: 'partial',
    tickets: [{ pending: true }],
  });
  expect(await documentsOf(order)).toEqual(['invoice 5450', 'credit_note 5450']);
  await expectNoFindings();
  await transfer(order.code, 14_400);
  expect((await now(order)).payment_status).toBe('paid');
  expect((await mailsAbout(order)).at(-1)).toBe('payment-received');
  await expectNoFindings();
});

test('money for a waived instalment waits in suspense, and the order stays as it is', async () => {
  const order = await begun();
  await waive(instalmentOf(order, 2));
  const late = await transfer(instalmentOf(order, 2), 4_800);
  expect(late.attention).toBe('double');
  expect(await waiting()).toContain(late.receiptId);
  expect(await now(order)).toMatchObject({ total_paid: 5_450, total_price: 15_050 });
  await expectNoFindings();
});

test('a plan that has not begun, has a refund or is paid cannot be changed', async () => {
  const order = await placeByTransfer('sandlark-pass-plan');
  expect(why(await waive(instalmentOf(order, 2)))).toBe('not_begun');
  expect(why(await move(instalmentOf(order, 2), dayAfter(order.payments[1]!.due_at, 2)))).toBe('not_begun');
  expect(why(await waive((await placeByTransfer()).code))).toBe('no_plan');
  expect(why(await waive('SLK-NOBODY'))).toBe('unknown_instalment');
  await transfer(order.code, 19_850);
  expect(why(await waive(instalmentOf(order, 2)))).toBe('not_under_way');
  const refunded = await begun();
  const request = { orderCode: refunded.code, codes: [], fees: 'kept', reason: 'ill', actor } as const;
  const made = await createRefund(
    operator.parts.refunds,
    { ...request, shipping: null, amount: null, to: 'bank' },
    clock(),
  );
  expect(made.ok).toBe(true);
  expect(why(await waive(instalmentOf(refunded, 2)))).toBe('has_refunds');
});

test('a changed plan that is cancelled and revived has the same instalments as before', async () => {
  const order = await begun();
  await split(instalmentOf(order, 2), 2_000, dayAfter(order.payments[1]!.due_at, 5));
  await waive(instalmentOf(order, 4));
  const [plan, sold] = [await planOf(order), await soldOf('sandlark-pass-plan')];
  await cancel(order);
  expect(await soldOf('sandlark-pass-plan')).toBe(sold - 1);
  await expectNoFindings();
  expect(why(await reviveEnded(parts(), { code: order.code, actor }, clock()))).toBe('done');
  expect(await planOf(order)).toEqual(plan);
  expect(await soldOf('sandlark-pass-plan')).toBe(sold);
  expect((await mailsAbout(order)).slice(-2)).toEqual(['order-cancelled', 'order-revived']);
  await expectNoFindings();
});

test('a cancelled unpaid order can be revived and paid, unless its stock is gone', async () => {
  const order = await placeByTransfer();
  expect(why(await reviveEnded(parts(), { code: order.code, actor }, clock()))).toBe('not_ended');
  await cancel(order);
  expect(why(await reviveEnded(parts(), { code: order.code, actor }, clock()))).toBe('done');
  expect(await now(order)).toMatchObject({ payment_status: 'pending' });
  expect(Date.parse((await now(order)).payments[0]!.due_at)).toBe(clock().getTime() + 7 * DAY);
  await transfer(order.code, 7_600);
  expect((await now(order)).payment_status).toBe('paid');

  const gone = await placeByTransfer();
  await cancel(gone);
  const sold = await soldOf('saturday');
  await app.db.run(`update shop_items set capacity = $1, capacity_wanted = $1 where external_code = 'saturday'`, [
    sold,
  ]);
  expect(why(await reviveEnded(parts(), { code: gone.code, actor }, clock()))).toBe('stock_gone');
  expect((await now(gone)).payment_status).toBe('cancelled');
  await app.db.run(`update shop_items set capacity = null, capacity_wanted = null where external_code = 'saturday'`);
});

test('the mailed link of an instalment that is not due yet lets the customer pay it early', async () => {
  const order = await begun();
  expect(why(await mailInstalmentLink(parts(), { reference: instalmentOf(order, 4), actor }, clock()))).toBe('done');
  expect((await mailsAbout(order)).at(-1)).toBe('instalment-link');
  expect((await app.mails()).at(-1)!.body_text).toContain(
    `You can now pay instalment 4 of 4 for your order ${order.code}.`,
  );
  await transfer(instalmentOf(order, 4), 4_800);
  expect(await planOf(order)).toEqual(['-1 5450 paid', '-2 4800 pending', '-3 4800 pending', '-4 4800 paid']);
  expect(why(await mailInstalmentLink(parts(), { reference: instalmentOf(order, 4), actor }, clock()))).toBe(
    'paid_already',
  );
});
