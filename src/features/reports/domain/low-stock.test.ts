import { expect, test } from 'vitest';
import { isLow } from './low-stock.ts';

test.each([
  [3, 150, true],
  [2, 60, true],
  [9, 100, false],
  [5, 100, false],
  [4, 100, true],
  [0, 100, false],
])('%i of %i left is low: %s', (left, capacity, expected) => {
  expect(isLow(left, capacity)).toBe(expected);
});
