import { expect, test } from 'vitest';
import { possibleSettledStatuses } from './settled-status.ts';

const order = { total: 10_000, paid: 10_000, isDisputed: false, hasRefunds: false };

test('an order with a problem can be cancelled or get the status that fits its money', () => {
  expect(possibleSettledStatuses(order)).toEqual(['cancelled', 'paid']);
  expect(possibleSettledStatuses({ ...order, paid: 4_000 })).toEqual(['cancelled', 'partial']);
  expect(possibleSettledStatuses({ ...order, paid: 0 })).toEqual(['cancelled']);
});

test('an order with an undecided dispute can only be cancelled', () => {
  expect(possibleSettledStatuses({ ...order, isDisputed: true })).toEqual(['cancelled']);
  expect(possibleSettledStatuses({ ...order, paid: 4_000, isDisputed: true })).toEqual(['cancelled']);
});

test('an order with refunds cannot be cancelled', () => {
  expect(possibleSettledStatuses({ ...order, hasRefunds: true })).toEqual(['paid']);
  expect(possibleSettledStatuses({ ...order, hasRefunds: true, isDisputed: true })).toEqual([]);
});
