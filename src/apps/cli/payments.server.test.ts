import { expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { applyFraudWarning } from '#features/disputes/server/public.ts';
import { applyPayout } from '#features/payouts/server/public.ts';
import { app, givenCommandShop, mila, shop } from '../../../test/support/command-shop.ts';
import { payNext, order as placeCardOrder, pressAt, purchase } from '../../../test/support/purchase.ts';

givenCommandShop();
const statusOf = async (code: string) =>
  (await app.db.row<{ payment_status: string }>('select payment_status from orders where code = $1', [code]))!
    .payment_status;
const receiptIn = (out: string): string => /Receipt (\d+)/.exec(out)![1]!;
const state = () =>
  app.db.row(
    `select (select count(*) from receipts) as receipts, (select count(*) from ledger_entries) as entries,
       (select count(*) from audit_log) as audited, (select sum(total_paid)::bigint from orders) as paid`,
  );

test('a transfer is booked once, and the command prints the result', async () => {
  const { order } = await placeCardOrder(app, mila, ['saturday']);
  const words = ['payments', 'record', order.code, '76.00', '--transaction', 'BT 1', '--as', 'Berta'];
  const first = await shop(...words);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toContain(`€76.00 was applied to order ${order.code}, one payment.`);
  expect(first.out).toContain(`Order ${order.code} is paid: €76.00 of €76.00 paid.`);
  expect(await statusOf(order.code)).toBe('paid');
  const before = await state();
  expect(await shop(...words)).toMatchObject({
    code: 0,
    out: expect.stringContaining('has already been recorded as receipt'),
  });
  const other = await shop('payments', 'record', order.code, '77', '--transaction', 'BT 1');
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('The amount differs.') });
  expect(await state()).toEqual(before);
  expect(await app.db.row('select actor, action from audit_log where subject = $1', [order.code])).toEqual({
    actor: 'Berta',
    action: 'payment.recorded',
  });
});

test('a transfer that was recorded by mistake is undone, and recorded for the right order', async () => {
  const orders = [];
  for (let count = 0; count < 2; count += 1) orders.push((await placeCardOrder(app, mila, ['saturday'])).order);
  const [wrong, right] = orders.map(({ code }) => code) as [string, string];
  const recorded = await shop('payments', 'record', wrong, '76.00', '--transaction', 'BT undone');
  const receipt = receiptIn(recorded.out);
  const undone = await shop('payments', 'undo', receipt, '--as', 'Berta');
  expect(undone).toMatchObject({ code: 0, err: '' });
  expect(undone.out).toContain(`€76.00 no longer counts. Order ${wrong} is pending: €0.00 of €76.00 paid.`);
  expect(await statusOf(wrong)).toBe('pending');
  expect((await shop('payments', 'undo', receipt)).err).toContain('has already been undone');
  expect((await shop('orders', 'show', wrong)).out).toMatch(/bank BT undone +€76\.00 .*undone on 2026-11-20/);
  expect((await shop('payments', 'undo', '99999')).err).toContain('There is no such receipt.');
  const again = await shop('payments', 'record', right, '76.00', '--transaction', 'BT undone');
  expect(again.out).toContain(`Order ${right} is paid`);
});

test('money that arrived before its order was placed is recorded once that is confirmed', async () => {
  const { order } = await placeCardOrder(app, mila, ['saturday']);
  const words = ['payments', 'record', order.code, '76', '--transaction', 'BT early', '--date', '2026-11-01'];
  expect((await shop(...words)).err).toContain('If the money really came first, add --before-order.');
  expect(await shop(...words, '--before-order')).toMatchObject({ code: 0, err: '' });
  expect(await statusOf(order.code)).toBe('paid');
  const later = await placeCardOrder(app, mila, ['saturday']);
  const unneeded = ['payments', 'record', later.order.code, '76', '--transaction', 'BT later', '--before-order'];
  expect(await shop(...unneeded)).toMatchObject({ code: 0 });
  const audited = async (subject: string) =>
    (await app.db.row<{ details: object }>(
      `select details from audit_log where subject = $1 and action = 'payment.recorded'`,
      [subject],
    ))!.details;
  expect(await audited(order.code)).toMatchObject({ before_order: true });
  expect(await audited(later.order.code)).not.toHaveProperty('before_order');
});

