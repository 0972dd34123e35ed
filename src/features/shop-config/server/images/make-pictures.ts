import { constants } from 'node:fs';
import { access, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { loadSharp } from '#platform/files/load-sharp.ts';
import { writeWhole } from '#platform/files/write-whole.ts';
import { shrinkHeap } from '#platform/work/shrink-heap.ts';
import type { LoadedPicture } from './load-picture.ts';
import type { PictureFormat, PictureSet, Rendition } from './picture-set.ts';

/** Concurrent encodings. Each uses one core; more than a small machine's cores only costs memory. */
const AT_ONCE = 2;
/**
 * A picture with more pixels is encoded alone, and in AVIF with half the colour resolution, as in the other formats:
 * the encoder takes up to 50 bytes for each pixel.
 */
const LARGE_PIXELS = 1_500_000;
const MAX_PIXELS = 100_000_000;
const BASE_DENSITY = 72;

export interface MadePictures {
  /** Numbers of files: encoded now, copied from the cache, or already there. */
  readonly encoded: number;
  readonly copied: number;
  readonly kept: number;
}

/**
 * A name contains the hash of the content, so an existing file is correct, and files in `stored` (`images/<name>`) are
 * not made again. A `cacheFolder` is read and filled, so that a new data folder starts quickly.
 */
export async function makePictures(
  sets: readonly PictureSet[],
  folders: { imagesFolder: string; cacheFolder?: string | undefined; stored?: ReadonlySet<string> },
): Promise<MadePictures> {
  const { imagesFolder, stored = new Set() } = folders;
  const sharp = await loadSharp();
  // libvips would use every core for each picture; here several pictures run in parallel instead.
  sharp.concurrency(1);
  // No picture is drawn twice.
  sharp.cache(false);
  await mkdir(imagesFolder, { recursive: true });
  const cacheFolder = folders.cacheFolder && (await usableCache(folders.cacheFolder));
  const made = { encoded: 0, copied: 0, kept: 0 };
  const makeAll = async (groups: Group[], atOnce: number): Promise<void> => {
    const worker = async (): Promise<void> => {
      for (let group = groups.pop(); group; group = groups.pop())
        await makeGroup(group, { imagesFolder, cacheFolder, stored }, made);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
  // Reading the folder left garbage, and the encoders need the memory.
  shrinkHeap();
  const { large = [], small = [] } = Object.groupBy(sets.flatMap(groupsOf), (group) =>
    isLarge(group) ? 'large' : 'small',
  );
  await makeAll(large, 1);
  await makeAll(small, AT_ONCE);
  return made;
}

const isLargeSize = ({ width, height }: Rendition): boolean => width * height > LARGE_PIXELS;

const isLarge = ({ files }: Group): boolean => files.some(isLargeSize);

/** Files of one shape. Their source is drawn once at the largest size and scaled down for the others. */
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
  {
    imagesFolder,
    cacheFolder,
    stored,
  }: { imagesFolder: string; cacheFolder?: string | undefined; stored: ReadonlySet<string> },
  made: Record<keyof MadePictures, number>,
): Promise<void> {
  let base: Promise<Sharp> | undefined;
  for (const rendition of files) {
    const { file } = rendition;
    const target = path.join(imagesFolder, file);
    const cached = cacheFolder && path.join(cacheFolder, file);
    if (stored.has(`images/${file}`) || (await exists(target))) {
      made.kept += 1;
      continue;
    }
    if (cached && (await exists(cached))) {
      await writeWhole(target, (part) => copyFile(cached, part, constants.COPYFILE_FICLONE));
      made.copied += 1;
      continue;
    }
    base ??= draw(source, Math.max(...files.map(({ width }) => width)), Math.max(...files.map(({ height }) => height)));
    const picture = (await base).clone().resize(rendition.width, rendition.height, { fit: 'fill' });
    await writeWhole(target, async (part) => {
      await encoders[rendition.format](picture, rendition).toFile(part);
    });
    if (cached) await writeWhole(cached, (part) => copyFile(target, part, constants.COPYFILE_FICLONE));
    made.encoded += 1;
  }
}

/** A cache that cannot be written, as in a read-only installation, is not used. */
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

/** Parts that do not fit the shape are cut off evenly. */
async function draw(source: LoadedPicture, width: number, height: number): Promise<Sharp> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(source.bytes, {
    density: densityFor(source, width, height),
    limitInputPixels: MAX_PIXELS,
    autoOrient: true,
  })
    .resize(width, height, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const drawn = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  // A drawn SVG always has an alpha channel, which AVIF would encode as a second picture.
  return info.channels === 4 && isOpaque(data) ? drawn.removeAlpha() : drawn;
}

/** Whether no pixel is transparent. Expects four channels. */
function isOpaque(pixels: Buffer): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}

/** An SVG is drawn at the needed size, never scaled up. */
function densityFor(source: LoadedPicture, width: number, height: number): number {
  if (source.format !== 'svg') return BASE_DENSITY;
  return Math.min(2_400, BASE_DENSITY * Math.max(width / source.width, height / source.height));
}

// Fast settings: on the demo shop, slower ones saved a few percent in size and took many times as long.
const encoders: Record<PictureFormat, (picture: Sharp, size: Rendition) => Sharp> = {
  avif: (picture, size) =>
    picture.avif({ quality: 55, effort: 1, chromaSubsampling: isLargeSize(size) ? '4:2:0' : '4:4:4' }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
  jpg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
};
