const BLOCK = 512;
/** Limits of the format in bytes. */
const MAX_NAME_LENGTH = 100;
const MAX_FOLDER_LENGTH = 155;
const LARGEST = 8 ** 11 - 1;

/** Returns the header of 512 bytes (ustar). Throws a `RangeError` if the path or size does not fit. */
export function tarHeader(path: string, size: number, modifiedAt: Date): Buffer {
  const slash = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
  if (Buffer.byteLength(name) > MAX_NAME_LENGTH || Buffer.byteLength(folder) > MAX_FOLDER_LENGTH) {
    throw new RangeError(`The name ${path} is too long for an archive`);
  }
  if (size > LARGEST) throw new RangeError(`${path} is too large for an archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), at, 'ascii');
  header.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(modifiedAt.getTime() / 1000), 136, 12);
  header.write('0', 156, 'ascii');
  header.write('ustar\u000000', 257, 'ascii');
  header.write(folder, 345);
  // The checksum counts its own field as spaces.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return header;
}

/** Returns the bytes that fill the last block after a content of `size` bytes. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);
