import { expect, test } from 'vitest';
import { gigabytesText } from './gigabytes.ts';

test.each([
  [1_234_000_000, 'en-GB', '1.23'],
  [1_234_000_000, 'de-DE', '1,23'],
  [12_345_000_000, 'de-DE', '12'],
  [1_234_500_000_000, 'en-GB', '1,235'],
])('%d bytes in %s are %s gigabytes', (bytes, locale, written) => {
  expect(gigabytesText(bytes, locale)).toBe(written);
});
