import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditorReference, readCreditorReference } from './creditor-reference.ts';
import { readReference } from './transfer-reference.ts';

test.each([
  ['R7K2M1', 'RF91R7K2M1'],
  ['539007547034', 'RF18539007547034'],
  ['SLK-2H9C4T-1', 'RF25SLK2H9C4T1'],
])('the structured reference of %s is %s', (reference, structured) => {
  expect(creditorReference(reference)).toBe(structured);
  expect(readCreditorReference(structured.replace(/(.{4})/g, '$1 ').toLowerCase())).toBe(structured);
});

test('a structured reference with a wrong digit is not read', () => {
  expect(readCreditorReference('RF18539007547035')).toBeNull();
  expect(readReference('RF26SLK2H9C4T1')).toEqual(['RF26SLK2H9C4T1']);
});

test('a reference is read in both forms', () => {
  expect(readReference(' slk 2h9c4t  1')).toEqual(['SLK-2H9C4T-1']);
  expect(readReference('RF25 SLK2 H9C4 T1')).toContain('SLK-2H9C4T-1');
});

test('every reference can be read from its structured form, and a changed digit or letter is detected', () => {
  const prefix = fc.stringMatching(/^[A-Z]{1,6}$/);
  const six = fc.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/);
  const number = fc.option(fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(prefix, six, number, fc.nat(5), (letters, characters, part, at) => {
      const reference = `${letters}-${characters}${part === null ? '' : `-${part}`}`;
      const structured = creditorReference(reference);
      expect(readReference(structured)).toContain(reference);
      const place = 4 + letters.length + at;
      const now = structured[place]!;
      const [one, another] = /\d/.test(now) ? ['7', '8'] : ['K', 'M'];
      const other = now === one ? another : one;
      expect(readCreditorReference(structured.slice(0, place) + other + structured.slice(place + 1))).toBeNull();
    }),
  );
});
