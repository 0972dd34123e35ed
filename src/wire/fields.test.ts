import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, nameText, noteText } from './fields.ts';

test.each([
  ['  Ada  ', 'Ada'],
  ['Ada\nBcc: eve@example.org', 'Ada Bcc: eve@example.org'],
  ['Ada \t  Lovelace', 'Ada Lovelace'],
  ['Ada\u2028Lovelace', 'AdaLovelace'],
  // If this character stayed, a second ticket for the same name would go unnoticed.
  ['Ada\u00adLovelace', 'AdaLovelace'],
  ['Ada\u2060Lovelace', 'AdaLovelace'],
  ['Ada\u{e0041}Lovelace', 'AdaLovelace'],
  ['\u202eecalevoL adA', 'ecalevoL adA'],
  ['Ada \ud800Lovelace', 'Ada \ufffdLovelace'],
  ['Zoe\u0308', 'Zoë'],
  ['Zoe\u200b\u0308', 'Zoë'],
  [null, ''],
  [undefined, ''],
])('the name %j is read as %j', (typed, read) => expect(nameText.parse(typed)).toBe(read));

test('a note keeps its line breaks', () => {
  expect(noteText.parse(' one\n\ttwo ')).toBe('one\n\ttwo');
});

test('cleaning a cleaned text changes nothing, and the database can store it as JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const clean = cleanText(typed);
      expect(cleanText(clean)).toBe(clean);
      expect(clean.isWellFormed()).toBe(true);
      for (const character of ['\u0000', '\u202e', '\u00ad']) expect(clean).not.toContain(character);
    }),
  );
});
