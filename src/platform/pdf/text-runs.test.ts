import { describe, expect, test } from 'vitest';
import type { FontFace } from './fonts.ts';
import { graphemes, textRuns } from './text-runs.ts';

function faceOf(key: string, letters: string): FontFace {
  const has = new Set([...letters].map((letter) => letter.codePointAt(0)));
  return { key, font: { hasGlyphForCodePoint: (codePoint: number) => has.has(codePoint) } as FontFace['font'] };
}

const latin = faceOf('latin', 'Dvoaklen ?,A\u0301');
const extended = faceOf('extended', 'řáž ');
const faces = [latin, extended];
const runsOf = (text: string, lastResort: FontFace | null = null) =>
  textRuns(text, faces, () => lastResort).map(({ face, text: drawn, actual }) => [face.key, drawn, actual]);

test('a text is drawn by the first face that has its letters, spaces with the run before them', () => {
  expect(runsOf('Dvořák vedl ř'.replace('d', 'v'))).toEqual([
    ['latin', 'Dvo', null],
    ['extended', 'řá', null],
    ['latin', 'k vevl ', null],
    ['extended', 'ř', null],
  ]);
});

test('a letter and its mark are one letter, however they were typed', () => {
  expect(runsOf('a\u0301')).toEqual([['extended', 'á', null]]);
  expect(runsOf('e\u0301')).toEqual([['latin', 'e\u0301', null]]);
});

describe('a letter that no face has', () => {
  test('is drawn without its marks and keeps its meaning', () => {
    expect(runsOf('ê')).toEqual([['latin', 'e', 'ê']]);
  });

  test('is drawn as its plain form', () => {
    expect(runsOf('Ａ')).toEqual([['latin', 'A', 'Ａ']]);
  });

  test('is drawn by the last resort where there is one', () => {
    expect(runsOf('漢', faceOf('machine', '漢'))).toEqual([['machine', '漢', null]]);
  });

  test('is otherwise drawn as a question mark that keeps its meaning', () => {
    expect(runsOf('D漢字')).toEqual([
      ['latin', 'D', null],
      ['latin', '?', '漢'],
      ['latin', '?', '字'],
    ]);
  });
});

test('of a letter with many marks three are drawn, and the text keeps them all', () => {
  const tower = `e${'\u0301'.repeat(120)}`;
  const [[, drawn, actual]] = runsOf(tower) as [[string, string, string]];
  expect(drawn.normalize('NFD').match(/\u0301/g)!.length).toBeLessThanOrEqual(3);
  expect(actual).toBe(tower.normalize('NFC'));
});

test('control and format characters are not drawn, and every line break becomes a space', () => {
  expect(graphemes('a\u0000b\r\n\u2028c\u202ed\u200b').join('')).toBe('a b cd');
});

test('a text needs a face', () => expect(() => textRuns('a', [])).toThrow(RangeError));
