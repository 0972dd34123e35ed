import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** One year: the file names contain a hash of the content. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Small files, sent whole and only with the headers of `setHeaders`. */
export const SENDING = { decorateReply: false, index: false, cacheControl: false, acceptRanges: false } as const;

/**
 * Serves the application's built files under `/assets/`, also compressed in advance. An unknown file is a plain 404:
 * after a redirect to the home page, a browser would take that page for a script.
 */
export async function addAssets(app: FastifyInstance, clientDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(clientDir, 'assets'),
    prefix: '/assets/',
    ...SENDING,
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('cache-control', FOR_EVER);
    },
  });
}

/**
 * Serves the operator's pictures under `/images/`, rasterised on import. Other sites may load them, because mails show
 * them.
 */
export async function addImages(app: FastifyInstance, imagesDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: imagesDir,
    prefix: '/images/',
    ...SENDING,
    setHeaders: (reply) => {
      reply.header('cache-control', FOR_EVER).header('cross-origin-resource-policy', 'cross-origin');
    },
  });
}
