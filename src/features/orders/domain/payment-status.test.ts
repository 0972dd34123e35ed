import { expect, test } from 'vitest';
import { canMovePayment, isClosed, isPayable, paymentStatuses } from './payment-status.ts';

test('a cancelled payment must be reopened before money counts for it', () => {
  expect(canMovePayment('cancelled', 'paid')).toBe(false);
  expect(canMovePayment('cancelled', 'pending')).toBe(true);
});

test('a paid payment can only move to a status with less money', () => {
  expect(paymentStatuses.filter((to) => canMovePayment('paid', to))).toEqual(['pending', 'partial', 'cancelled']);
});

test('only pending and partial payments are payable, and only paid and cancelled ones are closed', () => {
  expect(paymentStatuses.filter(isPayable)).toEqual(['pending', 'partial']);
  expect(paymentStatuses.filter(isClosed)).toEqual(['paid', 'cancelled']);
});
