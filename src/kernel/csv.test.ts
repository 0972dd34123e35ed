import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

const cellOf = (text: string): string =>
  csvText([[text]])
    .slice(2, -3)
    .replaceAll('""', '"');

test.each([
  ['=1+1', "'=1+1"],
  ['+31 6 1234', "'+31 6 1234"],
  ['-2+3', "'-2+3"],
  ['-2', '-2'],
  ['-12.50', '-12.50'],
  ['-12.', "'-12."],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['|calc', "'|calc"],
  ['\t=1', "'=1"],
  ['\r\n=1', "'=1"],
  ['＝1', "'＝1"],
  [' =1', "'=1"],
  ['=cmd|" /C calc"!A0', `'=cmd|" /C calc"!A0`],
  ['Mila = Okonkwo', 'Mila = Okonkwo'],
  ['O’Neill, "Kit"', 'O’Neill, "Kit"'],
  ['', ''],
])('a cell with %j is written as %j', (text, written) => {
  expect(cellOf(text)).toBe(written);
});

test('rows end as the format requires, and quotes are doubled', () => {
  expect(
    csvText([
      ['Name', 'Note'],
      ['A "B"', 'c,d'],
    ]),
  ).toBe('\uFEFF"Name","Note"\r\n"A ""B""","c,d"\r\n');
});

/** Reads a row by RFC 4180, independently of the code that writes it. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)].map((match) => match[1]!.replaceAll('""', '"'));
}

test('property: a row is read back unchanged, and no cell except a number can begin a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('=', '"', '","', '"\r\n"=1', "'", '-"'),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (row) => {
      const text = csvText([row]).slice(1);
      const cells = cellsOf(text);
      expect(cells).toHaveLength(row.length);
      expect(text).toBe(`${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`);
      for (const one of cells) expect(one).not.toMatch(/^(?!-\d+(\.\d+)?$)[\s]*[=+\-@]|[\r\n]/);
    }),
  );
});
