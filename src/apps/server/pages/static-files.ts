import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** One year: the name of such a file carries a hash of what is in it. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** How such files are sent: whole, because they are small, and with what `setHeaders` says alone. */
const SENDING = { decorateReply: false, index: false, cacheControl: false, acceptRanges: false } as const;

/**
 * The built files of the application under `/assets/`, each also compressed beforehand. An unknown one is a plain 404: sent
 * home, a browser would take a page for a script.
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

/** The operator's pictures under `/images/`, rasterised on import. Mails show them too, so other sites may load them. */
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
