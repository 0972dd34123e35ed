import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePicture } from '../../testing.ts';
import { loadPicture } from './load-picture.ts';
import { makePictures } from './make-pictures.ts';
import { iconPictureSet, itemPictureSet, logoFormats, type PictureSet, sitePictureSet } from './picture-set.ts';

const SIZES = ['350x350', '350x500', '500x500', '100x100'];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-pictures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function loaded(name: string, content: Buffer | string) {
  await writeFile(path.join(folder, name), content);
  const result = await loadPicture(folder, name);
  if ('refusal' in result) throw new Error(result.refusal);
  return result.picture;
}

async function itemSet(name: string, content: Buffer | string): Promise<PictureSet> {
  const source = await loaded(name, content);
  return itemPictureSet('item', new Map(SIZES.map((size) => [size, source])));
}

test('an item’s picture has every size, density and format, as the names of its files say', async () => {
  const imagesFolder = path.join(folder, 'images');
  const set = await itemSet('a.png', await makePicture(600, 800));
  expect(await makePictures([set], { imagesFolder })).toEqual({ encoded: 24, copied: 0, kept: 0 });
  for (const size of SIZES) {
    const [width, height] = size.split('x').map(Number) as [number, number];
    for (const [mark, density] of [
      ['', 1],
      ['@2x', 2],
    ] as const) {
      for (const format of ['avif', 'webp', 'jpg']) {
        const made = await sharp(path.join(imagesFolder, `${set.name}-${size}${mark}.${format}`)).metadata();
        expect([made.width, made.height]).toEqual([width * density, height * density]);
        expect(made.format === 'heif' ? 'avif' : made.format).toBe(format === 'jpg' ? 'jpeg' : format);
      }
    }
  }
});

test('a drawn picture keeps its alpha channel only if a pixel is transparent', async () => {
  const imagesFolder = path.join(folder, 'images');
  const svg = (height: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="${height}"/></svg>`;
  for (const [name, height, hasAlpha] of [
    ['opaque.svg', '100', false],
    ['transparent.svg', '50', true],
  ] as const) {
    const set = await itemSet(name, svg(height));
    await makePictures([set], { imagesFolder });
    const made = await sharp(path.join(imagesFolder, `${set.name}-100x100.avif`)).metadata();
    expect([name, made.hasAlpha]).toEqual([name, hasAlpha]);
  }
});

test('pictures that exist are not encoded again, and a new folder takes them from the cache', async () => {
  const imagesFolder = path.join(folder, 'images');
  const cacheFolder = path.join(folder, 'cache');
  const set = await itemSet('a.png', await makePicture(100, 100));
  await makePictures([set], { imagesFolder, cacheFolder });
  const one = path.join(imagesFolder, `${set.name}-100x100.jpg`);
  const before = (await stat(one)).mtimeMs;
  expect(await makePictures([set], { imagesFolder, cacheFolder })).toEqual({ encoded: 0, copied: 0, kept: 24 });
  expect((await stat(one)).mtimeMs).toBe(before);
  const fresh = path.join(folder, 'fresh');
  expect(await makePictures([set], { imagesFolder: fresh, cacheFolder })).toEqual({ encoded: 0, copied: 24, kept: 0 });
  expect((await readdir(fresh)).sort()).toEqual((await readdir(imagesFolder)).sort());
});

test('two imports at once make the same pictures without getting in each other’s way', async () => {
  const imagesFolder = path.join(folder, 'images');
  const set = await itemSet('a.png', await makePicture(100, 100));
  await Promise.all([makePictures([set], { imagesFolder }), makePictures([set], { imagesFolder })]);
  expect(await readdir(imagesFolder)).toHaveLength(24);
});

test('pictures are made even if the cache cannot be used', async () => {
  const imagesFolder = path.join(folder, 'images');
  await writeFile(path.join(folder, 'file'), '');
  const set = await itemSet('a.png', await makePicture(100, 100));
  const cacheFolder = path.join(folder, 'file', 'cache');
  expect(await makePictures([set], { imagesFolder, cacheFolder })).toEqual({ encoded: 24, copied: 0, kept: 0 });
});

test('the same picture always has the same name, and another picture another name', async () => {
  const one = await itemSet('a.png', await makePicture(100, 100));
  const same = await itemSet('b.png', await makePicture(100, 100));
  const other = await itemSet('c.png', await makePicture(101, 100));
  expect(same.name).toBe(one.name);
  expect(other.name).not.toBe(one.name);
});

test('an SVG is drawn at the size that is needed', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="10" fill="#000"/><rect x="5" width="5" height="10" fill="#fff"/></svg>';
  const imagesFolder = path.join(folder, 'images');
  const set = await itemSet('a.svg', svg);
  await makePictures([set], { imagesFolder });
  const { data, info } = await sharp(path.join(imagesFolder, `${set.name}-500x500@2x.webp`))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = (x: number) => data[(info.width * 500 + x) * info.channels]!;
  // Scaled up from ten pixels, the edge would be a gradient of a hundred pixels.
  expect(grey(480)).toBeLessThan(20);
  expect(grey(520)).toBeGreaterThan(235);
});

test('a photo rotated by its camera has the size of the upright picture', async () => {
  const turned = await sharp(await makePicture(200, 100, 'jpeg'))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const source = await loaded('turned.jpg', turned);
  expect([source.width, source.height]).toEqual([100, 200]);
});

test('a logo keeps its transparency, and a jpg has a white background', async () => {
  const clear = await sharp({ create: { width: 60, height: 30, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const source = await loaded('logo.png', clear);
  const logo = sitePictureSet('logo', source, { width: 60, height: 30 }, logoFormats);
  const banner = sitePictureSet('banner', source, { width: 60, height: 30 }, ['jpg']);
  const imagesFolder = path.join(folder, 'images');
  await makePictures([logo, banner, iconPictureSet('icon', source)], { imagesFolder });
  const corner = async (file: string) => [
    ...(await sharp(path.join(imagesFolder, file)).raw().toBuffer()).subarray(0, 4),
  ];
  expect((await corner(`${logo.name}.png`))[3]).toBe(0);
  expect((await corner(`${banner.name}.jpg`)).slice(0, 3)).toEqual([255, 255, 255]);
  expect((await readdir(imagesFolder)).filter((file) => file.startsWith('icon-'))).toHaveLength(3);
});

test('a broken picture is refused', async () => {
  await writeFile(path.join(folder, 'broken.png'), 'this is no picture');
  expect(await loadPicture(folder, 'broken.png')).toEqual({
    refusal: expect.stringContaining('broken.png is not a readable picture'),
  });
});
