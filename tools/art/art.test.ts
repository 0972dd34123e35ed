import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { svgRefusal } from '#features/shop-config/server/images/safe-svg.ts';
import { art } from './art.ts';
import { demoItemPictures } from './demo-pictures.ts';
import { hashOf } from './seeded-random.ts';
import { demoArt } from './write-demo-art.ts';

const golden = path.join(import.meta.dirname, 'demo-art-hashes.json');

test('given the stored hash of every demo picture, when they are drawn again, then not one byte has changed', async () => {
  const drawn = Object.fromEntries([...demoArt()].map(([name, svg]) => [name, hashOf(svg).toString(16)]));
  if (process.env.UPDATE_GOLDEN) {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(golden, `${JSON.stringify(drawn, null, 2)}\n`);
  }
  expect(drawn).toEqual(JSON.parse(await readFile(golden, 'utf8')));
});

test('the same picture drawn twice is the same, and another code makes another one', () => {
  const request = { code: 'sandlark-pass', scene: 'pass', palette: 'dusk', title: 'Stage' } as const;
  expect(art(request, 350, 350)).toBe(art(request, 350, 350));
  expect(art({ ...request, code: 'other' }, 350, 350)).not.toBe(art(request, 350, 350));
});

test('each size is composed for itself: a thumbnail has no crowd and no grain', () => {
  const pass = demoItemPictures.find((picture) => picture.code === 'sandlark-pass')!;
  const large = art(pass, 500, 500);
  const small = art(pass, 100, 100);
  expect(large).toContain('viewBox="0 0 500 500"');
  expect(small).toContain('viewBox="0 0 100 100"');
  expect(small.match(/<circle/g)!.length).toBeLessThan(large.match(/<circle/g)!.length / 3);
  expect(small).not.toContain('stroke-linecap');
});

test('every demo picture passes the check for operators’ SVGs', () => {
  const refusals = [...demoArt()].map(([name, svg]) => [name, svgRefusal(Buffer.from(svg))]).filter(([, why]) => why);
  expect(refusals).toEqual([]);
  expect(demoArt().size).toBeGreaterThan(100);
});

test('a title cannot break out of its element', () => {
  const svg = art({ code: 'x', scene: 'tee', palette: 'dawn', title: '<script>&' }, 100, 100);
  expect(svg).toContain('<title>&lt;script&gt;&amp;</title>');
});
