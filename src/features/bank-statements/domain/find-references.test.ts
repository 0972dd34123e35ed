import { expect, test } from 'vitest';
import { READABLE_ALPHABET } from '#platform/secrets/random-codes.ts';
import { findBareCodes, findLookAlikes, findReferences, findRefunds } from './find-references.ts';

const found = (text: string, prefix = 'SLK') =>
  findReferences(text, prefix).map(({ order, payment, isDoubtful }) => `${payment ?? order}${isDoubtful ? '?' : ''}`);

test.each([
  ['SLK-2H9C4T', ['SLK-2H9C4T']],
  ['order slk 2h9c4t, thank you', ['SLK-2H9C4T']],
  ['SLK2H9C4T1', ['SLK-2H9C4T-1']],
  ['SLK-2H9\nC4T - 2 Festival', ['SLK-2H9C4T-2']],
  ['SLK–2H9C4T 2026', ['SLK-2H9C4T']],
  ['RF25 SLK2 H9C4 T1', ['SLK-2H9C4T-1']],
  ['RF26SLK2H9C4T1', ['SLK-2H9C4T?']],
  ['SLK-2H9C4T and SLK-7Q4M2X-2', ['SLK-2H9C4T', 'SLK-7Q4M2X-2']],
  ['SLK-2H9C4T SLK-2H9C4T', ['SLK-2H9C4T']],
  ['tickets', []],
  ['SLK-2H9', []],
  ['SLK-2H0C4T', []],
])('"%s" contains the codes %j', (text, codes) => expect(found(text)).toEqual(codes));

test('a code is found even if the word before it is also the prefix', () => {
  expect(found('FEST FEST-7Q4M2X', 'FEST')).toContain('FEST-7Q4M2X');
});

test('refund codes are found and not mistaken for payments', () => {
  expect(findRefunds('Sandlark refund SLK-2H9C4T-R1', 'SLK')).toEqual(['SLK-2H9C4T-R1']);
  expect(findRefunds('SLK2H9C4TR12', 'SLK')).toEqual(['SLK-2H9C4T-R12']);
  expect(found('SLK-2H9C4T-R1')).toEqual(['SLK-2H9C4T']);
});

test('look-alike characters lead to the codes that the payer may have meant', () => {
  expect(findLookAlikes('5LK-2H9C4T', 'SLK')).toContain('SLK-2H9C4T');
  expect(findLookAlikes('S1K ZH9C4T', 'SLK')).toContain('SLK-2H9C4T');
  expect(findLookAlikes('SLK-2H9C4X', 'SLK')).not.toContain('SLK-2H9C4T');
});

test.each([
  ['Tickets 2h9c4t!', ['2H9C4T']],
  ['2H9 C4T, 7Q4-M2X', ['2H9C4T', '7Q4M2X']],
  ['X2H9C4T 2H9C4TX', []],
])('"%s" has the bare codes %j', (text, codes) => expect(findBareCodes(text)).toEqual(codes));

test('every character of a code is recognised', () => {
  for (const character of READABLE_ALPHABET) expect(found(`SLK-${character.repeat(6)}`)).toHaveLength(1);
});

test('a long text of fragments of codes contains no code', () => {
  expect(found('RF'.repeat(100) + 'S L K '.repeat(300) + ' '.repeat(400))).toEqual([]);
});
