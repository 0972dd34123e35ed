import { expect, test } from 'vitest';
import { amountFrom, amountIn } from './typed-amount.ts';

test.each([
  ['96', 9_600],
  ['96.00', 9_600],
  ['96,00', 9_600],
  ['€ 96,5', 9_650],
  ['0', null],
  ['0.00', null],
  ['', null],
  ['1.234,00', null],
  ['-5', null],
  ['96.001', null],
  ['about 90', null],
])('%s is read as %s, and what cannot be read is never 0', (text, amount) => {
  expect(amountFrom(text, 2)).toBe(amount);
});

test('a sum in a field is read back as itself', () => {
  for (const [amount, digits] of [
    [9_605, 2],
    [1_200, 0],
    [7, 2],
  ] as const)
    expect(amountFrom(amountIn(amount, digits), digits)).toBe(amount);
});