test('money that fits nowhere is listed until it is assigned or settled', async () => {
  expect((await shop('payments', 'list-open')).out).toBe('No money needs your attention.\n');
  const { order } = await placeCardOrder(app, mila, ['saturday']);
  const early = await shop('payments', 'record', order.code, '1', '--transaction', 'BT 0', '--date', '1990-01-01');
  expect(early).toMatchObject({ err: expect.stringContaining('The order was placed after --date.') });
  const lost = await shop('payments', 'record', 'for Saturday', '100', '--transaction', 'BT 2', '--date', '2026-11-19');
  expect(lost.out).toContain('There is no such order or payment. The money is in suspense');
  const receipt = receiptIn(lost.out);
  const listed = await shop('payments', 'list-open');
  expect(listed.out).toMatch(
    /2026-11-19 +bank BT 2 +€100\.00 +belongs to no known order +€100\.00 in suspense .*for Saturday/,
  );
  expect(JSON.parse((await shop('payments', 'list-open', '--json')).out).receipts).toMatchObject([
    {
      id: Number(receipt),
      amount: 10_000,
      suspended: 10_000,
      attention: 'unmatched',
      attempt_id: null,
      order_id: null,
      payment_id: null,
      received_at: expect.any(String),
      settled_at: null,
      return_at: null,
      order_code: null,
      return_status: null,
      return_reason: null,
    },
  ]);
  const assigned = await shop('payments', 'assign', receipt, order.code);
  expect(assigned.out).toContain(`€76.00 of receipt ${receipt} was applied to order ${order.code}, one payment.`);
  expect(assigned.out).toContain('€24.00 is still surplus and stays in suspense.');
  const settled = await shop('payments', 'settle', receipt, '--returned', '--note', 'Sent back to Ivo');
  expect(settled).toMatchObject({
    code: 0,
    out: `€24.00 is recorded as returned.\nReceipt ${receipt} is settled.\n`,
  });
  expect((await shop('orders', 'show', order.code)).out).toContain('returned €24.00');
  expect((await shop('payments', 'list-open')).out).toBe('No money needs your attention.\n');
  expect(await shop('payments', 'settle', receipt, '--note', 'again')).toMatchObject({
    code: 2,
    err: expect.stringContaining('This money is not open'),
  });
  expect((await shop('orders', 'show', order.code)).out).toContain('settled: Sent back to Ivo');
});

test('money owed for an ended order is listed', async () => {
  const { order, url } = await placeCardOrder(app, mila, ['sandlark-pass-plan']);
  await pressAt(app, url!, 'paid');
  const cancelled = await shop('orders', 'cancel', order.code);
  expect(cancelled.out).toContain('€54.50 was paid and is owed to the customer.');
  expect((await shop('payments', 'list-open')).out).toContain(`${order.code}  €54.50  Mila Okonkwo <mila@example.org>`);
});

test('returned money is booked once, and never more than is owed', async () => {
  const { order, url } = await placeCardOrder(app, mila, ['sandlark-pass-plan']);
  await pressAt(app, url!, 'paid');
  const back = (amount: string, transaction: string) =>
    shop('payments', 'return', order.code, amount, '--transaction', transaction);
  expect((await back('10', 'OUT 1')).err).toContain('This order is still valid');
  await shop('orders', 'cancel', order.code);
  expect((await back('54.51', 'OUT 1')).err).toContain('That is more than is owed: €54.50.');
  expect((await back('50', 'OUT 1')).out).toBe(
    `€50.00 is recorded as returned for order ${order.code}.\n€4.50 is still owed.\n`,
  );
  expect((await back('4.50', 'OUT 1')).err).toContain('has already been recorded for this order');
  expect((await shop('payments', 'list-open')).out).toContain(`${order.code}   €4.50`);
  expect((await back('4.50', 'OUT 2')).out).toContain('Nothing is owed now.');
  expect((await shop('payments', 'list-open')).out).not.toContain(order.code);
  // The order's money has been sent back, so late money does not revive the order.
  await shop('payments', 'record', order.code, '144', '--transaction', 'BT late');
  expect(await statusOf(order.code)).toBe('problem');
});

