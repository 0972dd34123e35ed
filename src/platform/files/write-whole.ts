import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';

/** Writes under another name and then renames, so that a killed process leaves no partial file at the target. */
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
