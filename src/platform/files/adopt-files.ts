import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '#platform/db/db.ts';
import { hasFiles, insertFile } from './files-store.ts';

const FOLDERS = ['images', 'image-sources'];

/**
 * Stores the pictures of a data folder, the only place earlier versions kept them, in a database that has none. Stores
 * all or none, so that a killed start leaves them to the next one. Returns how many.
 */
export async function adoptFiles(db: Db, dataDir: string): Promise<number> {
  if (await hasFiles(db)) return 0;
  const names = (await Promise.all(FOLDERS.map((folder) => filesBelow(dataDir, folder)))).flat();
  if (names.length === 0) return 0;
  return await db.transaction(async (tx) => {
    let adopted = 0;
    for (const name of names) {
      const content = await readFile(path.join(dataDir, name));
      if (content.byteLength === 0) continue;
      await insertFile(tx, { name, content });
      adopted += 1;
    }
    return adopted;
  });
}

/** Returns paths below the data folder, without unfinished files. */
async function filesBelow(dataDir: string, folder: string): Promise<string[]> {
  const root = path.join(dataDir, folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/\.part(\/|$)/.test(name))
    .sort();
}
