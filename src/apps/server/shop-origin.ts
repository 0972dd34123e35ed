import type { FastifyRequest } from 'fastify';

/**
 * The origin that a visitor's links and payment returns start with: the configured one. Only while no address is configured
 * (development), a loopback name that the visitor used is kept, so that `127.0.0.1` and `localhost`, which are two sites to a browser,
 * both keep their login. A foreign Host never gets in.
 */
export function originOf(request: FastifyRequest, shopUrl: string, isDefault: boolean): string {
  if (!isDefault) return shopUrl;
  const host = request.headers.host ?? '';
  const port = new URL(shopUrl).port;
  const names = ['localhost', '127.0.0.1', '[::1]'];
  return names.some((name) => host === `${name}:${port}`) ? `http://${host}` : shopUrl;
}
