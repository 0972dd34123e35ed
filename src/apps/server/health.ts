import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db.ts';

/**
 * What watches over the shop asks here. `/health/live` answers from the process alone: only a process that hangs should be restarted.
 * `/health/ready`, also `/health`, asks the database on a connection of its own, so that a busy shop is not taken for a broken one.
 */
export function addHealth(app: FastifyInstance, db: Pick<Db, 'ping'>): void {
  app.get('/health/live', async (_request, response) =>
    response.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  for (const url of ['/health', '/health/ready']) {
    app.get(url, async (request, response) => {
      response.header('cache-control', 'no-store');
      try {
        await db.ping();
      } catch (error) {
        request.log.warn({ error }, 'the database did not answer');
        return response.code(503).send({ status: 'database away' });
      }
      return response.send({ status: 'ok' });
    });
  }
}
