import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DEMO_APP_KEY, DEMO_PASSWORD, DEMO_PEOPLE, demoCode } from '#features/staff/server/public.ts';
import { ENGLISH } from '#kernel/language.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { sendRefusal } from '#platform/http/calls.ts';
import { isFromThisMachine } from '#platform/http/loopback.ts';

const clockRequest = z.object({ now: z.iso.datetime({ offset: true }).nullable() });

/**
 * Restricts /dev to the shop's own machine. Its pages show mails with password links and ticket codes and change the
 * shop's time, so a proxy in front of a shop that was left in development must not publish them. The sandbox's payment
 * page stays open, because buyers in a trial shop need it. Call this before adding the pages.
 */
export function closeDevPagesToOthers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, response) => {
    if (!request.routeOptions.url?.startsWith('/dev/') || isFromThisMachine(arrivalOf(request))) return;
    return response
      .code(403)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('This page opens only on the machine the shop runs on, at http://localhost, and not through a proxy.\n');
  });
}

/** The facts of a request that `isFromThisMachine` needs. */
export const arrivalOf = ({ raw, headers }: FastifyRequest) => ({
  peer: raw.socket.remoteAddress ?? '',
  host: headers.host ?? '',
  httpVersion: raw.httpVersion,
  headers,
});

/**
 * `GET /dev/office` lists the demo's people in the office, their password, and the code that their code app shows now.
 */
export function addDevOffice(app: FastifyInstance, clock: Clock): void {
  app.get('/dev/office', async (_request, response) => {
    const { code, seconds } = demoCode(clock.now());
    const width = Math.max(...DEMO_PEOPLE.map(({ email }) => email.length));
    const people = DEMO_PEOPLE.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`);
    const text = [
      'The people of the demo shop’s office, at /office:',
      '',
      ...people,
      '',
      `Password  ${DEMO_PASSWORD}`,
      `Code      ${code}  (for ${seconds} s; each person can use it once)`,
      `App key   ${DEMO_APP_KEY}  (for a code app of your own)`,
    ];
    return response
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${text.join('\n')}\n`);
  });
}

/**
 * `POST /dev/clock` sets the time and answers once all due work has run. Only with TIME_MACHINE, never in production.
 */
export function addDevClock(app: FastifyInstance, clock: Clock, runAllDue: () => Promise<void>): void {
  app.post('/dev/clock', async (request, response) => {
    const body = clockRequest.safeParse(request.body);
    if (!body.success)
      return sendRefusal(response, { status: 422, message: 'Send {"now": "<ISO 8601>"} or {"now": null}.' }, ENGLISH);
    await clock.travelTo(body.data.now === null ? null : new Date(body.data.now));
    await runAllDue();
    return { now: clock.now().toISOString() };
  });
}
