import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { SUMS_FILE } from './backup-format.ts';
import { tarEnd, tarHeader, tarPadding } from './tar-write.ts';

/** Frames files as a tar archive and ends it with a file of their checksums. */
export class Archive {
  readonly #madeAt: Date;
  readonly #sums: string[] = [];

  constructor(madeAt: Date) {
    this.#madeAt = madeAt;
  }

  *file(name: string, content: Buffer): Generator<Buffer> {
    this.#sums.push(sumLine(name, createHash('sha256').update(content).digest('hex')));
    yield* this.#framed(name, content);
  }

  /** Adds the file at `path`. Throws if its size is no longer `size`. */
  async *fileOf(name: string, path: string, size: number): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let seen = 0;
    yield tarHeader(name, size, this.#madeAt);
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      seen += piece.length;
      hash.update(piece);
      if (seen > size) break;
      yield piece;
    }
    if (seen !== size) throw new Error(`${path} changed while it was read`);
    yield tarPadding(size);
    this.#sums.push(sumLine(name, hash.digest('hex')));
  }

  *end(): Generator<Buffer> {
    yield* this.#framed(SUMS_FILE, Buffer.from(this.#sums.join('')));
    yield tarEnd();
  }

  *#framed(name: string, content: Buffer): Generator<Buffer> {
    yield tarHeader(name, content.length, this.#madeAt);
    yield content;
    yield tarPadding(content.length);
  }
}

const sumLine = (name: string, sum: string): string => `${sum}  ${name}\n`;
