import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFont } from './load-font.ts';

const figtree = path.resolve(import.meta.dirname, '../../../../../node_modules/@fontsource-variable/figtree/files');
let folder: string;
let font: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-fonts-'));
  font = await readFile(path.join(figtree, 'figtree-latin-wght-normal.woff2'));
});
afterAll(() => rm(folder, { recursive: true }));

async function loaded(bytes: Buffer) {
  await writeFile(path.join(folder, 'own.woff2'), bytes);
  return loadFont(folder, 'own.woff2');
}

/** Returns the font with other bytes from this offset on. */
function changed(at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(font);
  Buffer.from(bytes).copy(copy, at);
  return copy;
}

test('a font has an address by its content, its weights, and metrics that fit Arial to its space', async () => {
  const result = await loaded(font);
  if (!('font' in result)) throw new Error(result.refusal);
  const { name, file, bytes } = result.font;
  expect(bytes.equals(font)).toBe(true);
  expect(file.url).toBe(`/images/${name}`);
  expect(name).toMatch(/^font-[0-9a-f]{16}\.woff2$/);
  expect(file.weight).toBe('300 900');
  // The shop's stylesheet has values for this font that were measured in a browser: 100.1, 94.9, 25, 0.
  const { sizeAdjust, ascent, descent, lineGap } = file.fallback;
  expect(Math.abs(sizeAdjust - 100.1)).toBeLessThan(1);
  expect(Math.abs(ascent - 94.9)).toBeLessThan(1);
  expect(Math.abs(descent - 25)).toBeLessThan(1);
  expect(lineGap).toBe(0);
});

test('a file that is not a font is refused with the reason', async () => {
  const refusal = async (bytes: Buffer) => {
    const result = await loaded(bytes);
    return 'refusal' in result ? result.refusal : null;
  };
  expect(await refusal(Buffer.concat([font, Buffer.alloc(200_000)]))).toMatch(/^own\.woff2 is larger than 200 kB/);
  expect(await refusal(Buffer.from('wOF2'))).toBe('own.woff2 is not a WOFF2 font');
  expect(await refusal(changed(0, [0x77, 0x4f, 0x46, 0x46]))).toBe('own.woff2 is not a WOFF2 font');
  expect(await refusal(font.subarray(0, 9_000))).toBe('own.woff2 is truncated, or is not what its header says');
  expect(await refusal(changed(16, [0x7f, 0xff, 0xff, 0xff]))).toBe('own.woff2 is larger than 4 MB when unpacked');
  expect(
    await refusal(
      changed(
        48,
        Array.from({ length: 4_000 }, () => 0xa5),
      ),
    ),
  ).toBe('own.woff2 is not a readable font');
  const extended = await readFile(path.join(figtree, 'figtree-latin-ext-wght-normal.woff2'));
  expect(await refusal(extended)).toBe('own.woff2 lacks letters from a to z, or digits');
});

test('a file that is missing or outside the folder is refused', async () => {
  expect(await loadFont(folder, 'none.woff2')).toEqual({ refusal: 'none.woff2 does not exist' });
  const outside = path.relative(folder, path.join(figtree, 'figtree-latin-wght-normal.woff2'));
  expect(await loadFont(folder, outside)).toEqual({ refusal: expect.stringMatching(/is outside the folder$/) });
});
