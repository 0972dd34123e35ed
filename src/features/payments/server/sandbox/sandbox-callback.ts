import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PaymentGateway } from '../gateway.ts';
import type { CallbackReading, StatusUpdate } from '../gateway-facts.ts';
import { readFactMessage } from './sandbox-fact-message.ts';

/** Why the sandbox declines a payment. */
export const SANDBOX_DECLINE = 'insufficient funds';

/** How far a signed message's time may be from now, in either direction. */
const TOLERANCE_SECONDS = 300;

const paymentMessage = z.object({
  event: z.string().optional(),
  reference: z.string(),
  status: z.enum(['open', 'processing', 'paid', 'declined', 'cancelled', 'expired']),
  transaction: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  paid_with: z.string().optional(),
  saved_card: z
    .object({ gatewayCustomer: z.string(), id: z.string(), label: z.string(), expires: z.string().nullable() })
    .optional(),
});

/** Verifies and reads a callback that was signed with `key`. */
export const callbackReader =
  (key: Buffer): PaymentGateway['readCallback'] =>
  ({ body, headers }, now) =>
    verifyMessage(key, body, headers['sandbox-signature'], now)
      ? readMessage(body)
      : { ok: false, reason: 'signature' };

export function readMessage(body: Buffer): CallbackReading {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const parsed = paymentMessage.safeParse(json);
  if (!parsed.success) return readFactMessage(json);
  const { event, reference, status, transaction, amount, currency, paid_with, saved_card } = parsed.data;
  const reporting = (update: StatusUpdate): CallbackReading => ({
    ok: true,
    eventId: event ?? null,
    facts: [{ about: 'attempt', attempt: { reference }, update }],
    ask: [],
  });
  if (status === 'declined') return reporting({ status, reason: SANDBOX_DECLINE });
  if (status !== 'paid') return reporting({ status });
  if (!transaction) return { ok: false, reason: 'paid without a transaction' };
  return reporting({
    status,
    transaction,
    amount,
    currency,
    ...(paid_with && { paidWith: paid_with }),
    ...(saved_card && { savedMethod: saved_card }),
  });
}

/** The value of the `sandbox-signature` header: `t=<unix seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function signMessage(key: Buffer, body: string | Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${hmac(key, seconds, body)}`;
}

/** Whether this is a recent signature of exactly these bytes. */
function verifyMessage(key: Buffer, body: Buffer, header: unknown, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!match) return false;
  const seconds = Number(match[1]);
  if (Math.abs(now.getTime() / 1_000 - seconds) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(Buffer.from(hmac(key, seconds, body)), Buffer.from(match[2] as string));
}

const hmac = (key: Buffer, seconds: number, body: string | Buffer): string =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex');
