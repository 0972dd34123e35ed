import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable } from '#platform/db/db.ts';
import { atMost } from '#platform/work/at-most.ts';
import { storedFile } from './files-store.ts';
import { trimFolder } from './trim-folder.ts';
import { writeWhole } from './write-whole.ts';

/** Returns the folder with a data folder's copies of what is served under /images/. Safe to delete at any time. */
export const imagesFolderOf = (dataFolder: string): string => path.join(dataFolder, 'images');

/** A file served under /images/: the folder of a copy on this machine, or its content if there is no copy. */
type FoundFile = { readonly folder: string } | { readonly content: Buffer };

export interface ShopFiles {
  /** Null if there is no such file. */
  find(name: string): Promise<FoundFile | null>;
  read(name: string): Promise<Buffer | null>;
}

export interface ShopFilesOptions {
  readonly db: Queryable;
  readonly dataDir: string;
  /** When all copies together exceed this many bytes, the oldest are deleted. */
  readonly maxBytes: number;
  readonly onError?: (error: Error) => void;
}

/** Excludes paths and hidden files. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,199}$/;
/** This many copies are written between two checks of the folder's size. */
const WRITES_BETWEEN_CHECKS = 200;

/**
 * Serves the shop's pictures and fonts from the database. Each machine keeps copies of those it has served, under names
 * that contain the hash of the content. Concurrent requests for a file that is not here share one read.
 */
export function openShopFiles({ db, dataDir, maxBytes, onError = () => {} }: ShopFilesOptions): ShopFiles {
  const folder = imagesFolderOf(dataDir);
  const reading = new Map<string, Promise<Buffer | null>>();
  // Requests for names that do not exist must not take the connections that others need.
  const inTurn = atMost({ what: 'pictures', atOnce: 3, maxWaiting: 1_000, retryAfter: 2 });
  let writes = 0;

  async function fetchFile(name: string): Promise<Buffer | null> {
    const content = await inTurn(() => storedFile(db, `images/${name}`));
    if (content) await keep(name, content);
    return content;
  }

  /** Ignores failures: a full or read-only disk costs speed, not the picture. */
  async function keep(name: string, content: Buffer): Promise<void> {
    try {
      await mkdir(folder, { recursive: true });
      await writeWhole(path.join(folder, name), (part) => writeFile(part, content, { flush: true }));
      if (writes++ % WRITES_BETWEEN_CHECKS === 0) await trimFolder(folder, maxBytes);
    } catch (error) {
      onError(error as Error);
    }
  }

  function fetchOnce(name: string): Promise<Buffer | null> {
    const running = reading.get(name);
    if (running) return running;
    const started = fetchFile(name).finally(() => reading.delete(name));
    reading.set(name, started);
    return started;
  }

  return {
    async find(name) {
      if (!NAME.test(name)) return null;
      if (await isWhole(path.join(folder, name))) return { folder };
      const content = await fetchOnce(name);
      return content && { content };
    },
    async read(name) {
      if (!NAME.test(name)) return null;
      const copy = await readFile(path.join(folder, name)).catch(() => null);
      return copy && copy.byteLength > 0 ? copy : await fetchOnce(name);
    },
  };
}

/** Checks that the copy is not empty, as a power cut may leave it. */
const isWhole = (file: string): Promise<boolean> =>
  stat(file).then(
    (entry) => entry.isFile() && entry.size > 0,
    () => false,
  );
