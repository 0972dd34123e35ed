import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadedPicture } from './load-picture.ts';
import type { PictureSet } from './picture-set.ts';

/** The file of a picture that has one source for all its sizes; otherwise each is named by its size. */
const ONE_FOR_ALL = 'all';
const ENDINGS = { jpeg: 'jpg', png: 'png', webp: 'webp', svg: 'svg' } as const;

/**
 * Keeps what pictures were made from, so that an export can give it back: one folder per picture under its name, which carries the
 * hash of its sources. What is there already stays.
 */
export async function keepSources(sets: readonly PictureSet[], sourcesFolder: string): Promise<void> {
  await mkdir(sourcesFolder, { recursive: true });
  for (const set of sets) {
    const target = path.join(sourcesFolder, set.name);
    if (await exists(target)) continue;
    // Renamed into place whole: a process killed half way leaves no half picture under its name.
    const part = `${target}.${randomUUID()}.part`;
    await mkdir(part);
    for (const [label, source] of sourcesOf(set)) {
      await writeFile(path.join(part, `${label}.${ENDINGS[source.format]}`), source.bytes);
    }
    await rename(part, target).catch(async (error: NodeJS.ErrnoException) => {
      await rm(part, { recursive: true });
      // Another import was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
}

function sourcesOf({ renditions }: PictureSet): Map<string, LoadedPicture> {
  const first = renditions[0]!.source;
  if (renditions.every(({ source }) => source.hash === first.hash)) return new Map([[ONE_FOR_ALL, first]]);
  return new Map(renditions.map(({ suffix, source }) => [/^-(\d+x\d+)/.exec(suffix)![1]!, source]));
}

/** The kept files of a picture, by size or `all`; null when nothing is kept. Paths are absolute. */
export async function keptSources(name: string, sourcesFolder: string): Promise<Map<string, string> | null> {
  const folder = path.join(sourcesFolder, name);
  const files = await readdir(folder).catch(() => []);
  if (files.length === 0) return null;
  return new Map(files.map((file) => [path.parse(file).name, path.join(folder, file)]));
}

export const isForAllSizes = (sources: ReadonlyMap<string, string>): string | undefined => sources.get(ONE_FOR_ALL);

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
