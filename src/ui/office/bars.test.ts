import { expect, test } from 'vitest';
import { niceTop } from './bars.tsx';

test.each([
  [1, 1.2],
  [21_900, 30_000],
  [2_150_000, 3_000_000],
  [1_300, 1_500],
  [600, 600],
  [601, 1_200],
  [11_000, 12_000],
])('a scale for %d ends at %d, never below it', (value, top) => {
  expect(niceTop(value)).toBeCloseTo(top);
});
