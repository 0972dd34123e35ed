import { expect, test } from 'vitest';
import { missingIn, missingPath, missingThings } from './missing.ts';

test.each(missingThings)('the address after a redirect names the missing %s', (thing) => {
  expect(missingIn(missingPath('/portal', thing).replace('/portal', ''))).toBe(thing);
});

test('an address without the name of a known thing means that nothing is missing', () => {
  for (const search of ['', '?', '?missing=', '?missing=<b>', '?type=ticket']) expect(missingIn(search)).toBeNull();
});
