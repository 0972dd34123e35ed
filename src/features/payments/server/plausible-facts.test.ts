import { expect, test } from 'vitest';
import { implausibleUpdate } from './plausible-facts.ts';

const paid = (amount: number) => implausibleUpdate({ status: 'paid', transaction: 'tx', amount, currency: 'EUR' });

test('an amount that is zero, negative, fractional or too large to be summed is impossible', () => {
  for (const amount of [0, -1, 0.5, Number.NaN, 10 ** 13 + 1, Number.MAX_SAFE_INTEGER]) {
    expect(paid(amount)).toBe('amount');
  }
  expect([paid(1), paid(10 ** 13)]).toEqual([null, null]);
});