test('attempts are reset by the payment’s reference', async () => {
  const { code } = await purchase(app, mila, ['sandlark-pass-plan']);
  await payNext(app, mila, code, 'declined');
  expect((await shop('payments', 'reset-attempts', `${code}-2`)).out).toBe(
    `Payment ${code}-2 had 1 attempt; the count is back to 0.\n`,
  );
  expect((await shop('payments', 'reset-attempts', code)).err).toContain('There is no such payment');
});

test.each([
  [['record', 'SLK-AAAAAA', '1'], '--transaction must be the bank’s transaction ID'],
  [['record', 'SLK-AAAAAA', '1.005', '--transaction', 'x'], '"1.005" is not an amount in EUR; write it as 48.00.'],
  [['record', 'SLK-AAAAAA', '1,00', '--transaction', 'x'], '"1,00" is not an amount in EUR'],
  [['record', 'SLK-AAAAAA', '-5.00', '--transaction', 'x'], '"-5.00" must not be negative.'],
  [['record', 'SLK-AAAAAA', '0', '--transaction', 'x'], 'The amount must be greater than 0.'],
  [['record', 'SLK-AAAAAA', '1', '--transaction', 'x', '--date', '2026-11-21'], '--date is in the future.'],
  [['record', 'SLK-AAAAAA', '1', '--transaction', 'x', '--date', '2026-02-30'], '--date must be a date'],
  [['record', 'SLK-AAAAAA'], 'The amount is missing.'],
  [['assign', 'one', 'SLK-AAAAAA'], 'The receipt number must be a whole number'],
  [['assign', '999999', 'SLK-AAAAAA'], 'There is no such order or payment.'],
  [['settle', '1'], '--note must say how it was dealt with'],
  [['settle', '999999', '--note', 'x'], 'There is no such receipt'],
])('payments %j is refused, and changes nothing', async (words, message) => {
  const before = await state();
  const { code, err } = await shop('payments', ...words);
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  expect(err).toContain('Nothing was changed.');
  expect(await state()).toEqual(before);
});

test('help lists the options of a command, and the commands of a family', async () => {
  const help = await shop('payments', 'record', '--help');
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--transaction ID') });
  expect((await shop('help', 'payments', 'record')).out).toBe(help.out);
  const family = await shop('payments');
  expect(family.code).toBe(0);
  expect(family.out).toContain('payments list-open');
  expect(family.out).not.toContain('doctor');
  expect(await shop('payments', 'rekord')).toMatchObject({
    code: 2,
    err: 'Unknown command "payments rekord".\n',
  });
});

test('a chargeback is booked once, and the command prints the new state of the order', async () => {
  const order = await purchase(app, mila, ['saturday']);
  const receipt = /receipt (\d+)/.exec((await shop('orders', 'show', order.code)).out)![1]!;
  const words = ['payments', 'charge-back', receipt, '76.00', '--transaction', 'CB 1'];
  const booked = await shop(...words);
  expect(booked).toMatchObject({ code: 0, err: '' });
  expect(booked.out).toContain(`Order ${order.code} has a problem: €0.00 of €76.00 paid.`);
  const before = await state();
  expect(await shop(...words)).toMatchObject({
    code: 2,
    err: expect.stringContaining('has already been recorded for this receipt'),
  });
  expect(await shop('payments', 'charge-back', receipt, '1', '--transaction', 'CB 2')).toMatchObject({
    code: 2,
    err: expect.stringContaining('more than remains on this receipt: €0.00'),
  });
  expect(await state()).toEqual(before);
  const { out } = await shop('orders', 'show', order.code);
  expect(out).toContain('€76.00 charged back');
  expect(out).toContain('not valid until paid');
});

