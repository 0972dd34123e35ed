import { expect, test } from 'vitest';
import { instalmentStatus, itemStatus, orderStatus, refundStatus, stockStatus } from './status-tones.ts';

const none = { has_refunds: false, fully_refunded: false };

test('given an unknown status, then the chip is neutral and shows the raw value', () => {
  expect(orderStatus('on_hold', { paid: 'Paid' })).toEqual({ tone: 'neutral', label: 'on_hold' });
});

test('given an operator label, then the chip shows it', () => {
  expect(orderStatus('partial', { partial: 'Partially paid' })).toEqual({ tone: 'progress', label: 'Partially paid' });
});

test('given a plan that went back before it was paid to the end, then it is shown as refunded, and a paid order as paid', () => {
  expect(orderStatus('partial', { partial: 'Partially paid' }, true)).toEqual({ tone: 'neutral', label: 'Refunded' });
  expect(orderStatus('paid', { paid: 'Paid' }, true).label).toBe('Paid');
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
])('given the instalment %o, then its flags decide only while it is pending', (instalment, chip) => {
  expect(instalmentStatus(instalment, none, { pending: 'Pending', paid: 'Paid' })).toEqual(chip);
});

test('given an order with refunds, then its instalments show Refund, and Refunded once all is back', () => {
  const paid = { payment_status: 'paid', due: false, overdue: false };
  expect(instalmentStatus(paid, { has_refunds: true, fully_refunded: false }, {}).label).toBe('Refund');
  expect(instalmentStatus(paid, { has_refunds: true, fully_refunded: true }, {}).label).toBe('Refunded');
});

test('given a pending ticket, then it waits for payment, unless it is in a refund', () => {
  expect(itemStatus({ status: 'active', pending: true }, { active: 'Active' })).toEqual({
    tone: 'warn',
    label: 'Pending payment',
  });
  expect(itemStatus({ status: 'refund', pending: true }, { refund: 'Requested' })).toEqual({
    tone: 'info',
    label: 'Requested',
  });
});

test('given a refund that is neither requested nor completed nor cancelled, then it is processing', () => {
  expect(refundStatus('problem', {}).label).toBe('Processing');
  expect(refundStatus('active', {}).label).toBe('Requested');
  expect(refundStatus('processed', {}).label).toBe('Completed');
});

test('given stock, then the card warns at ten or fewer and never shows zero or less as a number', () => {
  expect(stockStatus({ in_stock: true, stock_level: null })).toBeNull();
  expect(stockStatus({ in_stock: true, stock_level: 11 })).toBeNull();
  expect(stockStatus({ in_stock: true, stock_level: 10 })?.label).toBe('Only 10 left');
  expect(stockStatus({ in_stock: true, stock_level: 0 })).toBeNull();
  expect(stockStatus({ in_stock: false, stock_level: 0 })?.label).toBe('Out of Stock');
});
