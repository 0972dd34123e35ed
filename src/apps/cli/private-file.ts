import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { UsageProblem } from './command.ts';

/**
 * Writes a file that only the operator's account can read, also over one that everybody could: lists and documents are full of people. A place
 * where it cannot be written is a `UsageProblem`. What is no plain file, such as a pipe, keeps its rights.
 */
export async function writePrivateFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    // Not emptied before its rights are narrowed, and created with them.
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

/** What the system says about a file, as a problem of the words that named it; any other error as it is. */
export function notWritten(file: string, error: unknown): unknown {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  return code && syscall ? new UsageProblem(`${file} cannot be written: ${message}`) : error;
}
