import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ONE_YEAR, SENDING } from './static-files.ts';

/** Allows only what the office's own files need. `'wasm-unsafe-eval'` and the worker are for reading codes. */
function officePolicy(shopUrl: string): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    // Mails and the customer's page show the shop's pictures, even if the office has its own host.
    'img-src': ["'self'", shopUrl, 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    // The frame shows the preview of the shop.
    'frame-src': [shopUrl],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Only the page that scans tickets may use the camera. */
const permissionsFor = (pathname: string, usual: string): string =>
  /^\/office\/scan(\/|$)/.test(pathname) ? usual.replace('camera=()', 'camera=(self)') : usual;

/**
 * Serves the office application from `officeDir`: its one page for every address at `/office` and below, which browsers
 * must not store, and its files, which they may cache forever. Without a build the addresses do not exist.
 */
export async function addOfficeFiles(
  app: FastifyInstance,
  { officeDir, shopUrl }: { readonly officeDir: string; readonly shopUrl: string },
): Promise<void> {
  const indexFile = path.join(officeDir, 'index.html');
  if (!fs.existsSync(indexFile)) return;
  const page = fs.readFileSync(indexFile, 'utf8');
  const policy = officePolicy(shopUrl);
  await app.register(fastifyStatic, {
    root: path.join(officeDir, 'assets'),
    prefix: '/office/assets/',
    ...SENDING,
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('cache-control', ONE_YEAR);
    },
  });
  const sendPage = (pathname: string, reply: FastifyReply) => {
    const permissions = reply.getHeader('permissions-policy');
    if (typeof permissions === 'string') reply.header('permissions-policy', permissionsFor(pathname, permissions));
    return (
      reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', policy)
        // Links of invitations contain their secret in the path.
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(page)
    );
  };
  for (const address of ['/office', '/office/*']) {
    app.get(address, async (request, reply) => {
      const pathname = request.url.split('?', 1)[0]!;
      if (/^\/office\/api(\/|$)/.test(pathname)) return reply.callNotFound();
      return sendPage(pathname, reply);
    });
  }
}
