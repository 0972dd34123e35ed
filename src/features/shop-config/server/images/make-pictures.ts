import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { LoadedPicture } from './load-picture.ts';
import type { PictureFormat, PictureSet, Rendition } from './picture-set.ts';

/** Encodings under way at once. Each uses one core; more than the cores of a small machine only costs memory. */
const AT_ONCE = 3;
const MAXIMUM_PIXELS = 100_000_000;
const BASE_DENSITY = 72;

// libvips would use every core for each picture; here the pictures themselves run side by side.
sharp.concurrency(1);

export interface MadePictures {
  /** Files encoded now, taken from the cache, and found in place. */
  readonly encoded: number;
  readonly copied: number;
  readonly kept: number;
}

/**
 * Makes every file of the sets that is not in `imagesFolder` yet. A name carries its content's hash, so a file that is
 * there is right. With a `cacheFolder` files come from it and go into it, so that a fresh data folder starts quickly.
 */
export async function makePictures(
  sets: readonly PictureSet[],
  folders: { imagesFolder: string; cacheFolder?: string | undefined },
): Promise<MadePictures> {
  const { imagesFolder } = folders;
  await mkdir(imagesFolder, { recursive: true });
  const cacheFolder = folders.cacheFolder && (await usableCache(folders.cacheFolder));
  const made = { encoded: 0, copied: 0, kept: 0 };
  const groups = sets.flatMap(groupsOf);
  const worker = async (): Promise<void> => {
    for (let group = groups.pop(); group; group = groups.pop())
      await makeGroup(group, { imagesFolder, cacheFolder }, made);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return made;
}

/** The files that come from one source in one shape: it is drawn once, at the largest size, and scaled down for the others. */
interface Group {
  readonly source: LoadedPicture;
  readonly files: readonly (Rendition & { readonly file: string })[];
}

function groupsOf({ name, renditions }: PictureSet): Group[] {
  const groups = new Map<string, { source: LoadedPicture; files: (Rendition & { file: string })[] }>();
  for (const rendition of renditions) {
    const { source, width, height } = rendition;
    const key = `${source.hash} ${(width / height).toFixed(2)}`;
    const group = groups.get(key) ?? { source, files: [] };
    group.files.push({ ...rendition, file: `${name}${rendition.suffix}` });
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function makeGroup(
  { source, files }: Group,
  { imagesFolder, cacheFolder }: { imagesFolder: string; cacheFolder?: string | undefined },
  made: Record<keyof MadePictures, number>,
): Promise<void> {
  let drawn: Promise<Sharp> | undefined;
  for (const rendition of files) {
    const { file } = rendition;
    const target = path.join(imagesFolder, file);
    const cached = cacheFolder && path.join(cacheFolder, file);
    if (await exists(target)) {
      made.kept += 1;
      continue;
    }
    if (cached && (await exists(cached))) {
      await writeWhole(target, (part) => copyFile(cached, part, constants.COPYFILE_FICLONE));
      made.copied += 1;
      continue;
    }
    drawn ??= draw(
      source,
      Math.max(...files.map(({ width }) => width)),
      Math.max(...files.map(({ height }) => height)),
    );
    const picture = (await drawn).clone().resize(rendition.width, rendition.height, { fit: 'fill' });
    await writeWhole(target, async (part) => {
      await encoders[rendition.format](picture).toFile(part);
    });
    if (cached) await writeWhole(cached, (part) => copyFile(target, part, constants.COPYFILE_FICLONE));
    made.encoded += 1;
  }
}

/** A cache that cannot be written, as in a read-only installation, is no reason to fail. */
const usableCache = (folder: string): Promise<string | undefined> =>
  mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .then(
      () => folder,
      () => undefined,
    );

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Writes beside the target and renames, so that a process killed half way leaves no half picture under its name. */
export async function writeWhole(target: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${target}.${randomUUID()}.part`;
  try {
    await write(part);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The source in one size, as pixels in memory; parts that do not fit the shape are cut off evenly. */
async function draw(source: LoadedPicture, width: number, height: number): Promise<Sharp> {
  const { data, info } = await sharp(source.bytes, {
    density: densityFor(source, width, height),
    limitInputPixels: MAXIMUM_PIXELS,
    autoOrient: true,
  })
    .resize(width, height, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** An SVG is drawn at the size that is needed, never drawn small and blown up. */
function densityFor(source: LoadedPicture, width: number, height: number): number {
  if (source.format !== 'svg') return BASE_DENSITY;
  return Math.min(2_400, BASE_DENSITY * Math.max(width / source.width, height / source.height));
}

// Fast settings: measured on the demo shop, slower ones win a few percent in size and cost many times as long.
const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
  jpg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
};
