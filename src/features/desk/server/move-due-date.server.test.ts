import { expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { commandLine } from '#kernel/actor.ts';
import {
  app,
  auditOf,
  cancel,
  DAY,
  givenTransferShop,
  mailsAbout,
  now,
  operator,
  placeByTransfer,
  transfer,
} from '../../../../test/support/transfer-shop.ts';
import { moveDueDate } from './move-due-date.ts';

/* Staff give a customer more time for a bank transfer. */

givenTransferShop();

const move = (order: Order, day: string) =>
  moveDueDate(
    { db: app.db, shopUrl: operator.parts.money.shopUrl },
    { code: order.code, day, actor: commandLine('Noor') },
    app.clock.now(),
  );
const inDays = (days: number) =>
  new Date(app.clock.now().getTime() + days * DAY).toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' });
const whyNot = async (order: Order, day = inDays(20)) => {
  const moved = await move(order, day);
  return moved.ok ? 'done' : moved.error.kind;
};

test('a transfer order with a later due date outlives its first deadline, and ends after the new one', async () => {
  const order = await placeByTransfer();
  expect(await whyNot(order)).toBe('done');
  expect((await now(order)).payments[0]!.due_at.slice(0, 10)).toBe(inDays(19));
  expect((await mailsAbout(order)).at(-1)).toBe('due-date-moved');
  expect(await auditOf(order.code)).toContain('Noor: order.due_date_moved');
  await app.travel(10 * DAY);
  expect((await now(order)).payment_status).toBe('pending');
  await app.travel(14 * DAY);
  expect((await now(order)).payment_status).toBe('cancelled');
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
});

test('the due date can be moved back, but not to the same day', async () => {
  const order = await placeByTransfer();
  expect(await whyNot(order, inDays(20))).toBe('done');
  expect(await whyNot(order, inDays(20))).toBe('same_day');
  expect(await whyNot(order, inDays(3))).toBe('done');
});

test('the first instalment of a plan by transfer can be moved until the second one is due', async () => {
  const order = await placeByTransfer('sandlark-pass-plan');
  expect(await whyNot(order, inDays(20))).toBe('done');
  expect(await whyNot(order, inDays(45))).toBe('not_after');
  await transfer(order.code, 5_450);
  expect(await whyNot(order)).toBe('not_waiting');
});

test('an order that got too little still has a due date, an order that is paid or has ended does not', async () => {
  const [short, paid, ended] = [await placeByTransfer(), await placeByTransfer(), await placeByTransfer()];
  await transfer(short.code, 7_000);
  await transfer(paid.code, 7_600);
  await cancel(ended);
  expect(await whyNot(short)).toBe('done');
  expect(await whyNot(paid)).toBe('not_waiting');
  expect(await whyNot(ended)).toBe('not_waiting');
  expect(await whyNot({ ...paid, code: 'SLK-NOBODY' })).toBe('unknown_order');
});
