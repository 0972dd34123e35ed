import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase45, toBase45 } from './base45.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

// The examples of RFC 9285, section 4.3.
test.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['', ''],
])('%j is %j in Base45', (plain, encoded) => {
  expect(toBase45(bytesOf(plain))).toBe(encoded);
  expect(fromBase45(encoded)).toEqual(bytesOf(plain));
});

test('any bytes survive encoding and decoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(fromBase45(toBase45(bytes))).toEqual(bytes);
    }),
  );
});

test('a text decodes in at most one way', () => {
  const text = fc.string({ unit: fc.constantFrom(...'09AZ $%*+-./:a'), maxLength: 12 });
  fc.assert(
    fc.property(text, (typed) => {
      const bytes = fromBase45(typed);
      if (bytes) expect(toBase45(bytes)).toBe(typed);
    }),
  );
});

test.each(['A', 'ABCD', 'GGW', '::', 'ab8', 'BB8\n'])('%j is not Base45', (text) =>
  expect(fromBase45(text)).toBeNull(),
);
