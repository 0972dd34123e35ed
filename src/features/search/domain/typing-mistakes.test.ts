import { expect, test } from 'vitest';
import { oneMistakeAway, similarCodes } from './typing-mistakes.ts';

test('one wrong, missing, extra or swapped letter is one mistake', () => {
  const away = oneMistakeAway('novk', 'abcdefghijklmnopqrstuvwxyz');
  expect(away).toEqual(expect.arrayContaining(['novak', 'nov', 'nook', 'nokv', 'ovk', 'novks']));
  expect(away).not.toContain('novk');
  expect(away).not.toContain('nokva');
});

test('a text has about 54 neighbours for each of its letters', () => {
  expect(oneMistakeAway('novakovic', 'abcdefghijklmnopqrstuvwxyz').length).toBeLessThan(9 * 54 + 27);
});

const codes = { alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', length: 6 };

test('a code with one mistake is found, even if the mistake changes its length', () => {
  for (const typed of ['7Q4M2Y', '7Q4M2', '7Q4M2XX', 'Q74M2X', '7O4M2X']) {
    expect(similarCodes(typed, codes)).toContain('7Q4M2X');
  }
  expect(similarCodes('7Q4M2X', codes)).not.toContain('7Q4M2X');
  expect(similarCodes('7Q4M', codes)).toEqual([]);
});

test('characters that codes never contain are read as those that look like them, several at once', () => {
  expect(similarCodes('1O4M2X', codes)).toContain('7Q4M2X');
  expect(similarCodes('0O4M2X', codes)).toContain('QD4M2X');
  expect(similarCodes('OOOOOO', codes)).toEqual([]);
});
