import fs from 'node:fs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { createRefund, startRefund } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import type { Queryable } from '#platform/db/db.ts';
import { randomFrom } from '../../../../test/model/seeded-random.ts';
import { rounds, seed } from '../../../../test/support/rounds.ts';
import { qrOf, scan } from '../../../../test/support/scanner.ts';
import {
  app,
  assign,
  balanceOf,
  cancel,
  DAY,
  givenTransferShop,
  mailsAbout,
  now,
  operator,
  placeByTransfer,
  settle,
  soldOf,
  transfer,
  waiting,
} from '../../../../test/support/transfer-shop.ts';
import { shareKey } from '../domain/movement-keys.ts';
import { receiptsOfMovement, undoTransfer } from './undo-transfer.ts';

/* Transfers recorded by mistake. The plan costs 198.50: first 54.50, then three times 48.00. */

const PLAN = 'sandlark-pass-plan';

givenTransferShop();
beforeAll(async () => {
  await app.db.run(
    `update shop_state set config = jsonb_set(config, '{private,invoice,advancePayments}', 'true'), version = version + 1`,
  );
});
beforeEach(async () => {
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
});

const parts = () => ({ db: app.db, money: operator.parts.money });
const undo = (receiptId: number) => undoTransfer(parts(), { receiptId, actor: commandLine('Joris') }, app.clock.now());
const undone = async (receiptId: number) => expect(await undo(receiptId)).toMatchObject({ ok: true });
const whyNot = async (receiptId: number) => {
  const result = await undo(receiptId);
  return result.ok ? 'done' : result.error.kind;
};
const documentsOf = async (code: string) =>
  (
    await app.db.rows<{ series: string }>(
      'select d.series from invoices d join orders o on o.id = d.order_id where o.code = $1 order by d.id',
      [code],
    )
  ).map(({ series }) => series);
const creditReasonsOf = async (code: string) =>
  (
    await app.db.rows<{ reason: string }>(
      `select i.content -> 'corrects' ->> 'reason' as reason
       from invoices i join orders o on o.id = i.order_id
       where o.code = $1 and i.series = 'credit_note' order by i.id`,
      [code],
    )
  ).map(({ reason }) => reason);
const expectNoFindings = async () => expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);

test('undoing a transfer to the wrong order reopens it, and the transfer can be booked elsewhere', async () => {
  const [wrong, right] = [await placeByTransfer(), await placeByTransfer()];
  const bank = await balanceOf('bank');
  const { receiptId } = await transfer(wrong.code, 7_600, 'BT-wrong');
  const printed = await qrOf(app, (await now(wrong)).tickets[0]!.code);
  await app.travel(2 * DAY);
  await undone(receiptId);

  const after = await now(wrong);
  expect(after).toMatchObject({ payment_status: 'pending', total_paid: 0, tickets: [] });
  // As if it had just been placed: seven days plus two days of grace.
  expect(Date.parse(after.payments[0]!.due_at)).toBe(app.clock.now().getTime() + 7 * DAY);
  expect(await scan(app, printed)).toBe('revoked');
  expect(await balanceOf('bank')).toBe(bank);
  expect(await documentsOf(wrong.code)).toEqual(['invoice', 'credit_note']);
  expect(await creditReasonsOf(wrong.code)).toEqual([`Payment of order ${wrong.code} reversed`]);
  expect((await mailsAbout(wrong)).at(-1)).toBe('payment-undone');
  await expectNoFindings();

  await transfer(right.code, 7_600, 'BT-wrong');
  expect((await now(right)).payment_status).toBe('paid');
  // The customer of the wrong order pays too, and gets the usual mail.
  await transfer(wrong.code, 7_600);
  expect((await now(wrong)).payment_status).toBe('paid');
  expect((await mailsAbout(wrong)).at(-1)).toBe('payment-received');
  expect(await documentsOf(wrong.code)).toEqual(['invoice', 'credit_note', 'invoice']);
});

test('once the rest of a short transfer is undone, the first transfer is short again', async () => {
  const order = await placeByTransfer();
  const first = await transfer(order.code, 3_000);
  const rest = await transfer(order.code, 4_600);
  expect(await waiting()).not.toContain(first.receiptId);
  expect(await whyNot(first.receiptId)).toBe('has_later_money');
  await undone(rest.receiptId);
  expect(await now(order)).toMatchObject({ payment_status: 'partial', total_paid: 3_000, tickets: [] });
  expect(await waiting()).toContain(first.receiptId);
  await undone(first.receiptId);
  expect(await now(order)).toMatchObject({ payment_status: 'pending', total_paid: 0 });
  expect(await waiting()).not.toContain(first.receiptId);
});

