import fs from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { sfntFromWoff } from './woff.ts';

const file = createRequire(import.meta.url).resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff');
const woff = fs.readFileSync(file);

test('the unpacked font has the size stated in the WOFF file, and the same letters', () => {
  const sfnt = sfntFromWoff(woff);
  expect(sfnt).toHaveLength(woff.readUInt32BE(16));
  const [packed, plain] = [create(woff), create(sfnt)];
  const text = 'Mila Okonkwo, AV To 0123';
  expect(plain.layout(text).advanceWidth).toBe(packed.layout(text).advanceWidth);
  expect(plain.postscriptName).toBe('Figtree-Regular');
});

test('anything else is refused', () => expect(() => sfntFromWoff(Buffer.from('wOF2....'))).toThrow('Not a WOFF font'));
