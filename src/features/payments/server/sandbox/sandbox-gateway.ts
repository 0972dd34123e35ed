import { z } from 'zod';
import type { Db } from '#platform/db/db.ts';
import type { PaymentGateway } from '../gateway.ts';
import type { CallbackReading, StatusUpdate } from '../gateway-facts.ts';
import { signParams, verifyMessage } from './sandbox-signature.ts';
import { closePayment, expirePayment, openPayment, type SandboxPayment } from './sandbox-store.ts';

export interface SandboxOptions {
  db: Db;
  /** Signs callbacks and the fields of the `submit` flow. */
  key: Buffer;
  flow: 'redirect' | 'submit';
}

/** Not part of the shop's application. */
export const SANDBOX_PATH = '/sandbox-gateway';

const callbackBody = z.object({
  event: z.string().optional(),
  reference: z.string(),
  status: z.enum(['open', 'processing', 'paid', 'declined', 'cancelled', 'expired']),
  transaction: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
});

/** The built-in test gateway; it gets no special treatment. */
export function sandboxGateway({ db, key, flow }: SandboxOptions): PaymentGateway {
  return {
    name: 'sandbox',
    // The hosted page is on the shop's own origin, which the policy allows as 'self'.
    formOrigins: [],
    can: { close: true, refund: 'no', charge: false },
    whyNotStart: () => null,

    async start(request, now) {
      if (flow === 'submit') {
        const params: Record<string, string> = {
          reference: request.reference,
          amount: String(request.amount),
          currency: request.currency,
          description: request.description,
          return_url: request.returnUrl,
          callback_url: request.callbackUrl,
          expires_at: request.expiresAt.toISOString(),
        };
        params.signature = signParams(key, params);
        return {
          action: { action: 'submit', url: `${request.browserOrigin}${SANDBOX_PATH}/pay`, params },
          gatewayPaymentId: null,
          payableUntil: request.expiresAt,
        };
      }
      const payment = await openPayment(db, request, now);
      return {
        action: { action: 'redirect', url: `${request.browserOrigin}${SANDBOX_PATH}/pay/${payment.id}` },
        gatewayPaymentId: payment.id,
        payableUntil: payment.expires_at,
      };
    },

    async status({ reference }, now) {
      return updateOf(await expirePayment(db, reference, now));
    },

    async close({ reference }, now) {
      return updateOf(await closePayment(db, reference, now));
    },

    refund: notYet,
    refundStatus: notYet,
    async inquire(inquiry, now) {
      if (inquiry.about !== 'attempt') return [];
      const { reference } = inquiry.attempt;
      const update = updateOf(await expirePayment(db, reference, now));
      return [{ about: 'attempt', attempt: { reference }, update }];
    },
    check: async () => [],

    readCallback({ body, headers }, now) {
      if (!verifyMessage(key, body, headers['sandbox-signature'], now)) return { ok: false, reason: 'signature' };
      let json: unknown;
      try {
        json = JSON.parse(body.toString('utf8'));
      } catch {
        return { ok: false, reason: 'not JSON' };
      }
      const parsed = callbackBody.safeParse(json);
      if (!parsed.success) return { ok: false, reason: 'shape' };
      const { event, reference, status, transaction, amount, currency } = parsed.data;
      const telling = (update: StatusUpdate): CallbackReading => ({
        ok: true,
        eventId: event ?? null,
        facts: [{ about: 'attempt', attempt: { reference }, update }],
        ask: [],
      });
      if (status !== 'paid') return telling({ status });
      if (!transaction) return { ok: false, reason: 'paid without a transaction' };
      return telling({ status, transaction, amount, currency });
    },
  };
}

const notYet = async () => {
  throw new Error('The sandbox cannot do this');
};

/** A payment whose browser has not arrived yet (`submit` flow) is open. */
function updateOf(payment: SandboxPayment | undefined): StatusUpdate {
  if (!payment) return { status: 'open' };
  if (payment.status !== 'paid') return { status: payment.status };
  return {
    status: 'paid',
    transaction: payment.transaction as string,
    amount: payment.amount,
    currency: payment.currency,
  };
}
