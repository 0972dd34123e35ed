import type { Db } from '#platform/db/db.ts';
import type { PaymentAction } from '../../contract.ts';
import type { PaymentGateway } from '../gateway.ts';
import type { RefundUpdate, StatusUpdate } from '../gateway-facts.ts';
import { callbackReader, readMessage, SANDBOX_DECLINE } from './sandbox-callback.ts';
import { messagesBetween } from './sandbox-callback-store.ts';
import { cardById, chargeCard, removeCard, savedMethodOf } from './sandbox-card-store.ts';
import { signParams } from './sandbox-form-signature.ts';
import { moneyFacts, refundByKey, refundPayment, type SandboxRefund } from './sandbox-money-store.ts';
import { closePayment, expirePayment, openPayment, type SandboxPayment } from './sandbox-store.ts';

export interface SandboxOptions {
  db: Db;
  /** Signs callbacks and the fields of the `submit` flow. */
  key: Buffer;
  flow: 'redirect' | 'submit';
  /** False: open payments cannot be closed, as at some providers. */
  closes?: boolean;
  /** The shortest time for which a payment can be made, in minutes. */
  sessionMinutes?: number;
  /** Whether refunds are done at once or pending for a minute. */
  refunds?: 'done' | 'pending';
}

/** The path of the sandbox's pages, which are not part of the shop's application. */
export const SANDBOX_PATH = '/sandbox-gateway';

/** The built-in test gateway; it receives no special treatment. */
export function sandboxGateway({
  db,
  key,
  flow,
  closes = true,
  sessionMinutes = 0,
  refunds = 'done',
}: SandboxOptions): PaymentGateway {
  const statusOf = async (reference: string, now: Date): Promise<StatusUpdate> =>
    updateOf(db, await expirePayment(db, reference, now));
  const pageOf = (origin: string, id: string): PaymentAction => ({
    action: 'redirect',
    url: `${origin}${SANDBOX_PATH}/pay/${id}`,
  });
  return {
    name: 'sandbox',
    // The hosted page is on the shop's own origin, which the policy allows as 'self'.
    formOrigins: [],
    can: { close: closes, refund: 'parts', charge: true },
    whyNotStart: () => null,

    async start(request, now) {
      const shortest = now.getTime() + sessionMinutes * 60_000;
      const expiresAt = new Date(Math.max(request.expiresAt.getTime(), shortest));
      if (flow === 'submit') {
        const params: Record<string, string> = {
          reference: request.reference,
          amount: String(request.amount),
          currency: request.currency,
          description: request.description,
          return_url: request.returnUrl,
          callback_url: request.callbackUrl,
          expires_at: expiresAt.toISOString(),
          customer: request.customer.id,
          save_card: request.savesMethod ? '1' : '0',
        };
        params.signature = signParams(key, params);
        return {
          action: { action: 'submit', url: `${request.browserOrigin}${SANDBOX_PATH}/pay`, params },
          gatewayPaymentId: null,
          payableUntil: expiresAt,
        };
      }
      const { customer, savesMethod } = request;
      const wanted = { ...request, expiresAt, customer: customer.id, savesCard: savesMethod };
      const payment = await openPayment(db, wanted, now);
      return {
        action: pageOf(request.browserOrigin, payment.id),
        gatewayPaymentId: payment.id,
        payableUntil: payment.expiresAt,
      };
    },

    status: ({ reference }, now) => statusOf(reference, now),

    close: async ({ reference }, now) =>
      closes ? updateOf(db, await closePayment(db, reference, now)) : statusOf(reference, now),

    ...(!closes && {
      resume: async ({ reference, action }, now) => {
        const { status } = await statusOf(reference, now);
        return status === 'open' || status === 'unknown' ? action : null;
      },
    }),

    async refund({ key: refundKey, transaction, amount }, now) {
      const isDoneAtOnce = refunds === 'done';
      const refund = await refundPayment(db, { key: refundKey, payment: { transaction }, amount, isDoneAtOnce }, now);
      if (!refund) return { refund: null, update: { status: 'failed', reason: 'there is no such payment' } };
      return { refund: refund.id, update: refundUpdate(refund) };
    },

    async refundStatus({ key: refundKey }) {
      const refund = await refundByKey(db, refundKey);
      return refund ? refundUpdate(refund) : { status: 'unknown' };
    },

    charge: (request, now) => chargeCard(db, request, now),
    forget: (method, now) => removeCard(db, method.id, now),

    async inquire(inquiry, now) {
      if (inquiry.about === 'attempt') {
        const { reference } = inquiry.attempt;
        const update = await statusOf(reference, now);
        return [{ about: 'attempt', attempt: { reference }, update }, ...(await moneyFacts(db, { reference }))];
      }
      if (inquiry.about === 'refund') return moneyFacts(db, { refund: inquiry.id });
      if (inquiry.about === 'dispute') return moneyFacts(db, { dispute: inquiry.id });
      const card = inquiry.about === 'method' ? await cardById(db, inquiry.id) : undefined;
      if (!card) return [];
      const { id, label, expires, isUsable } = card;
      return [{ about: 'method', id, isUsable, label, expires }];
    },

    async listMessages({ since, until, after }) {
      const listed = await messagesBetween(db, { since, until, after: Number(after ?? 0) }, MESSAGES_AT_ONCE);
      const messages = listed.map(({ body }) => readMessage(Buffer.from(body)));
      return {
        messages: messages.flatMap((message) =>
          message.ok && message.eventId !== null ? [{ ...message, eventId: message.eventId }] : [],
        ),
        next: listed.length === MESSAGES_AT_ONCE ? String(listed.at(-1)!.id) : null,
      };
    },

    check: async () => [],

    readCallback: callbackReader(key),
  };
}

/** The size of a page of the list of messages. */
const MESSAGES_AT_ONCE = 100;

const refundUpdate = ({ status, reason }: SandboxRefund): RefundUpdate =>
  status === 'failed' ? { status, reason } : { status };

/** A payment whose browser has not arrived yet (`submit` flow) is unknown. */
async function updateOf(db: Db, payment: SandboxPayment | undefined): Promise<StatusUpdate> {
  if (!payment) return { status: 'unknown' };
  if (payment.status === 'declined') return { status: 'declined', reason: SANDBOX_DECLINE };
  if (payment.status !== 'paid') return { status: payment.status };
  const card = payment.cardId ? await cardById(db, payment.cardId) : undefined;
  return {
    status: 'paid',
    transaction: payment.transaction as string,
    amount: payment.amount,
    currency: payment.currency,
    ...(card && { paidWith: card.label }),
    ...(card?.isUsable && payment.savesCard && { savedMethod: savedMethodOf(card) }),
  };
}
