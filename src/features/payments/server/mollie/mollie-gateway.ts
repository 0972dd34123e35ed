import { createHash } from 'node:crypto';
import { z } from 'zod';
import { minor } from '#kernel/money.ts';
import type { PaymentAction } from '../../contract.ts';
import type { StartRefusal } from '../../domain/start-refusal.ts';
import type {
  ChargeRequest,
  GatewayAttempt,
  GatewayRefund,
  PaymentGateway,
  PaymentToStart,
  RefundRequest,
  StartRequest,
} from '../gateway.ts';
import type { GatewayFact, Inquiry, RefundUpdate, StatusUpdate } from '../gateway-facts.ts';
import type { GatewayOptions } from '../load-gateways.ts';
import { limitFromMollie, toMollie } from './mollie-amounts.ts';
import {
  type MollieMethod,
  type MolliePayment,
  type MollieRefund,
  mollieChargebacks,
  mollieCustomer,
  molliePayment,
  mollieRefund,
  mollieRefunds,
  ownMetadata,
} from './mollie-answers.ts';
import { readMollieCallback } from './mollie-callback.ts';
import { checkMollie, hasWebhook } from './mollie-check.ts';
import { type MollieClient, MollieError, mollieClient } from './mollie-client.ts';
import { type MollieConfig, readMollieConfig } from './mollie-config.ts';
import { chargeByReference, pagesOf, paymentByReference } from './mollie-lists.ts';
import { mollieLocale } from './mollie-locale.ts';
import { chargebackFact, chargeUpdateOf, refundFact, refundUpdateOf, updateOf } from './mollie-updates.ts';

/** Used if Mollie sends no expiry time: longer than any instant payment method takes. */
const PAYABLE_MS = 60 * 60_000;

export const createMollie = (options: GatewayOptions): PaymentGateway => mollieGateway(readMollieConfig(options));

export const mollieGateway = (config: MollieConfig): PaymentGateway => new MollieGateway(config, mollieClient(config));

class MollieGateway implements PaymentGateway {
  readonly name = 'mollie';
  readonly formOrigins = [];
  // Mollie cancels some open payments, but few of those that are paid on its own page.
  readonly can = { close: false, refund: 'parts', charge: true } as const;
  readonly #config: MollieConfig;
  readonly #call: MollieClient;
  /** The methods that the last check found. */
  #methods: readonly MollieMethod[] | null = null;

  constructor(config: MollieConfig, call: MollieClient) {
    this.#config = config;
    this.#call = call;
  }

  whyNotStart(payment: PaymentToStart): StartRefusal | null {
    const { amount, currency, currencyDigits } = payment;
    if (!toMollie(amount, currency, currencyDigits)) return { kind: 'currency_not_taken' };
    const methods = (this.#methods ?? []).filter(({ minimumAmount }) => minimumAmount?.currency === currency);
    const lowest = methods.map(
      ({ minimumAmount: limit }) => (limit && limitFromMollie(limit, currencyDigits, 'up')) ?? 0,
    );
    const highest = methods.map(({ maximumAmount: limit }) => limit && limitFromMollie(limit, currencyDigits, 'down'));
    if (methods.length === 0) return null;
    const minimum = minor(Math.min(...lowest));
    if (amount < minimum) return { kind: 'too_small', minimum };
    // A method without a limit takes any amount.
    const limits = highest.filter((limit) => limit !== null && limit !== undefined);
    if (limits.length < methods.length) return null;
    const maximum = minor(Math.max(...limits));
    return amount > maximum ? { kind: 'too_large', maximum } : null;
  }

  async start(request: StartRequest, now: Date, signal?: AbortSignal) {
    const customerId = request.savesMethod ? await this.#customer(request, signal) : null;
    const locale = mollieLocale(request.language, request.billing.country);
    const { methods } = this.#config;
    const payment = await this.#call(
      {
        verb: 'POST',
        path: '/v2/payments',
        idempotencyKey: `start:${request.reference}`,
        body: {
          ...this.#payment(request),
          redirectUrl: request.returnUrl,
          cancelUrl: request.cancelUrl,
          captureMode: 'automatic',
          sequenceType: customerId ? 'first' : 'oneoff',
          ...(customerId && { customerId }),
          ...(locale && { locale }),
          ...(methods && { method: methods }),
        },
        signal,
      },
      molliePayment,
    );
    this.#requireOwn(payment, request.reference);
    const action = pageOf(payment);
    if (!action) throw new Error(`Mollie: payment ${payment.id} has no payment page`);
    const until = new Date(payment.expiresAt ?? Number.NaN);
    const payableUntil = Number.isNaN(until.getTime()) ? new Date(now.getTime() + PAYABLE_MS) : until;
    return { action, gatewayPaymentId: payment.id, payableUntil };
  }

