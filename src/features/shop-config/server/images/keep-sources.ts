import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadedPicture } from './load-picture.ts';
import type { PictureSet } from './picture-set.ts';

/** File name of a source for all sizes; other sources are named by their size. */
const ONE_FOR_ALL = 'all';
const ENDINGS = { jpeg: 'jpg', png: 'png', webp: 'webp', svg: 'svg' } as const;

/** For an export: one folder per picture, whose name contains the hash of its sources. Existing ones stay. */
export async function keepSources(sets: readonly PictureSet[], sourcesFolder: string): Promise<void> {
  await mkdir(sourcesFolder, { recursive: true });
  for (const set of sets) {
    const target = path.join(sourcesFolder, set.name);
    if (await exists(target)) continue;
    // Renamed into place when complete, so that a killed process leaves no partial picture under this name.
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

/** Absolute paths by size or `all`; null if none were kept. */
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
