import { expect, test } from 'vitest';
import { normalizeReference } from './transfer-reference.ts';

test.each([
  ['SLK-7Q4M2X', 'SLK-7Q4M2X'],
  [' slk 7q4m2x ', 'SLK-7Q4M2X'],
  ['SLK – 7Q4M2X  2', 'SLK-7Q4M2X-2'],
  ['slk-7q4m2x-1', 'SLK-7Q4M2X-1'],
])('"%s" on a bank statement means %s', (text, meant) => expect(normalizeReference(text)).toBe(meant));