test('card money that was paid twice is listed with its hour, kept with a reason, and sent back by its receipt', async () => {
  const { order, url } = await placeCardOrder(app, mila, ['saturday']);
  await shop('payments', 'record', order.code, '76.00', '--transaction', 'BT twice');
  await pressAt(app, url!, 'paid');
  const line = async () =>
    (await shop('payments', 'list-open')).out
      .split('\n')
      .find((one) => one.includes(order.code) && one.includes('sandbox'))!;
  expect(await line()).toMatch(/€76\.00 in suspense.*goes back to the card at /);
  const [receipt] = (await line()).trim().split(/\s+/) as [string];
  expect(await shop('payments', 'keep', receipt)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--reason must say why you are keeping the money'),
  });
  expect(await shop('payments', 'keep', receipt, '--reason', 'for a second order')).toMatchObject({
    code: 0,
    out: '€76.00 stays in suspense.\n',
  });
  expect(await line()).not.toContain('goes back');
  expect(await shop('payments', 'keep', receipt, '--reason', 'again')).toMatchObject({
    code: 2,
    err: expect.stringContaining('This money is not due to be sent back automatically.'),
  });
  expect(await shop('payments', 'return', receipt)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`€76.00 of receipt ${receipt} will go back to the card through sandbox.`),
  });
  expect(await line()).toContain('on its way back to the card');
  for (const words of [
    ['return', receipt],
    ['assign', receipt, order.code],
    ['settle', receipt, '--note', 'x'],
  ]) {
    expect(await shop('payments', ...words)).toMatchObject({
      code: 2,
      err: expect.stringContaining('on its way back'),
    });
  }
  expect(await shop('payments', 'return', order.code)).toMatchObject({
    code: 2,
    err: expect.stringContaining('The amount is missing.'),
  });
  await app.travel(60_000);
  expect((await shop('payments', 'list-open')).out).not.toContain(order.code);
});

test('payouts are listed with their parts, and one that does not add up is settled with a note', async () => {
  expect((await shop('payments', 'payouts')).out).toBe('No payment provider has reported a payout.\n');
  const report = (id: string, charges: number) =>
    applyPayout(
      { db: app.db, currency: async () => 'EUR' },
      'stripe',
      {
        ...({ about: 'payout', id, state: 'paid', reason: '', amount: 14_000, currency: 'EUR' } as const),
        ...{ arrivesOn: '2026-11-20', statement: 'STRIPE' },
        parts: { charges, refunds: -1_000, disputes: 0, fees: -200, failedBefore: 0, other: 0 },
      },
      app.clock.now(),
    );
  await report('po_1', 15_200);
  await report('po_2', 15_300);
  const listed = (await shop('payments', 'payouts')).out;
  expect(listed).toMatch(/2026-11-20 +€140\.00 +€152\.00 +−€10\.00 +€0\.00 +−€2\.00 +€0\.00 +booked +stripe po_1/);
  expect(listed).toMatch(/does not match its breakdown, needs you +stripe po_2/);
  expect(JSON.parse((await shop('payments', 'payouts', '--json')).out)).toHaveLength(2);
  expect((await shop('payments', 'settle-payout', 'po_2')).code).toBe(2);
  expect(await shop('payments', 'settle-payout', 'po_1', '--note', 'fine')).toMatchObject({ code: 2 });
  const settled = await shop('payments', 'settle-payout', 'po_2', '--note', 'a payment by link');
  expect(settled).toMatchObject({ code: 0, out: 'Payout po_2 is settled and booked.\n' });
  // The shop has no payment for that money.
  expect((await auditShop(app.db, app.clock.now())).attention.join()).toContain('stripe has paid out 28400');
});

test('fraud warnings are listed with their orders, and settled with a note', async () => {
  expect((await shop('payments', 'fraud-warnings')).out).toBe('No fraud warnings are open.\n');
  const order = await purchase(app, mila, ['saturday']);
  const { transaction } = (await app.db.row<{ transaction: string }>(
    'select r.transaction from receipts r join orders o on o.id = r.order_id where o.code = $1',
    [order.code],
  ))!;
  const fact = { about: 'fraud_warning', id: 'issfr_1', transaction, reason: 'stolen card' } as const;
  await applyFraudWarning({ db: app.db }, 'sandbox', fact, app.clock.now());
  expect((await shop('payments', 'fraud-warnings')).out).toMatch(
    new RegExp(`${order.code} +€76\\.00 +open +sandbox issfr_1 +stolen card`),
  );
  expect((await shop('payments', 'settle-warning', 'issfr_1')).code).toBe(2);
  const settled = await shop('payments', 'settle-warning', 'issfr_1', '--note', 'a known customer');
  expect(settled).toMatchObject({ code: 0, out: 'Fraud warning issfr_1 is settled.\n' });
  expect((await shop('payments', 'fraud-warnings')).out).toBe('No fraud warnings are open.\n');
  expect((await shop('payments', 'fraud-warnings', '--all')).out).toMatch(/settled +sandbox issfr_1/);
});
