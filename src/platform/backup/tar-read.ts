import { UnusableFile } from './backup-problem.ts';

const BLOCK = 512;

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** The content in pieces. Pieces that are not read are skipped. */
  readonly content: AsyncIterable<Buffer>;
}

/** Yields an archive's files, one piece in memory at a time. Throws an `UnusableFile` if it is damaged or cut short. */
export async function* tarEntries(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = new ByteSource(bytes);
  for (;;) {
    const header = await source.take(BLOCK);
    if (header.every((byte) => byte === 0)) {
      // The rest is read too, because decompression may still find damage.
      await source.drain();
      return;
    }
    const { name, size } = readHeader(header);
    let left = size;
    const content = async function* () {
      while (left > 0) {
        const piece = await source.some(left);
        left -= piece.length;
        yield piece;
      }
    };
    yield { name, size, content: { [Symbol.asyncIterator]: content } };
    for await (const _skipped of content());
    await source.take((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '');
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  const size = text(124, 136).trim();
  const isFile = header[156] === 0x30;
  if (Number.parseInt(text(148, 156), 8) !== sum || !/^[0-7]+$/.test(size) || !isFile) {
    throw new UnusableFile('it is damaged or not a backup');
  }
  const folder = text(345, 500);
  return { name: folder ? `${folder}/${text(0, 100)}` : text(0, 100), size: Number.parseInt(size, 8) };
}

class ByteSource {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#pieces = bytes[Symbol.asyncIterator]();
  }

  /** Returns at least one byte and at most `max`. */
  async some(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) await this.#more();
    const piece = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** Returns exactly `count` bytes, held in memory. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = count; left > 0; ) {
      const piece = await this.some(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async drain(): Promise<void> {
    while (!(await this.#pieces.next()).done);
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#pieces.next();
    if (done) throw new UnusableFile('it ends too soon: it was cut off');
    this.#rest = value;
  }
}
