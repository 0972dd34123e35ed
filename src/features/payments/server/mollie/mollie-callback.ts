import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { GatewayMessage } from '../gateway.ts';
import type { CallbackReading, Subject } from '../gateway-facts.ts';

const PAYMENT_ID = /^tr_[A-Za-z0-9]{4,60}$/;
const REFERENCE = /^\/([A-Z0-9-]{1,36})$/;

const event = z.object({
  id: z.string().regex(/^whe_[A-Za-z0-9]{1,60}$/),
  type: z.string(),
  entityId: z.string(),
  _embedded: z.object({ entity: z.object({ paymentId: z.string().nullish() }).nullish() }).nullish(),
});

/**
 * Mollie's messages contain only the id of a payment, so the shop queries its state. The usual ones are unsigned and go
 * to an address with the attempt's reference. Those set up in Mollie's dashboard are signed.
 */
export function readMollieCallback(message: GatewayMessage, secrets: readonly string[]): CallbackReading {
  const signature = message.headers['x-mollie-signature'];
  return signature === undefined ? readUnsigned(message) : readSigned(message, [signature].flat().join(','), secrets);
}

function readUnsigned({ body, path }: GatewayMessage): CallbackReading {
  const id = new URLSearchParams(body.toString('utf8')).get('id');
  if (!id || id.length > 100) return { ok: false, reason: 'no id' };
  if (!PAYMENT_ID.test(id)) return ignored(null, 'not about a payment');
  const reference = REFERENCE.exec(path)?.[1];
  // The id may not be stored yet, and anybody can send one. The reference leads to the attempt and to its own payment.
  return { ok: true, eventId: null, facts: [], ask: [attempt(reference ? { reference } : { gatewayPaymentId: id })] };
}

function readSigned({ body }: GatewayMessage, signature: string, secrets: readonly string[]): CallbackReading {
  if (secrets.length === 0) return { ok: false, reason: 'signed, but MOLLIE_WEBHOOK_SECRET is not set' };
  if (!isSigned(body, signature, secrets)) return { ok: false, reason: 'signature' };
  const read = event.safeParse(jsonOf(body));
  if (!read.success) return { ok: false, reason: 'shape' };
  const { id, type, entityId, _embedded } = read.data;
  const payment = type.startsWith('payment.') ? entityId : _embedded?.entity?.paymentId;
  if (!payment || !PAYMENT_ID.test(payment)) return ignored(id, `${type.slice(0, 60)} has no payment`);
  return { ok: true, eventId: id, facts: [], ask: [attempt({ gatewayPaymentId: payment })] };
}

const attempt = (ref: Extract<Subject, { about: 'attempt' }>['attempt']): Subject => ({
  about: 'attempt',
  attempt: ref,
});

const ignored = (eventId: string | null, why: string): CallbackReading => ({
  ok: true,
  eventId,
  facts: [],
  ask: [],
  ignored: why,
});

/** True if one of the signatures is right: while a secret is being replaced, Mollie signs with both. */
function isSigned(body: Buffer, header: string, secrets: readonly string[]): boolean {
  const given = header.split(',').map((part) => part.trim());
  if (given.length > 4) return false;
  return secrets.some((secret) => {
    const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    return given.some(
      (one) =>
        one.length === wanted.length &&
        timingSafeEqual(Buffer.from(one.padEnd(wanted.length).slice(0, wanted.length), 'latin1'), wanted),
    );
  });
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
