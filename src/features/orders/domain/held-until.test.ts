import { expect, test } from 'vitest';
import { heldUntil } from './held-until.ts';
import { orderStatuses } from './order-status.ts';

const payBy = new Date('2027-02-09T12:00:00Z');

test('an order that takes payments holds its items until its deadline; no other order has one', () => {
  const held = orderStatuses.filter((paymentStatus) => heldUntil({ paymentStatus, payBy }) !== null);
  expect(held).toEqual(['pending', 'processing', 'partial']);
  expect(heldUntil({ paymentStatus: 'pending', payBy })).toEqual(payBy);
});

test('an order without a deadline holds its items for as long as it is valid', () => {
  expect(heldUntil({ paymentStatus: 'partial', payBy: null })).toBeNull();
});