  async status(attempt: GatewayAttempt, _now: Date, signal?: AbortSignal): Promise<StatusUpdate> {
    const payment = await this.#paymentOf(attempt, signal);
    return payment ? updateOf(payment) : { status: 'unknown' };
  }

  async close(attempt: GatewayAttempt, _now: Date, signal?: AbortSignal): Promise<StatusUpdate> {
    const payment = await this.#paymentOf(attempt, signal);
    if (!payment) return { status: 'unknown' };
    // Pending money is on its way, even if Mollie would still cancel the payment.
    if (payment.status !== 'open' || !payment.isCancelable) return updateOf(payment);
    try {
      const path = pathOf(payment.id);
      return updateOf(await this.#call({ verb: 'DELETE', path, signal }, molliePayment));
    } catch (error) {
      // The buyer may have been quicker.
      if (!(error instanceof MollieError) || error.status === null) throw error;
      return updateOf(await this.#call({ verb: 'GET', path: pathOf(payment.id), signal }, molliePayment));
    }
  }

  async resume(attempt: GatewayAttempt, _now: Date, signal?: AbortSignal): Promise<PaymentAction | null> {
    const payment = await this.#paymentOf(attempt, signal);
    return payment?.status === 'open' ? pageOf(payment) : null;
  }

  async refund(request: RefundRequest, now: Date, signal?: AbortSignal) {
    const amount = toMollie(request.amount, request.currency, request.currencyDigits);
    if (!amount) throw new Error(`Mollie: cannot refund ${request.amount} ${request.currency}`);
    const earlier = await this.#refundsOf(request.transaction, signal);
    // Mollie forgets a key after an hour, so the shop first looks for an earlier refund with this key.
    const known = earlier.find(({ metadata }) => ownMetadata(metadata).refund === request.key);
    if (known) return { refund: known.id, update: refundUpdateOf(known) };
    if (earlier.some((refund) => blocksEqual(refund, amount.value, now))) {
      return {
        refund: null,
        update: { status: 'unknown', reason: 'an equal refund was made within the hour' } as const,
      };
    }
    try {
      const refund = await this.#call(
        {
          verb: 'POST',
          path: `${pathOf(request.transaction)}/refunds`,
          idempotencyKey: `refund:${request.key}`,
          body: { amount, description: request.description.slice(0, 140), metadata: { refund: request.key } },
          signal,
        },
        mollieRefund,
      );
      return { refund: refund.id, update: refundUpdateOf(refund) };
    } catch (error) {
      if (!(error instanceof MollieError) || !error.isFinal) throw error;
      return { refund: null, update: { status: 'failed', reason: error.detail } as const };
    }
  }

  async refundStatus(refund: GatewayRefund, _now: Date, signal?: AbortSignal): Promise<RefundUpdate> {
    const { key, transaction } = refund;
    const path = `${pathOf(transaction)}/refunds/${encodeURIComponent(refund.refund ?? '')}`;
    const found = refund.refund
      ? await nullIfMissing(this.#call({ verb: 'GET', path, signal }, mollieRefund))
      : (await this.#refundsOf(transaction, signal)).find(({ metadata }) => ownMetadata(metadata).refund === key);
    return found ? refundUpdateOf(found) : { status: 'unknown' };
  }

  async charge(request: ChargeRequest, _now: Date, signal?: AbortSignal) {
    const { method, reference } = request;
    try {
      const earlier = await chargeByReference(this.#call, method.gatewayCustomer, reference, signal);
      if (earlier) return chargeUpdateOf(earlier);
      const payment = await this.#call(
        {
          verb: 'POST',
          path: '/v2/payments',
          idempotencyKey: `charge:${reference}`,
          body: {
            ...this.#payment(request),
            redirectUrl: null,
            sequenceType: 'recurring',
            customerId: method.gatewayCustomer,
            mandateId: method.id,
          },
          signal,
        },
        molliePayment,
      );
      this.#requireOwn(payment, reference);
      return chargeUpdateOf(payment);
    } catch (error) {
      if (!(error instanceof MollieError) || !error.isFinal) throw error;
      // The mandate was revoked, or its customer was deleted.
      const isCardGone = error.isMissing || error.field === 'mandateId' || error.field === 'customerId';
      return { status: 'declined', reason: error.detail, again: false, isCardGone } as const;
    }
  }

  async forget(method: { readonly gatewayCustomer: string; readonly id: string }, _now: Date, signal?: AbortSignal) {
    const path = `/v2/customers/${encodeURIComponent(method.gatewayCustomer)}/mandates/${encodeURIComponent(method.id)}`;
    await nullIfMissing(this.#call({ verb: 'DELETE', path, signal }, z.undefined()));
  }

  readCallback(message: Parameters<PaymentGateway['readCallback']>[0]) {
    return readMollieCallback(message, this.#config.webhookSecrets);
  }

  async inquire(inquiry: Inquiry, _now: Date, signal?: AbortSignal): Promise<readonly GatewayFact[]> {
    // Mollie finds refunds and chargebacks only by their payment, which all of its messages lead to.
    if (inquiry.about !== 'attempt') return [];
    const attempt = { reference: inquiry.attempt.reference };
    const payment = await this.#paymentOf(inquiry.attempt, signal);
    if (!payment) return [{ about: 'attempt', attempt, update: { status: 'unknown' } }];
    const facts: GatewayFact[] = [{ about: 'attempt', attempt, update: updateOf(payment) }];
    if (payment._links.refunds || isAboveZero(payment.amountRefunded)) {
      facts.push(...(await this.#refundsOf(payment.id, signal)).map((refund) => refundFact(payment, refund)));
    }
    if (payment._links.chargebacks || isAboveZero(payment.amountChargedBack)) {
      for await (const page of pagesOf(this.#call, `${pathOf(payment.id)}/chargebacks`, mollieChargebacks, signal)) {
        facts.push(...page._embedded.chargebacks.map((chargeback) => chargebackFact(payment, chargeback)));
      }
    }
    return facts;
  }

  async check(currency: string, callbackUrl: string, _now: Date, signal?: AbortSignal) {
    const { findings, methods } = await checkMollie(
      { config: this.#config, call: this.#call },
      currency,
      callbackUrl,
      signal,
    );
    this.#methods = methods;
    return findings;
  }

  #payment(request: StartRequest | ChargeRequest) {
    const { reference, orderCode, currency, currencyDigits, description, callbackUrl } = request;
    const amount = toMollie(request.amount, currency, currencyDigits);
    if (!amount) throw new Error(`Mollie does not take ${request.amount} ${currency}`);
    return {
      amount,
      description: description.slice(0, 255),
      // Contains the reference, because a message can arrive before the payment's id is stored.
      ...(hasWebhook(this.#config, callbackUrl) && { webhookUrl: `${callbackUrl}/${reference}` }),
      metadata: { reference, order: orderCode, digits: currencyDigits },
    };
  }

  /** Returns Mollie's customer id for the account, which later charges need. */
  async #customer({ customer }: StartRequest, signal?: AbortSignal): Promise<string> {
    const body = { name: customer.fullName, email: customer.email, metadata: { customer: customer.id } };
    // Another body under the same key would be refused.
    const version = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16);
    const idempotencyKey = `customer:${customer.id}:${version}`;
    return (await this.#call({ verb: 'POST', path: '/v2/customers', idempotencyKey, body, signal }, mollieCustomer)).id;
  }

  async #paymentOf(attempt: GatewayAttempt, signal?: AbortSignal): Promise<MolliePayment | null> {
    const { reference, gatewayPaymentId, createdAt } = attempt;
    const payment = gatewayPaymentId
      ? await nullIfMissing(this.#call({ verb: 'GET', path: pathOf(gatewayPaymentId), signal }, molliePayment))
      : await paymentByReference(this.#call, reference, createdAt, signal);
    if (payment) this.#requireOwn(payment, reference);
    return payment;
  }

  /** Throws if the payment is another attempt's, or in the wrong mode. */
  #requireOwn(payment: MolliePayment, reference: string): void {
    const found = ownMetadata(payment.metadata).reference;
    if (found !== reference)
      throw new Error(`Mollie: payment ${payment.id} belongs to ${found ?? 'nobody'}, not to ${reference}`);
    if (payment.mode !== this.#config.mode) throw new Error(`Mollie: payment ${payment.id} is in ${payment.mode} mode`);
  }

  async #refundsOf(payment: string, signal?: AbortSignal): Promise<MollieRefund[]> {
    const refunds: MollieRefund[] = [];
    for await (const page of pagesOf(this.#call, `${pathOf(payment)}/refunds`, mollieRefunds, signal)) {
      refunds.push(...page._embedded.refunds);
    }
    return refunds;
  }
}

const pathOf = (payment: string): string => `/v2/payments/${encodeURIComponent(payment)}`;

function pageOf({ _links }: MolliePayment): PaymentAction | null {
  const url = _links.checkout?.href;
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? { action: 'redirect', url } : null;
}

const isAboveZero = (amount: { readonly value: string } | null | undefined): boolean =>
  /[1-9]/.test(amount?.value ?? '');

/**
 * Mollie takes a second refund of the same amount and payment within an hour to be a mistake, so the shop repeats it
 * later.
 */
const EQUAL_AFTER_MS = 61 * 60_000;

const blocksEqual = ({ amount, status, createdAt }: MollieRefund, value: string, now: Date): boolean =>
  amount.value === value &&
  status !== 'failed' &&
  status !== 'canceled' &&
  Date.parse(createdAt) > now.getTime() - EQUAL_AFTER_MS;

async function nullIfMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof MollieError && error.isMissing) return null;
    throw error;
  }
}
