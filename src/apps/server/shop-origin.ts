import type { FastifyRequest } from 'fastify';

/**
 * Returns the configured origin, for a visitor's links and payment returns. Without a configured address (development)
 * it keeps the loopback name that the visitor used: `127.0.0.1` and `localhost` are two sites to a browser, and both
 * keep their login. It never accepts a foreign Host.
 */
export function originOf(request: FastifyRequest, shopUrl: string, isDefault: boolean): string {
  if (!isDefault) return shopUrl;
  const host = request.headers.host ?? '';
  const port = new URL(shopUrl).port;
  const names = ['localhost', '127.0.0.1', '[::1]'];
  return names.some((name) => host === `${name}:${port}`) ? `http://${host}` : shopUrl;
}
