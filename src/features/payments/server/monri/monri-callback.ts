import { z } from 'zod';
import type { GatewayMessage } from '../gateway.ts';
import type { CallbackReading, GatewayFact } from '../gateway-facts.ts';
import { isApproved, type MonriTransaction, monriTransaction, paidUpdate } from './monri-answers.ts';
import { isSignedCallback } from './monri-digests.ts';

const webhook = z.object({ event: z.string(), payload: z.unknown() });

/**
 * Reads a callback about an approved payment, or a webhook, which wraps the same data. Both prove what happened. They
 * contain no time, and a replayed message changes nothing.
 */
export function readMonriCallback({ body, headers }: GatewayMessage, keys: readonly string[]): CallbackReading {
  // Some servers drop `authorization`, so Monri sends it twice.
  const header = headers.authorization ?? headers.http_authorization;
  if (!isSignedCallback(keys, body, header)) return { ok: false, reason: 'signature' };
  const message = jsonOf(body);
  const event = webhook.safeParse(message);
  const read = monriTransaction.safeParse(event.success ? event.data.payload : message);
  if (read.success) return readTransaction(read.data);
  return event.success ? ignored(`event ${event.data.event.slice(0, 60)}`) : { ok: false, reason: 'shape' };
}

function readTransaction(transaction: MonriTransaction): CallbackReading {
  const fact = isApproved(transaction) ? factOf(transaction) : null;
  if (fact) return { ok: true, eventId: null, facts: [fact], ask: [] };
  const { transaction_type, status, response_code } = transaction;
  // After a declined card the buyer can try another one.
  return ignored([transaction_type, status, response_code].join(' ').slice(0, 60));
}

function factOf(transaction: MonriTransaction): GatewayFact | null {
  const { transaction_type, order_number, amount, currency } = transaction;
  if (transaction_type === 'purchase') {
    return { about: 'attempt', attempt: { reference: order_number }, update: paidUpdate(transaction) };
  }
  if (transaction_type !== 'refund' && transaction_type !== 'void') return null;
  return {
    about: 'refund',
    id: refundId(order_number, amount),
    key: null,
    transaction: order_number,
    amount,
    currency,
    update: { status: 'done' },
  };
}

/**
 * The shop's own id of a refund. Monri does not promise that its number is the same in its answer and in its message,
 * and a payment is refunded only once.
 */
export const refundId = (orderNumber: string, amount: number): string => `${orderNumber}:refund:${amount}`;

const ignored = (why: string): CallbackReading => ({ ok: true, eventId: null, facts: [], ask: [], ignored: why });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Strict: the digest alone would allow bytes to be added at the end. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}
