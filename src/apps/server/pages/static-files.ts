import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ShopFiles } from '#platform/files/shop-files.ts';

/** The content never changes, because the file names contain its hash. */
export const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Options for small files, which are sent without ranges and only with the headers of `setHeaders`. */
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
      reply.header('cache-control', ONE_YEAR);
    },
  });
}

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  woff2: 'font/woff2',
};

/**
 * Serves pictures and fonts under `/images/`, from a local copy if there is one. Other sites may load them, as mails
 * do.
 */
export async function addImages(app: FastifyInstance, files: ShopFiles): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { ...SENDING, decorateReply: true, root: import.meta.dirname, serve: false });
    scope.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
      const { name } = request.params;
      const found = await files.find(name);
      if (!found) return reply.callNotFound();
      reply.header('cache-control', ONE_YEAR).header('cross-origin-resource-policy', 'cross-origin');
      if ('folder' in found) return reply.sendFile(name, found.folder);
      return reply.type(TYPES[path.extname(name).slice(1)] ?? 'application/octet-stream').send(found.content);
    });
  });
}
