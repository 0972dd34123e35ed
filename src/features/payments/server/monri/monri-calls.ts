import { z } from 'zod';
import type { ChargeRequest, ChargeUpdate, RefundRequest } from '../gateway.ts';
import type { RefundUpdate, StatusUpdate } from '../gateway-facts.ts';
import { chargeUpdate, isApproved, monriTransaction, shownUpdate } from './monri-answers.ts';
import { refundId } from './monri-callback.ts';
import { type MonriClient, MonriError } from './monri-client.ts';
import type { MonriConfig } from './monri-config.ts';
import { formDigest, refundDigest, showDigest } from './monri-digests.ts';
import { fitText, takesEmail } from './monri-form.ts';

interface Access {
  readonly config: MonriConfig;
  readonly client: MonriClient;
}

export async function queryMonri(
  { config, client }: Access,
  orderNumber: string,
  signal?: AbortSignal,
): Promise<StatusUpdate> {
  const fields = {
    'order-number': orderNumber,
    'authenticity-token': config.token,
    digest: showDigest(config.keys[0], orderNumber),
  };
  try {
    return shownUpdate(orderNumber, await client.xml('/orders/show', { root: 'order', fields }, signal));
  } catch (error) {
    if (error instanceof MonriError && error.isMissing) return { status: 'unknown' };
    throw error;
  }
}

export interface RefundAnswer {
  readonly refund: string;
  readonly update: RefundUpdate;
}

/**
 * Throws only if nothing happened. Monri has no keys for repeated calls, so if an answer is lost, a person must check.
 */
export async function refundAtMonri(
  { config, client }: Access,
  { transaction: orderNumber, amount: minorUnits, currency }: RefundRequest,
  signal?: AbortSignal,
): Promise<RefundAnswer> {
  const amount = String(minorUnits);
  const refund = refundId(orderNumber, minorUnits);
  const failed = (reason: string): RefundAnswer => ({ refund, update: { status: 'failed', reason } });
  const unclear = (reason: string): RefundAnswer => ({ refund, update: { status: 'unknown', reason } });
  const fields = {
    'order-number': orderNumber,
    amount,
    currency,
    'authenticity-token': config.token,
    digest: refundDigest(config.keys[0], { orderNumber, amount, currency }),
  };
  const path = `/transactions/${encodeURIComponent(orderNumber)}/refund.xml`;
  try {
    const answer = await client.xml(path, { root: 'transaction', fields }, signal);
    const { status, 'response-code': code = '' } = answer;
    if (answer['order-number'] !== orderNumber) return unclear('the answer is about another order');
    if (status === 'approved' && code === '0000') {
      const isSame = answer.amount === amount && answer.currency === currency;
      if (isSame) return { refund, update: { status: 'done' } };
      return unclear(`it says ${answer.amount} ${answer.currency} (hundredths)`);
    }
    if (status === 'declined' || status === 'invalid') return failed(`Monri refused the refund (${status} ${code})`);
    return unclear(`it says "${[status, code].join(' ').trim().slice(0, 60)}"`);
  } catch (error) {
    if (!(error instanceof MonriError) || error.hadNoEffect) throw error;
    if (error.isFinal) return failed(`Monri refused the refund: ${error.detail}`);
    return unclear(error.detail);
  }
}

const chargeAnswer = z.object({ transaction: monriTransaction });
/** The bank wants the customer to confirm on its own page. */
const confirmation = z.object({ secure_message: z.object({}) });

/** Monri approves one purchase per order number, so this first looks for an earlier charge. */
export async function chargeAtMonri(
  access: Access,
  request: ChargeRequest,
  signal?: AbortSignal,
): Promise<ChargeUpdate> {
  const { config, client } = access;
  const { reference, currency, method, customer } = request;
  const earlier = await queryMonri(access, reference, signal);
  if (earlier.status === 'paid') return earlier;
  if (earlier.status !== 'unknown') return { status: 'declined', reason: 'declined before', again: true };
  if (!takesEmail(customer.email)) {
    return { status: 'declined', reason: 'the email address is too long for Monri', again: false };
  }
  const amount = String(request.amount);
  const transaction = {
    ch_full_name: fitText(customer.fullName, 3, 30),
    ch_email: customer.email,
    ch_phone: config.phone,
    order_info: fitText(request.description, 3, 100),
    order_number: reference,
    amount: request.amount,
    currency,
    language: 'en',
    transaction_type: 'purchase',
    authenticity_token: config.token,
    digest: formDigest(config.keys[0], { orderNumber: reference, amount, currency }),
    pan_token: method.id,
    ...(config.savedCards === 'mit' ? { merchant_initiated_transaction: true } : { moto: true }),
  };
  let answer: unknown;
  try {
    answer = await client.json('/v2/transaction', { transaction }, signal);
  } catch (error) {
    if (!(error instanceof MonriError) || !error.isFinal) throw error;
    return { status: 'declined', reason: error.detail, again: false };
  }
  if (confirmation.safeParse(answer).success) {
    return { status: 'needs_customer', reason: 'the bank asks the customer to confirm' };
  }
  const read = chargeAnswer.safeParse(answer);
  // The next query finds out what happened.
  if (!read.success) throw new MonriError('POST /v2/transaction', null, 'an unreadable answer');
  const found = read.data.transaction;
  if (found.order_number !== reference) {
    throw new MonriError('POST /v2/transaction', null, `the answer is about ${found.order_number}`);
  }
  if (isApproved(found) && (found.transaction_type ?? 'purchase') !== 'purchase') {
    throw new MonriError('POST /v2/transaction', null, `${reference} was not a purchase`);
  }
  return chargeUpdate(found);
}
