import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Language } from '#kernel/language.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { attemptByReference } from './attempt-store.ts';
import type { PaymentGateway } from './gateway.ts';
import { type SettleParts, settleAttempt } from './settle-attempt.ts';

export interface PaymentPageParts extends SettleParts {
  language: () => Language;
  gateway: PaymentGateway;
  clock: Clock;
}

/** Gateways report to `/payments/callback/<gateway>`. Needs `request.body` as raw bytes. */
export function addPaymentCallback(pages: FastifyInstance, parts: PaymentPageParts): void {
  pages.post<{ Params: { gateway: string } }>('/payments/callback/:gateway', async (request, response) => {
    response.header('cache-control', 'no-store');
    const { text } = parts.language();
    if (request.params.gateway !== parts.gateway.name) return response.code(404).send({ message: text('Not found.') });
    const now = parts.clock.now();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const reading = readInTime(parts, body, request.headers, now);
    if (!reading.ok) {
      request.log.warn({ gateway: parts.gateway.name, reason: reading.reason }, 'callback refused');
      return response.code(400).send({ message: text('This message was rejected.') });
    }
    const attempt = await attemptByReference(parts.db, parts.gateway.name, reading.callback.reference);
    if (!attempt) return response.code(404).send({ message: text('Not found.') });
    await settleAttempt(parts, attempt, reading.callback.update, now);
    return response.code(200).send({ message: text('Thank you.') });
  });
}

/**
 * Signatures carry the gateway's time. If the database's clock was set back, the shop's time is ahead until it catches
 * up: a message that is recent by either time is accepted.
 */
function readInTime({ gateway, clock }: PaymentPageParts, body: Buffer, headers: IncomingHttpHeaders, now: Date) {
  const reading = gateway.readCallback(body, headers, now);
  const leadMs = clock.leadMs();
  if (reading.ok || leadMs === 0) return reading;
  return gateway.readCallback(body, headers, new Date(now.getTime() - leadMs));
}
