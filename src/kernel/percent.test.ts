import { expect, test } from 'vitest';
import { formatPercent } from './percent.ts';

test.each([
  ['en', 900, '9%'],
  ['en', 550, '5.5%'],
  ['de', 900, '9\u00a0%'],
  ['de-AT', 550, '5,5\u00a0%'],
  ['hr', 2500, '25\u00a0%'],
  ['hr', 0, '0\u00a0%'],
])('in %s, %i basis points are written as %s', (locale, basisPoints, read) => {
  expect(formatPercent(basisPoints, locale)).toBe(read);
});
