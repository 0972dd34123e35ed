import { expect, test } from 'vitest';
import { missingIn, missingPath, missingThings } from './missing.ts';

test.each(missingThings)('an address says that a missing %s was asked for', (thing) => {
  expect(missingIn(missingPath('/portal', thing).replace('/portal', ''))).toBe(thing);
});

test('an address that names nothing known says nothing', () => {
  for (const search of ['', '?', '?missing=', '?missing=<b>', '?type=ticket']) expect(missingIn(search)).toBeNull();
});
