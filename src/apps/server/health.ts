import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db.ts';

/**
 * For monitoring. `/live` (also `/health/live`) checks only the process: a monitor should restart only a process that
 * hangs. `/ready` and `/health` query the database on their own connection, so that a busy shop is not taken for a
 * broken one. `warnings` lists what the operator should fix although the shop works.
 */
export function addHealth(
  app: FastifyInstance,
  db: Pick<Db, 'ping'>,
  warnings: () => readonly string[] = () => [],
  isStopping: () => boolean = () => false,
): void {
  for (const url of ['/live', '/health/live']) {
    app.get(url, async (_request, response) => response.header('cache-control', 'no-store').send({ status: 'ok' }));
  }
  for (const url of ['/ready', '/health', '/health/ready']) {
    app.get(url, async (request, response) => {
      response.header('cache-control', 'no-store');
      // A load balancer that checks while the process is stopping sends the next visitors elsewhere.
      if (isStopping()) return response.code(503).send({ status: 'stopping' });
      try {
        await db.ping();
      } catch (error) {
        request.log.warn({ error }, 'the database did not answer');
        return response.code(503).send({ status: 'database unavailable' });
      }
      const found = warnings();
      return response.send({ status: 'ok', ...(found.length > 0 && { warnings: found }) });
    });
  }
}
