import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { sendRefusal } from '#platform/http/calls.ts';
import type { Worker } from '#platform/work/due-work.ts';

const clockRequest = z.object({ now: z.iso.datetime({ offset: true }).nullable() });

/** `POST /dev/clock`: moves the shop's time; answers when everything due by then has run. Only with TIME_MACHINE, never in production. */
export function addDevClock(app: FastifyInstance, clock: Clock, worker: Worker): void {
  app.post('/dev/clock', async (request, response) => {
    const body = clockRequest.safeParse(request.body);
    if (!body.success)
      return sendRefusal(response, { status: 422, message: 'Send {"now": "<ISO 8601>"} or {"now": null}.' });
    await clock.travelTo(body.data.now === null ? null : new Date(body.data.now));
    await worker.runAllDue();
    return { now: clock.now().toISOString() };
  });
}
