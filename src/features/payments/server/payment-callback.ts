import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#kernel/language.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { keepRawBodies } from '#platform/http/raw-bodies.ts';
import type { GatewayMessage, PaymentGateway } from './gateway.ts';
import type { CallbackReading } from './gateway-facts.ts';
import type { GatewayInbox } from './gateway-inbox.ts';
import type { Gateways } from './gateways.ts';
import { firstImplausible } from './plausible-facts.ts';

export interface CallbackParts {
  inbox: GatewayInbox;
  language: () => Language;
  gateways: Gateways;
  clock: Clock;
}

type CallbackAddress = { Params: { gateway: string; reference?: string } };
type CallbackRequest = FastifyRequest<CallbackAddress>;

/**
 * Gateways report to `/payments/callback/<gateway>`, or to an address below that. A message is verified, stored,
 * answered and then processed.
 */
export function addPaymentCallback(app: FastifyInstance, parts: CallbackParts): void {
  const receive = async (request: CallbackRequest, response: FastifyReply) => {
    response.header('cache-control', 'no-store');
    const { text } = parts.language();
    const gateway = parts.gateways.named(request.params.gateway);
    if (!gateway) return response.code(404).send({ message: text('Not found.') });
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { reference } = request.params;
    const message = { body, headers: request.headers, path: reference ? `/${reference}` : '' };
    const reading = read(gateway, message, parts.clock);
    if (!reading.ok) {
      request.log.warn({ gateway: gateway.name, reason: reading.reason }, 'callback refused');
      return response.code(400).send({ message: text('This message was rejected.') });
    }
    const concernsUs = await parts.inbox.receive(gateway, reading, body);
    if (!concernsUs) {
      request.log.info({ gateway: gateway.name, reason: reading.ignored ?? 'unknown subject' }, 'callback ignored');
    }
    return response.code(200).send({ message: text('Thank you.') });
  };
  app.register(async (pages) => {
    keepRawBodies(pages);
    for (const url of ['/payments/callback/:gateway', '/payments/callback/:gateway/:reference']) {
      pages.post<CallbackAddress>(url, receive);
    }
  });
}

/**
 * Refuses impossible facts, such as a negative amount, even with a valid signature. Signatures contain the gateway's
 * time. If the database's clock was set back, the shop's time is ahead until it catches up: a message that is recent by
 * either time is accepted.
 */
function read(gateway: PaymentGateway, message: GatewayMessage, clock: Clock): CallbackReading {
  const now = clock.now();
  const leadMs = clock.leadMs();
  const inTime = gateway.readCallback(message, now);
  const reading = inTime.ok || leadMs === 0 ? inTime : gateway.readCallback(message, new Date(now.getTime() - leadMs));
  const field = reading.ok && firstImplausible(reading.facts);
  return field ? { ok: false, reason: `impossible ${field}` } : reading;
}
