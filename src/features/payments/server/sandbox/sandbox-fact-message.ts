import { z } from 'zod';
import type { CallbackReading, GatewayFact } from '../gateway-facts.ts';

/** A fact that a message of the sandbox can contain. */
export type SandboxFact = Exclude<GatewayFact, { about: 'payout' | 'attempt' }>;

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

/** Reads a message about something other than a payment. */
export function readFactMessage(json: unknown): CallbackReading {
  const fact = factMessage.safeParse(json);
  if (!fact.success) return { ok: false, reason: 'shape' };
  return { ok: true, eventId: fact.data.event, facts: [fact.data.fact], ask: [] };
}
