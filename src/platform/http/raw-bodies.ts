import type { FastifyInstance } from 'fastify';

/** Hands the bodies of these pages over as raw bytes: a signature covers them, so nothing may parse them first. */
export function keepRawBodies(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 100_000 }, (_request, body, done) =>
    done(null, body),
  );
}
