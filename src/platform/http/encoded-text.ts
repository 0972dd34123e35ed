import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

type Encoding = 'br' | 'gzip' | 'identity';

/** A text that is sent to many visitors. Each encoding is made once, on first use. */
export interface EncodedText {
  readonly plain: Buffer;
  readonly etag: string;
  in(encoding: Encoding): Promise<Buffer> | Buffer;
}

/** In bytes: shorter texts are sent uncompressed. */
const WORTH_COMPRESSING = 1_000;

export function encodedText(text: string): EncodedText {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const made: Partial<Record<Encoding, Promise<Buffer> | Buffer>> = { identity: plain };
  return {
    plain,
    etag,
    in(encoding) {
      const known = made[encoding];
      if (known) return known;
      const promise = encoding === 'br' ? brotlied(plain, brotliOptions) : gzipped(plain, { level: 7 });
      made[encoding] = promise;
      // Later visitors get the bytes without waiting for a promise.
      promise.then(
        (bytes) => {
          made[encoding] = bytes;
        },
        () => {
          delete made[encoding];
        },
      );
      return promise;
    },
  };
}

const brotliOptions = {
  params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT },
};

export function bestEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  const allowed = new Set(
    accept
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  );
  if (allowed.has('br')) return 'br';
  return allowed.has('gzip') ? 'gzip' : 'identity';
}

/**
 * Whether an `If-None-Match` names the tag. Caches may send several tags, and turn our weak one into a strong one when
 * they compress the text themselves, so the comparison is the weak one (RFC 9110, 13.1.2).
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

/** Sends 304 if the visitor already has the text. The caller sets all other headers. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  text: EncodedText,
): Promise<FastifyReply> {
  reply.header('etag', text.etag);
  if (isKnown(request.headers['if-none-match'], text.etag)) {
    return reply.code(304).header('vary', 'accept-encoding').send();
  }
  return sendBestEncoding(request, reply, text);
}

/** For answers to POST, which no cache keeps. */
export async function sendBestEncoding(
  request: FastifyRequest,
  reply: FastifyReply,
  text: EncodedText,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const encoding =
    text.plain.length < WORTH_COMPRESSING ? 'identity' : bestEncoding(request.headers['accept-encoding']);
  const body = text.in(encoding);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(Buffer.isBuffer(body) ? body : await body);
}
