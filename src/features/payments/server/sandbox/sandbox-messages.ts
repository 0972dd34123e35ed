import { z } from 'zod';
import type { CallbackReading, GatewayFact, StatusUpdate } from '../gateway-facts.ts';

/** A fact as the sandbox's message carries it. */
export type SandboxFact = Exclude<GatewayFact, { about: 'payout' | 'attempt' }>;

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

const money = { id: z.string(), transaction: z.string(), amount: z.int(), currency: z.string() };

const factMessage = z.object({
  event: z.string(),
  fact: z.discriminatedUnion('about', [
    z.object({
      about: z.literal('refund'),
      ...money,
      key: z.string().nullable(),
      update: z.discriminatedUnion('status', [
        z.object({ status: z.literal('pending') }),
        z.object({ status: z.literal('done') }),
        z.object({ status: z.literal('failed'), reason: z.string() }),
      ]),
    }),
    z.object({
      about: z.literal('dispute'),
      ...money,
      state: z.enum(['open', 'money_taken', 'won', 'lost']),
      answerBy: z.iso.datetime().nullable(),
      reason: z.string(),
    }),
    z.object({
      about: z.literal('method'),
      id: z.string(),
      isUsable: z.boolean(),
      label: z.string().nullable(),
      expires: z.string().nullable(),
    }),
  ]),
});

export function readMessage(body: Buffer): CallbackReading {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const fact = factMessage.safeParse(json);
  if (fact.success) return { ok: true, eventId: fact.data.event, facts: [fact.data.fact], ask: [] };
  const parsed = paymentMessage.safeParse(json);
  if (!parsed.success) return { ok: false, reason: 'shape' };
  const { event, reference, status, transaction, amount, currency, paid_with, saved_card } = parsed.data;
  const telling = (update: StatusUpdate): CallbackReading => ({
    ok: true,
    eventId: event ?? null,
    facts: [{ about: 'attempt', attempt: { reference }, update }],
    ask: [],
  });
  if (status !== 'paid') return telling({ status });
  if (!transaction) return { ok: false, reason: 'paid without a transaction' };
  return telling({
    status,
    transaction,
    amount,
    currency,
    ...(paid_with && { paidWith: paid_with }),
    ...(saved_card && { savedMethod: saved_card }),
  });
}
