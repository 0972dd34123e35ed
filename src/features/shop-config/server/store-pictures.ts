import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '#platform/db/db.ts';
import { insertFiles, storedNames } from '#platform/files/files-store.ts';
import type { LoadedFont } from './fonts/load-font.ts';
import { sourceFiles } from './images/kept-sources.ts';
import { type MadePictures, makePictures } from './images/make-pictures.ts';
import type { PictureSet } from './images/picture-set.ts';

export interface StorePicturesOptions {
  readonly db: Db;
  /** Where pictures are made; null makes none. */
  readonly imagesFolder: string | null;
  readonly cacheFolder?: string | undefined;
  readonly keepsSources: boolean;
}

/**
 * Makes the pictures that the database does not have yet, and stores them with the fonts and the pictures' sources.
 * Call it before the catalogue refers to them, so that no page shows a missing picture.
 */
export async function storePictures(
  { pictures, fonts }: { readonly pictures: readonly PictureSet[]; readonly fonts: readonly LoadedFont[] },
  { db, imagesFolder, cacheFolder, keepsSources }: StorePicturesOptions,
): Promise<MadePictures | null> {
  const files = new Map<string, () => Promise<Buffer>>();
  if (imagesFolder) {
    for (const { name, renditions } of pictures) {
      for (const { suffix } of renditions) {
        files.set(`images/${name}${suffix}`, () => readFile(path.join(imagesFolder, `${name}${suffix}`)));
      }
    }
    for (const { name, bytes } of fonts) files.set(`images/${name}`, async () => bytes);
  }
  if (keepsSources) for (const [name, bytes] of sourceFiles(pictures)) files.set(name, async () => bytes);

  const stored = await storedNames(db, [...files.keys()]);
  const made = imagesFolder ? await makePictures(pictures, { imagesFolder, cacheFolder, stored }) : null;
  const missing = [...files].filter(([name]) => !stored.has(name));
  await insertFiles(
    db,
    missing.map(([name, read]) => ({ name, read })),
  );
  return made;
}
