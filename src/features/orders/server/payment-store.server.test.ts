import { expect, test } from 'vitest';
import type { Tx } from '#platform/db/db.ts';
import { app, givenTransferShop, placeByTransfer } from '../../../../test/support/transfer-shop.ts';
import { movePayments } from './order-money-store.ts';
import { lockOrder, orderByCode } from './order-store.ts';
import { setNextReminder } from './payment-reminders-store.ts';
import { type PaymentRow, paymentsOf } from './payment-store.ts';

givenTransferShop();

/** Runs `work` with the payment of a new order, under the order's lock, and rolls back. */
async function withPayment(work: (tx: Tx, payment: PaymentRow) => Promise<void>): Promise<void> {
  const { code } = await placeByTransfer();
  const { id } = (await orderByCode(app.db, code))!;
  const undone = new Error('undone');
  const done = app.db.transaction(async (tx) => {
    await lockOrder(tx, id);
    await work(tx, (await paymentsOf(tx, [id]))[0]!);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
}

test('a move that the transitions do not allow throws and writes nothing', () =>
  withPayment(async (tx, payment) => {
    await movePayments(tx, [{ payment, to: 'cancelled' }]);
    await expect(movePayments(tx, [{ payment, to: 'paid' }])).rejects.toThrow('cannot move from cancelled to paid');
    expect(await paymentsOf(tx, [payment.orderId])).toMatchObject([{ status: 'cancelled' }]);
  }));

test('a payment that was read without its order’s lock and has changed is not moved', () =>
  withPayment(async (tx, payment) => {
    const stale = { ...payment };
    await movePayments(tx, [{ payment, to: 'processing' }]);
    await expect(movePayments(tx, [{ payment: stale, to: 'partial' }])).rejects.toThrow('moved meanwhile');
  }));

test('the row in memory matches the written one', () =>
  withPayment(async (tx, payment) => {
    await movePayments(tx, [{ payment, to: 'paid', paidAmount: payment.amount, paidAt: app.clock.now() }]);
    expect(await paymentsOf(tx, [payment.orderId])).toEqual([payment]);
  }));

test.each(['paid', 'cancelled'] as const)('a payment that becomes %s is no longer due for a reminder', (to) =>
  withPayment(async (tx, payment) => {
    await setNextReminder(tx, payment.id, app.clock.now());
    await movePayments(tx, [{ payment, to }]);
    const dueReminders = await tx.rows('select 1 from payments where id = $1 and next_reminder_at is not null', [
      payment.id,
    ]);
    expect(dueReminders).toEqual([]);
  }),
);

test('a payment that stays open keeps its reminder', () =>
  withPayment(async (tx, payment) => {
    await setNextReminder(tx, payment.id, app.clock.now());
    await movePayments(tx, [{ payment, to: 'processing' }]);
    const dueReminders = await tx.rows('select 1 from payments where id = $1 and next_reminder_at is not null', [
      payment.id,
    ]);
    expect(dueReminders).toHaveLength(1);
  }));
