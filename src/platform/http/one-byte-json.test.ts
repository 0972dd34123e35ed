import { isStringOneByteRepresentation } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds, seed } from '../../../test/support/rounds.ts';
import { oneByteJson } from './one-byte-json.ts';

test('JSON with one byte for each character is read as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = oneByteJson(value);
      expect(isStringOneByteRepresentation(json)).toBe(true);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 100 * rounds, seed },
  );
  expect(oneByteJson({ name: 'Café – Šibenik 🎟' })).toBe(String.raw`{"name":"Café \u2013 \u0160ibenik \ud83c\udf9f"}`);
});
