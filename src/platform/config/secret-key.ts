import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from './start-problem.ts';

const HEX_KEY = /^[0-9a-f]{64}$/i;
const MIN_CHARACTERS = 32;
const MIN_DIFFERENT_CHARACTERS = 10;

/** Returns what is wrong with a `SECRET_KEY` as the end of a sentence. */
export function weaknessOf(text: string): string | undefined {
  if (text.length < MIN_CHARACTERS)
    return `must have at least ${MIN_CHARACTERS} characters (64 hexadecimal digits are best)`;
  if (new Set(text).size < MIN_DIFFERENT_CHARACTERS)
    return 'repeats the same few characters; 64 random hexadecimal digits are best';
  return undefined;
}

/** Returns 32 bytes by decoding 64 hexadecimal digits or hashing any other text. */
export function keyFrom(text: string): Buffer {
  return HEX_KEY.test(text) ? Buffer.from(text, 'hex') : crypto.createHash('sha256').update(text).digest();
}

/**
 * Reads the key in the data folder, or creates one that only its owner can read. Processes that start at the same time
 * agree on one key. If the key is missing and `mayCreate` is false, the result is random.
 */
export function readOrCreateKey(dataDir: string, mayCreate = true): Buffer {
  const file = path.join(dataDir, 'secret-key');
  try {
    if (!mayCreate && !fs.existsSync(file)) return crypto.randomBytes(32);
    if (!fs.existsSync(file)) makeKeyFile(file);
    const text = fs.readFileSync(file, 'utf8').trim();
    if (!HEX_KEY.test(text)) {
      throw new StartProblem(
        `${file} does not contain a key of 64 hexadecimal digits. Restore the correct file or set SECRET_KEY.`,
      );
    }
    return keyFrom(text);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(
      `The key in ${file} cannot be created or read (${(error as NodeJS.ErrnoException).code}). Set SECRET_KEY.`,
    );
  }
}

function makeKeyFile(file: string): void {
  const temporary = `${file}.new-${process.pid}`;
  fs.rmSync(temporary, { force: true });
  const handle = fs.openSync(temporary, 'wx', 0o600);
  fs.writeFileSync(handle, `${crypto.randomBytes(32).toString('hex')}\n`);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  try {
    // A link, unlike a rename, never replaces the key of a faster process.
    fs.linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}
