import type { PaymentGateway } from '../gateway.ts';
import type { GatewayOptions } from '../load-gateways.ts';
import { readMonriCallback } from './monri-callback.ts';
import { chargeAtMonri, queryMonri, type RefundAnswer, refundAtMonri } from './monri-calls.ts';
import { checkMonri } from './monri-check.ts';
import { monriClient } from './monri-client.ts';
import { type MonriConfig, readMonriConfig } from './monri-config.ts';
import { formDigest } from './monri-digests.ts';
import { monriForm, whyNotPayableAtMonri } from './monri-form.ts';

const MAX_REMEMBERED = 1_000;

export const createMonri = (options: GatewayOptions): PaymentGateway => monriGateway(readMonriConfig(options));

/**
 * Monri WebPay. The buyer's browser posts a signed form to Monri's page. A declined card leaves the payment open, and
 * nothing can end it: the shop waits for its own deadline, and money paid after that is late.
 */
export function monriGateway(config: MonriConfig): PaymentGateway {
  const access = { config, client: monriClient(config) };
  /** Refunds that were sent, by the shop's key: Monri has no idempotency keys, so the shop itself remembers them. */
  const refunds = new Map<string, Promise<RefundAnswer>>();
  const savesCards = config.savedCards !== 'no';
  const status: PaymentGateway['status'] = ({ reference }, _now, signal) => queryMonri(access, reference, signal);

  return {
    name: 'monri',
    formOrigins: [config.url],
    can: { close: false, refund: 'once', charge: savesCards },

    whyNotStart: whyNotPayableAtMonri,

    async start(request) {
      const action = { action: 'submit', url: `${config.url}/v2/form`, params: monriForm(config, request) } as const;
      return { action, gatewayPaymentId: null, payableUntil: request.expiresAt };
    },

    status,
    close: status,

    async resume(attempt, now, signal) {
      const { reference, amount, currency, action } = attempt;
      const { status: current } = await status(attempt, now, signal);
      if (action?.action !== 'submit' || (current !== 'open' && current !== 'unknown')) return null;
      // The key may have been replaced since.
      const digest = formDigest(config.keys[0], { orderNumber: reference, amount: String(amount), currency });
      return { ...action, params: { ...action.params, authenticity_token: config.token, digest } };
    },

    async refund(request, _now, signal) {
      const known = refunds.get(request.key);
      if (known) return known;
      const answer = refundAtMonri(access, request, signal);
      refunds.set(request.key, answer);
      // The call had no effect, so it may be repeated.
      answer.catch(() => refunds.delete(request.key));
      const [oldest] = refunds.keys();
      if (refunds.size > MAX_REMEMBERED && oldest !== undefined) refunds.delete(oldest);
      return answer;
    },

    async refundStatus({ key }) {
      const known = await refunds.get(key);
      return known?.update ?? { status: 'unknown', reason: 'Monri cannot be queried about refunds' };
    },

    ...(savesCards && { charge: (request, _now, signal) => chargeAtMonri(access, request, signal) }),

    readCallback: (message) => readMonriCallback(message, config.keys),

    async inquire(inquiry, now, signal) {
      // Monri's messages prove what happened. It can be queried only about an attempt.
      if (inquiry.about !== 'attempt') return [];
      const { reference } = inquiry.attempt;
      return [{ about: 'attempt', attempt: { reference }, update: await status(inquiry.attempt, now, signal) }];
    },

    check: (currency, callbackUrl, _now, signal) => checkMonri(access, currency, callbackUrl, signal),
  };
}
