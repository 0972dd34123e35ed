import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { endRefund } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { app, givenCommandShop, mila, shop } from '../../../test/support/command-shop.ts';
import { orderNow, order as placed, purchase } from '../../../test/support/purchase.ts';
import { qrOf, scan } from '../../../test/support/scanner.ts';

givenCommandShop();
const create = (...words: string[]) => shop('refunds', 'create', ...words, '--reason', 'The headliner is ill.');
const currentOrder = ({ code }: Order) => orderNow(app, mila, code);
const refundOf = async ({ code }: Order) =>
  (await app.call('get-data', { token: mila })).body.data.refunds.find(
    (one: { order: { code: string } }) => one.order.code === code,
  );
const sumBooked = async (order: Order, account: string) =>
  (await app.db.row<{ sum: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as sum
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join orders o on o.id = t.order_id
     where o.code = $1 and e.account = $2`,
    [order.code, account],
  ))!.sum;

test('refunds all that is left, including fees, as the dry run showed; the ticket is no longer admitted, and the customer is notified', async () => {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const printed = await qrOf(app, order.tickets[0]!.code);
  const before = await app.db.rows('select * from refunds order by id');
  const dry = await shop('refunds', 'create', order.code, '--fees', 'returned', '--dry-run');
  expect(dry.out).toMatch(/Festival Pass.*€198\.50 +with €9\.50 booking fee/);
  expect(dry.out).toContain('€198.50 will go back to the card.\nNothing was changed.');
  expect(await app.db.rows('select * from refunds order by id')).toEqual(before);

  const made = await create(order.code.toLowerCase(), '--fees', 'returned', '--to', 'bank', '--as', 'Noor');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain(`Refund ${order.code}-R1 created: €198.50.`);
  expect(made.out).toContain('€198.50 will be paid by bank transfer, which needs the customer');
  expect(await scan(app, printed)).toBe('revoked');
  expect(await refundOf(order)).toMatchObject({
    ...{ by_operator: true, reason: 'The headliner is ill.', status: 'processing', total: 19_850 },
    ...{ booking_fees_refund: 950, tickets: [{ refund_fee: 0, refund_total: 18_900 }] },
  });
  expect(await sumBooked(order, 'fees')).toBe(0);
  expect(await sumBooked(order, 'sales')).toBe(0);
  const mail = (await app.mails()).find(({ kind }) => kind === 'refund-made')!;
  expect(mail.body_text).toContain('The headliner is ill.');
  expect(mail.body_text).not.toContain('without the booking fee');
  const late = await app.call('cancel-refund', { token: mila, refund_id: `${order.code}-R1` });
  expect(late.status).toBe(409);
  const shown = (await shop('refunds', 'show', `${order.code}-R1`)).out;
  expect(shown).toContain('Made by the operator');
  expect(shown).toContain('Reason: The headliner is ill.');
  expect(shown).toContain('€198.50 waits for a bank account, which the customer can enter on the refund’s page.');
  expect(shown).toContain(`refunds bank-details ${order.code}-R1 <file>`);
  expect((await shop('refunds', 'list')).out).toMatch(new RegExp(`${order.code}-R1 +Being paid out .* €198.50 +bank`));
  expect(await shop('refunds', 'done', `${order.code}-R1`)).toMatchObject({ code: 0 });
  expect(await currentOrder(order)).toMatchObject({ total_refunded: 19_850 });
  const actors = await app.db.rows('select actor, action from audit_log where subject = $1 order by id', [
    `${order.code}-R1`,
  ]);
  expect(actors.slice(0, 2)).toEqual([
    { actor: 'Noor', action: 'refund.created' },
    { actor: 'Noor', action: 'refund.processing' },
  ]);
});

test('refunds named items, a given amount, and merchandise together with tickets, but never an item twice', async () => {
  const order = await purchase(app, mila, ['sandlark-pass', 'saturday', 'poster-a2']);
  const [pass, day] = order.tickets;
  expect(await create(order.code, pass!.code, '--amount', '50.00')).toMatchObject({ code: 0 });
  expect(await refundOf(order)).toMatchObject({
    total: 5_000,
    tickets: [{ code: pass!.code, refund_fee: 13_900, not_refunded: 13_400 }],
  });
  const mail = (await app.mails()).findLast(({ kind }) => kind === 'refund-made')!;
  expect(mail.body_text!.replace(/\s+/g, ' ')).toMatch(
    /without the booking fee of €9\.50.*after a refund fee of €5\.00.*€134\.00 not refunded/,
  );
  expect((await create(order.code, pass!.code)).err).toContain('is already in a refund');
  expect((await create(order.code, day!.code, '--amount', '5000.00')).err).toMatch(
    /more than can still be refunded.*€/,
  );
  expect((await create(order.code, 'NOTHING')).err).toContain('has no ticket or item NOTHING');
  expect(await create(order.code, '--fees', 'returned', '--shipping', 'yes')).toMatchObject({ code: 0 });
  expect((await create(order.code)).err).toContain('Everything in order');
  const after = await currentOrder(order);
  expect(after.tickets.map(({ status }) => status)).toEqual(['refunding', 'refunding']);
  expect(after.merchandisePurchases.map(({ status }) => status)).toEqual(['refunding']);
  for (const number of [1, 2]) await shop('refunds', 'done', `${order.code}-R${number}`);
  expect((await currentOrder(order)).total_refunded).toBeLessThan(order.total_price);
});

test('a refund to the card needs no bank details, and says so', async () => {
  const order = await purchase(app, mila, ['saturday']);
  expect(await create(order.code)).toMatchObject({ code: 0 });
  expect((await shop('refunds', 'list')).out).toMatch(new RegExp(`${order.code}-R1 .* +card\n`));
  const { out } = await shop('refunds', 'show', `${order.code}-R1`);
  expect(out).toContain('No bank details are needed.');
  expect(out).not.toContain('bank-details');
});

test('if two operators refund the same ticket at once, only one succeeds', async () => {
  const order = await purchase(app, mila, ['saturday']);
  const both = await Promise.all([create(order.code), create(order.code)]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
});

test('refunds a complete plan, with its fees if the operator returns them', async () => {
  for (const fees of ['kept', 'returned']) {
    const order = await purchase(app, mila, ['sandlark-pass-plan']);
    expect(await create(order.code, '--fees', fees, '--to', 'bank')).toMatchObject({ code: 0 });
    await shop('refunds', 'done', `${order.code}-R1`);
    const { total_paid: paid, total_refunded: back } = await currentOrder(order);
    expect([back === paid, back > 0]).toEqual([fees === 'returned', true]);
  }
});

test('refuses unpaid and unknown orders, and wrong options', async () => {
  const { order } = await placed(app, mila, ['saturday']);
  expect((await create(order.code)).err).toContain('is not paid');
  expect((await create('SLK-NOBODY')).err).toContain('There is no order SLK-NOBODY.');
  expect((await shop('refunds', 'create', order.code)).err).toContain('--reason must tell the customer why');
  expect((await create(order.code, '--fees', 'some')).err).toContain('--fees must be one of kept, returned');
  expect((await create(order.code, '--amount', '-3')).code).toBe(2);
});

test('sending a failed card refund by bank says that it waits for a bank account', async () => {
  const order = await purchase(app, mila, ['saturday']);
  expect(await create(order.code)).toMatchObject({ code: 0 });
  await app.travel(1_000);
  const sent = await app.db.row<{ id: string }>('select id from sandbox_refunds where key like $1', [
    `${order.code}-%`,
  ]);
  await endRefund(app.db, sent!.id, { status: 'failed', reason: 'the card is closed' }, app.clock.now());
  await app.travel(1_000);
  const retried = await shop('refunds', 'retry', `${order.code}-R1-M1`, '--by-bank');
  expect(retried.out).toContain(`${order.code}-R1-M2 will be paid by bank transfer. €`);
  expect(retried.out).toContain('waits for a bank account, which the customer can enter on the refund’s page.');
  expect(retried.out).not.toContain('refunds export');
});