test('undoing the payments of a plan one by one also changes its documents, tickets and reminders', async () => {
  const order = await placeByTransfer(PLAN);
  const receipts = [];
  for (const amount of [5_450, 4_800, 9_600]) receipts.push((await transfer(order.code, amount)).receiptId);
  expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  const reminders = async () =>
    (
      await app.db.rows<{ at: Date | null }>(
        `select p.next_reminder_at as at from payments p join orders o on o.id = p.order_id where o.code = $1 order by p.position`,
        [order.code],
      )
    ).map(({ at }) => at !== null);

  await undone(receipts[2]!);
  expect(await now(order)).toMatchObject({ payment_status: 'partial', total_paid: 10_250 });
  expect((await now(order)).tickets).toMatchObject([{ pending: true }]);
  expect(await reminders()).toEqual([false, false, true, true]);
  await expectNoFindings();

  await undone(receipts[1]!);
  expect((await now(order)).tickets).toHaveLength(1);
  expect(await reminders()).toEqual([false, true, true, true]);
  await expectNoFindings();

  await undone(receipts[0]!);
  expect(await now(order)).toMatchObject({ payment_status: 'pending', total_paid: 0, tickets: [] });
  expect(await reminders()).toEqual([false, false, false, false]);
  await expectNoFindings();
  await transfer(order.code, 19_850);
  expect(await now(order)).toMatchObject({ payment_status: 'paid' });
});

test('an instalment whose due date has passed is due again eight days after its payment is undone', async () => {
  const order = await placeByTransfer(PLAN);
  await transfer(order.code, 5_450);
  const second = await transfer(order.code, 4_800);
  await app.travel(70 * DAY);
  await undone(second.receiptId);
  const part = await app.db.row<{ at: Date }>('select due_at as at from payments where reference = $1', [
    `${order.code}-2`,
  ]);
  expect(part!.at.getTime()).toBeGreaterThan(app.clock.now().getTime() + 7 * DAY);
});

test('undoing money that revived an order cancels the order again and frees its stock', async () => {
  const order = await placeByTransfer();
  await cancel(order);
  const sold = await soldOf('saturday');
  const late = await transfer(order.code, 7_600);
  expect((await now(order)).payment_status).toBe('paid');
  expect(await soldOf('saturday')).toBe(sold + 1);
  await undone(late.receiptId);
  expect(await now(order)).toMatchObject({ payment_status: 'cancelled', total_paid: 0 });
  expect(await soldOf('saturday')).toBe(sold);
});

test('undoing late money for an order that can no longer be served ends the order’s problem', async () => {
  const order = await placeByTransfer();
  await cancel(order);
  const late = await transfer(order.code, 3_000);
  expect((await now(order)).payment_status).toBe('problem');
  await undone(late.receiptId);
  expect((await now(order)).payment_status).toBe('cancelled');
  expect(await waiting()).not.toContain(late.receiptId);
});

test('undoing money without an order, or an overpayment, leaves bank and suspense as before', async () => {
  const [bank, suspense] = [await balanceOf('bank'), await balanceOf('suspense')];
  const order = await placeByTransfer();
  const [lost, over] = [await transfer('rent for May', 5_000), await transfer(order.code, 9_000)];
  await undone(lost.receiptId);
  await undone(over.receiptId);
  expect([await balanceOf('bank'), await balanceOf('suspense')]).toEqual([bank, suspense]);
  expect((await now(order)).payment_status).toBe('pending');
});

test('undoing one share of a movement undoes all its shares', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer()];
  const line = 'camt:NL85LARK0123456789:2026-11-19:15200:REF1234567890';
  const receipts = [];
  for (const [index, { code }] of orders.entries()) {
    receipts.push((await transfer(code, 7_600, shareKey(line, index))).receiptId);
  }
  await undone(receipts[1]!);
  for (const order of orders) expect((await now(order)).payment_status).toBe('pending');
});

test('after the migration, the key of a line is free again, and its shares are undone together', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer(), await placeByTransfer()];
  const line = 'camt:NL85LARK0123456789:2026-11-19:15200:REF0987654321';
  await transfer(orders[0]!.code, 7_600, line);
  const share = await transfer(orders[1]!.code, 7_600, `${line}/2`);
  const own = await transfer('rent', 15_200, `${line}/3`);
  await app.db.run(fs.readFileSync('db/migrations/0125-keys-of-shares.sql', 'utf8'));
  const other = await transfer(orders[2]!.code, 15_200, `${line}/2`);
  await undone(share.receiptId);
  expect((await now(orders[0]!)).payment_status).toBe('pending');
  expect((await now(orders[1]!)).payment_status).toBe('pending');
  expect((await now(orders[2]!)).payment_status).toBe('paid');
  expect(await waiting()).toEqual(expect.arrayContaining([own.receiptId, other.receiptId]));
});

