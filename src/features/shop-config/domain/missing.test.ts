import { expect, test } from 'vitest';
import { missingIn, missingPath, missingThings } from './missing.ts';

test.each(missingThings)('an address names a missing %s', (thing) => {
  expect(missingIn(missingPath('/portal', thing).replace('/portal', ''))).toBe(thing);
});

test('an address that names an unknown thing has nothing missing', () => {
  for (const search of ['', '?', '?missing=', '?missing=<b>', '?type=ticket']) expect(missingIn(search)).toBeNull();
});
