import { expect, test } from 'vitest';
import { problemEnds } from './problem-ends.ts';

const order = { total: 10_000, paid: 10_000, isDisputed: false, hasRefunds: false };

test('an order with a problem can be cancelled or get the status that fits its money', () => {
  expect(problemEnds(order)).toEqual(['cancelled', 'paid']);
  expect(problemEnds({ ...order, paid: 4_000 })).toEqual(['cancelled', 'partial']);
  expect(problemEnds({ ...order, paid: 0 })).toEqual(['cancelled']);
});

test('given an undecided dispute, then the order can only be cancelled', () => {
  expect(problemEnds({ ...order, isDisputed: true })).toEqual(['cancelled']);
  expect(problemEnds({ ...order, paid: 4_000, isDisputed: true })).toEqual(['cancelled']);
});

test('given refunds, then the order cannot be cancelled', () => {
  expect(problemEnds({ ...order, hasRefunds: true })).toEqual(['paid']);
  expect(problemEnds({ ...order, hasRefunds: true, isDisputed: true })).toEqual([]);
});
