import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Trims to this share of the limit, so that the next new file does not cause another trim. */
const TRIMMED_SHARE = 0.8;

/** Deletes the oldest files of a folder that is larger than `maxBytes`. Returns how many. */
export async function trimFolder(folder: string, maxBytes: number): Promise<number> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const entry = await stat(file).catch(() => null);
      return entry?.isFile() ? [{ file, size: entry.size, at: entry.mtimeMs }] : [];
    }),
  );
  const files = found.flat().sort((one, other) => one.at - other.at);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= maxBytes) return 0;
  let deleted = 0;
  for (const { file, size } of files) {
    if (bytes <= maxBytes * TRIMMED_SHARE) break;
    await rm(file, { force: true });
    bytes -= size;
    deleted += 1;
  }
  return deleted;
}
