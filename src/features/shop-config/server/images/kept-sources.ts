import path from 'node:path';
import type { Queryable } from '#platform/db/db.ts';
import { storedNamesBelow } from '#platform/files/files-store.ts';
import type { LoadedPicture } from './load-picture.ts';
import type { PictureSet } from './picture-set.ts';

/** File name of a source for all sizes; other sources are named by their size. */
const ONE_FOR_ALL = 'all';
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', svg: 'svg' } as const;

/** The original pictures, for an export, by the names under which the database keeps them. */
export function sourceFiles(sets: readonly PictureSet[]): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const set of sets) {
    for (const [label, source] of sourcesOf(set)) {
      files.set(`image-sources/${set.name}/${label}.${EXTENSIONS[source.format]}`, source.bytes);
    }
  }
  return files;
}

function sourcesOf({ renditions }: PictureSet): Map<string, LoadedPicture> {
  const first = renditions[0]!.source;
  if (renditions.every(({ source }) => source.hash === first.hash)) return new Map([[ONE_FOR_ALL, first]]);
  return new Map(renditions.map(({ suffix, source }) => [/^-(\d+x\d+)/.exec(suffix)![1]!, source]));
}

/** Names of stored files by size or `all`; null if none were kept. */
export async function keptSources(db: Queryable, picture: string): Promise<Map<string, string> | null> {
  const names = await storedNamesBelow(db, `image-sources/${picture}/`);
  if (names.length === 0) return null;
  return new Map(names.map((name) => [path.parse(name).name, name]));
}

export const sourceForAllSizes = (sources: ReadonlyMap<string, string>): string | undefined => sources.get(ONE_FOR_ALL);
