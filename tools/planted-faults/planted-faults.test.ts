import fs from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import { totalsIn, totalsLine } from './totals.mjs';

// `npm run test:long` plants each fault and runs its test (run.ts). `npm test` only checks that the replaced words
// exist.
test.each(Object.entries(FAULTS))(
  '%s: the words that each fault replaces are in their file exactly once',
  (_, faults) => {
    expect(faults.length).toBeGreaterThan(0);
    for (const { file, words, instead } of faults.flatMap(({ replacements }) => replacements)) {
      expect([file, words, fs.readFileSync(file, 'utf8').split(words).length - 1]).toEqual([file, words, 1]);
      expect(instead).not.toBe(words);
    }
  },
);

test('the totals that a run prints are read again, and a run without totals counts as failed', () => {
  expect(totalsIn(`ok  a fault\n${totalsLine(57, 2)}\n`)).toEqual({ noticed: 57, wrong: 2 });
  expect(totalsIn('The run broke off.')).toEqual({ noticed: 0, wrong: 1 });
});
