import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { art } from './art.ts';
import { demoBanner, demoItemPictures } from './demo-pictures.ts';
import { logo } from './logo.ts';

const ITEM_SIZES = [
  [350, 350],
  [350, 500],
  [500, 500],
  [100, 100],
] as const;

/** Every file of the demo's images/ folder, by name. */
export function demoArt(): Map<string, string> {
  const files = new Map<string, string>([
    ['logo.svg', logo('Sandlark')],
    ['banner.svg', art(demoBanner, 1440, 560)],
    ['banner-mobile.svg', art(demoBanner, 720, 640)],
  ]);
  for (const { file, ...request } of demoItemPictures) {
    for (const [width, height] of ITEM_SIZES) files.set(`${file}-${width}x${height}.svg`, art(request, width, height));
  }
  return files;
}

/**
 * Draws the demo shop's pictures into `folder`. Files that are right already are not touched, so it may run before every
 * build and every import. Returns how many were written.
 */
export async function writeDemoArt(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  let written = 0;
  for (const [name, svg] of demoArt()) {
    const file = path.join(folder, name);
    if ((await readFile(file, 'utf8').catch(() => null)) === svg) continue;
    await writeFile(file, svg);
    written += 1;
  }
  return written;
}

/** Where the demo shop keeps its pictures. */
export const demoImagesFolder = path.resolve(import.meta.dirname, '../../demo/images');

if (import.meta.main) {
  const written = await writeDemoArt(demoImagesFolder);
  console.log(`Demo pictures: ${demoArt().size}, of them ${written} drawn now`);
}
