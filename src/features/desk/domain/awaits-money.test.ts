import { expect, test } from 'vitest';
import { awaitsMoney } from './awaits-money.ts';

test('an order awaits money while it takes payments and one of them is open', () => {
  expect(awaitsMoney({ status: 'pending', payments: [{ status: 'pending' }] })).toBe(true);
  expect(awaitsMoney({ status: 'partial', payments: [{ status: 'paid' }, { status: 'processing' }] })).toBe(true);
  expect(awaitsMoney({ status: 'cancelled', payments: [{ status: 'pending' }] })).toBe(false);
});

test('a plan that was refunded completely awaits no money', () => {
  expect(awaitsMoney({ status: 'partial', payments: [{ status: 'paid' }, { status: 'cancelled' }] })).toBe(false);
});
