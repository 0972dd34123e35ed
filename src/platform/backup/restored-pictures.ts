import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupProblem } from './backup-problem.ts';
import type { TarEntry } from './tar-read.ts';

/**
 * Atomically. The name contains a hash of the content, so an existing file of the same size is right. Returns whether
 * the picture was written.
 */
export async function writePicture(
  dataDir: string,
  { folder, path: name }: { readonly folder: string; readonly path: string },
  { size, content }: TarEntry,
): Promise<boolean> {
  const target = path.join(dataDir, folder, ...name.split('/'));
  const present = await stat(target).catch(() => undefined);
  if (present?.size === size) return false;
  const part = `${target}.${process.pid}.part`;
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await pipeline(Readable.from(content), createWriteStream(part, { flush: true }));
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined || syscall === 'read') throw error;
    throw new BackupProblem(`The picture ${target} cannot be written: ${message}.`);
  }
  return true;
}
