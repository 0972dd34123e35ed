import { Unzip, UnzipInflate } from 'fflate';
import { MAX_FILE_BYTES } from '../domain/statement.ts';
import { LimitExceeded, UnreadableFile } from './unreadable-file.ts';

export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MAX_FILES = 50;
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);

/**
 * The files of a ZIP in its order. Does not unpack nested ZIPs. Counts bytes while it inflates, so that a small file
 * that unpacks to a huge one is stopped early, whatever sizes its headers claim.
 */
export function unzip(bytes: Uint8Array, file: string): PackedFile[] {
  const found: { name: string; chunks: Uint8Array[]; isComplete: boolean }[] = [];
  let totalBytes = 0;
  const archive = new Unzip((entry) => {
    if (entry.name.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(entry.name)) return;
    if (found.length >= MAX_FILES) throw new LimitExceeded(file, 'files');
    const packed = { name: `${file}/${entry.name}`, chunks: [] as Uint8Array[], isComplete: false };
    found.push(packed);
    let bytesOfFile = 0;
    entry.ondata = (error, chunk, isLast) => {
      // What is thrown below is passed to the next call as its error.
      if (error)
        throw error instanceof LimitExceeded ? error : new UnreadableFile(packed.name, { kind: 'damaged_zip' });
      totalBytes += chunk.length;
      bytesOfFile += chunk.length;
      if (totalBytes > MAX_UNPACKED_BYTES || bytesOfFile > MAX_FILE_BYTES) throw new LimitExceeded(file, 'bytes');
      packed.chunks.push(chunk);
      packed.isComplete = isLast;
    };
    entry.start();
  });
  archive.register(UnzipInflate);
  try {
    // A little at a time, because each piece is inflated as soon as it is pushed.
    for (let at = 0; at < bytes.length; at += PIECE) {
      archive.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    }
  } catch (error) {
    if (error instanceof LimitExceeded || error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(file, { kind: 'damaged_zip' });
  }
  const broken = found.find(({ isComplete }) => !isComplete);
  if (broken) throw new UnreadableFile(broken.name, { kind: 'cut_off' });
  return found.map(({ name, chunks }) => ({ name, bytes: Buffer.concat(chunks) }));
}

const PIECE = 16 * 1024;
