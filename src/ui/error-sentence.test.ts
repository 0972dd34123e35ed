import { expect, test } from 'vitest';
import { piecesOfSentence } from './error-sentence.ts';

const field = (name: string) => ({ name, fieldId: name.toLowerCase() });

test('each name in a sentence that lists fields links to its field, and no word changes', () => {
  const sentence = 'Please fill out the following fields: IBAN, Bank name.';
  const pieces = piecesOfSentence(sentence, [field('IBAN'), field('Bank name')]);
  expect(pieces?.filter((piece) => piece.fieldId)).toEqual([
    { words: 'IBAN', fieldId: 'iban' },
    { words: 'Bank name', fieldId: 'bank name' },
  ]);
  expect(pieces?.map(({ words }) => words).join('')).toBe(sentence);
});

test('a name that is the start of another is found in its own place', () => {
  const pieces = piecesOfSentence('Please fill out: City of the bank, City.', [
    field('City of the bank'),
    field('City'),
  ]);
  expect(pieces?.map(({ words }) => words)).toEqual(['Please fill out: ', 'City of the bank', ', ', 'City', '.']);
  expect(piecesOfSentence('Please fill out: City of the bank.', [field('City')])).toBeNull();
});

test('a sentence about something else is not split', () => {
  expect(piecesOfSentence('Your card was declined.', [field('IBAN')])).toBeNull();
  expect(piecesOfSentence('IBAN, BIC.', [field('BIC'), field('IBAN')])).toBeNull();
});