test('undoing a movement does not undo another whose reference is the same with /2 appended', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer()];
  const line = 'camt:NL85LARK0123456789:2026-11-20:7600:REF5555567890';
  const first = await transfer(orders[0]!.code, 7_600, line);
  const second = await transfer(orders[1]!.code, 7_600, `${line}/2`);
  await undone(second.receiptId);
  expect((await now(orders[0]!)).payment_status).toBe('paid');
  expect((await now(orders[1]!)).payment_status).toBe('pending');
  await transfer(orders[1]!.code, 7_600, `${line}/2`);
  await undone(first.receiptId);
  expect((await now(orders[0]!)).payment_status).toBe('pending');
  expect((await now(orders[1]!)).payment_status).toBe('paid');
});

test('undoing a movement does not undo another whose reference differs only after a slash', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer()];
  const receipts = [];
  for (const [index, { code }] of orders.entries()) {
    const key = `camt:NL85LARK0123456789:2026-11-19:7600:DEP/${index + 11}`;
    receipts.push((await transfer(code, 7_600, key)).receiptId);
  }
  await undone(receipts[1]!);
  expect((await now(orders[1]!)).payment_status).toBe('pending');
  expect((await now(orders[0]!)).payment_status).toBe('paid');
});

test('a transfer on which something depends, or that was already undone, cannot be undone', async () => {
  const paid = async () => {
    const order = await placeByTransfer();
    return { order, receiptId: (await transfer(order.code, 7_600)).receiptId };
  };
  const refunded = await paid();
  const actor = commandLine('Joris');
  const refund = await createRefund(
    operator.parts.refunds,
    {
      orderCode: refunded.order.code,
      ...{ codes: [], fees: 'kept', shipping: null, amount: null, to: 'bank', reason: 'ill', actor },
    },
    app.clock.now(),
  );
  await startRefund(operator.parts.refunds, { code: refund.ok ? refund.value.code : '', actor }, app.clock.now());
  expect(await whyNot(refunded.receiptId)).toBe('has_refunds');

  const used = await paid();
  await app.db.run(
    `insert into ticket_changes (ticket_id, changed_at, kind, before, after, actor)
     select t.id, $2, 'holder', '{}', '{}', 'customer' from tickets t join orders o on o.id = t.order_id where o.code = $1`,
    [used.order.code, app.clock.now()],
  );
  expect(await whyNot(used.receiptId)).toBe('tickets_changed');

  const lost = await transfer('rent for May', 7_600);
  await assign(lost.receiptId, (await placeByTransfer()).code);
  expect(await whyNot(lost.receiptId)).toBe('dealt_with');
  const sent = await transfer('rent for May', 7_600);
  await settle(sent.receiptId, { isReturned: true });
  expect(await whyNot(sent.receiptId)).toBe('dealt_with');

  const twice = await paid();
  expect([await whyNot(twice.receiptId), await whyNot(twice.receiptId)]).toEqual(['done', 'undone_before']);
  expect(await whyNot(999_999)).toBe('unknown_receipt');
});

test('if two people undo the same transfer at once, only one succeeds', async () => {
  const order = await placeByTransfer();
  const { receiptId } = await transfer(order.code, 7_600);
  const both = await Promise.all([undo(receiptId), undo(receiptId)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test('a transfer that is undone while another undo reads it is still found by the other', async () => {
  const order = await placeByTransfer();
  const { receiptId } = await transfer(order.code, 7_600);
  const { db } = app;
  const undoneMeanwhile: Queryable = {
    row: db.row.bind(db),
    run: db.run.bind(db),
    rows: async <Row>(text: string, parameters?: readonly unknown[]) => {
      await undone(receiptId);
      return db.rows<Row>(text, parameters);
    },
  };
  expect(await receiptsOfMovement(undoneMeanwhile, receiptId)).toEqual([receiptId]);
});

test('property: whatever is recorded and undone, in any order, the books add up', async () => {
  const random = randomFrom(`undo ${seed}`);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  for (let round = 0; round < 2 * rounds; round += 1) {
    const orders = [await placeByTransfer(), await placeByTransfer(PLAN)];
    const receipts: number[] = [];
    for (let step = 0; step < 14; step += 1) {
      if (random() < 0.5 && receipts.length > 0) await undo(pick(receipts));
      else receipts.push((await transfer(pick(orders).code, pick([1_000, 4_800, 5_450, 7_600, 12_000]))).receiptId);
      const { findings } = await auditShop(app.db, app.clock.now());
      expect(findings, `seed ${seed}, round ${round}, step ${step}`).toEqual([]);
    }
  }
});
