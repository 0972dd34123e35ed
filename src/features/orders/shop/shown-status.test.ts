import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { instalmentStatus, orderStatus } from './shown-status.ts';

const none = { has_refunds: false, fully_refunded: false };

test('the chip of an unknown status is neutral and shows the raw value', () => {
  const language = ENGLISH;
  expect(orderStatus(language, 'on_hold', { paid: 'Paid' })).toEqual({ tone: 'neutral', label: 'on_hold' });
});

test('the chip shows the operator’s label', () => {
  const language = ENGLISH;
  expect(orderStatus(language, 'partial', { partial: 'Partially paid' })).toEqual({
    tone: 'progress',
    label: 'Partially paid',
  });
});

test('a plan that was refunded before its last payment is shown as refunded, and a paid order as paid', () => {
  const language = ENGLISH;
  expect(orderStatus(language, 'partial', { partial: 'Partially paid' }, true)).toEqual({
    tone: 'neutral',
    label: 'Refunded',
  });
  expect(orderStatus(language, 'paid', { paid: 'Paid' }, true).label).toBe('Paid');
});

test.each([
  [
    { payment_status: 'pending', due: false, overdue: false },
    { tone: 'neutral', label: 'Pending' },
  ],
  [
    { payment_status: 'pending', due: true, overdue: false },
    { tone: 'warn', label: 'Due' },
  ],
  [
    { payment_status: 'pending', due: true, overdue: true },
    { tone: 'bad', label: 'Overdue' },
  ],
  [
    { payment_status: 'paid', due: true, overdue: true },
    { tone: 'ok', label: 'Paid' },
  ],
])('the instalment %o is shown as due or overdue only if it is pending', (instalment, chip) => {
  const language = ENGLISH;
  expect(
    instalmentStatus(language, { amount: 4_800, ...instalment }, none, { pending: 'Pending', paid: 'Paid' }),
  ).toEqual(chip);
});

test('the instalments of an order with refunds show Refund, and Refunded once everything is refunded', () => {
  const language = ENGLISH;
  const paid = { payment_status: 'paid', amount: 4_800, due: false, overdue: false };
  expect(instalmentStatus(language, paid, { has_refunds: true, fully_refunded: false }, {}).label).toBe('Refund');
  expect(instalmentStatus(language, paid, { has_refunds: true, fully_refunded: true }, {}).label).toBe('Refunded');
});

test('an instalment that was waived completely is shown as neither due nor cancelled', () => {
  const waived = { payment_status: 'cancelled', amount: 0, due: false, overdue: false };
  expect(instalmentStatus(ENGLISH, waived, none, { cancelled: 'Cancelled' })).toEqual({
    tone: 'neutral',
    label: 'Waived',
  });
});
