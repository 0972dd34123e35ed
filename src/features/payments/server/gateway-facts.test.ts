import { expect, test } from 'vitest';
import { implausibleUpdate } from './gateway-facts.ts';

const paid = (amount: number) => implausibleUpdate({ status: 'paid', transaction: 'tx', amount, currency: 'EUR' });

test('an amount of nothing, below, in fractions or so large that sums of it cannot be counted is impossible', () => {
  for (const amount of [0, -1, 0.5, Number.NaN, 10 ** 13 + 1, Number.MAX_SAFE_INTEGER]) {
    expect(paid(amount)).toBe('amount');
  }
  expect([paid(1), paid(10 ** 13)]).toEqual([null, null]);
});
