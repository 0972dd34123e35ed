import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { UsageProblem } from './command.ts';

/**
 * Writes a file that only the operator's account can read, because lists and documents are full of personal data.
 * Narrows the rights of an existing file, but not of a pipe or device. Throws a `UsageProblem` for a path that cannot
 * be written.
 */
export async function writePrivateFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    // Narrows an existing file's rights before emptying it; a new file is created with them.
    const handle = await open(file, CREATE_OR_KEEP, 0o600);
    try {
      if ((await handle.stat()).isFile()) {
        await handle.chmod(0o600);
        await handle.truncate();
      }
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw notWritten(file, error);
  }
}

const CREATE_OR_KEEP = constants.O_WRONLY | constants.O_CREAT;

/** Turns a file system error into a `UsageProblem` about the path. Returns other errors unchanged. */
export function notWritten(file: string, error: unknown): unknown {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  return code && syscall ? new UsageProblem(`${file} cannot be written: ${message}`) : error;
}
