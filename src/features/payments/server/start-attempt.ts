import { randomBytes } from 'node:crypto';
import { lockOrder, type OrderRow, type PaymentRow } from '#features/orders/server/public.ts';
import type { Language } from '#kernel/language.ts';
import { minor } from '#kernel/money.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { inOneTurn } from '#platform/work/in-one-turn.ts';
import type { PaymentAction } from '../contract.ts';
import { billingParts } from '../domain/billing-parts.ts';
import type { AttemptRow } from './attempt-store.ts';
import type { PaymentToStart, StartedPayment } from './gateway.ts';
import type { Gateways } from './gateways.ts';
import {
  countAttempts,
  insertAttempts,
  type NewAttempt,
  recordFailedStart,
  recordStarts,
  type StartedAttempt,
} from './start-attempt-store.ts';

/** The shortest time to pay, in milliseconds, even if the order's deadline is sooner. */
const SHORTEST_SESSION_MS = 15 * 60_000;
const FIRST_QUERY_AFTER_MS = 2 * 60_000;

export interface AttemptParts {
  language: Language;
  db: Db;
  gateways: Gateways;
  currency: string;
  currencyDigits: number;
  /** The shop's locale, for amounts. */
  locale: string;
  timezone: string;
  shopName: string;
  /** Where the gateway's server reaches the shop. */
  callbackOrigin: string;
  recordStart: RecordStart;
}

type RecordStart = (started: StartedAttempt) => Promise<void>;

/** Starts of orders that were placed together are recorded together. */
export const createRecordStart = (db: Db): RecordStart =>
  inOneTurn(async (started: readonly StartedAttempt[]) => {
    await recordStarts(db, started);
    return started.map(() => undefined);
  });

export interface AttemptBrowser {
  /** The origin on which the browser reaches the shop, and to which it returns. */
  readonly origin: string;
  /** The payer has only the payment's link and is not logged in as the order's owner. */
  readonly isByLink: boolean;
}

export const returnToken = (): string => randomBytes(18).toString('base64url');

/**
 * Returns the reference of the payment's next attempt. Counts the rows, because `payment.attempts` can decrease. Needs
 * the order's lock.
 */
export const newReference = async (tx: Tx, payment: Pick<PaymentRow, 'id' | 'reference'>): Promise<string> =>
  `${payment.reference}-${(await countAttempts(tx, payment.id)) + 1}`;

interface AttemptToPrepare {
  readonly order: Pick<OrderRow, 'payBy'>;
  readonly payment: Pick<PaymentRow, 'id' | 'reference' | 'amount' | 'paidAmount'>;
  readonly reference: string;
  readonly browser: AttemptBrowser;
  /** The consent to save the card; null without one. */
  readonly consentId: number | null;
}

type PreparingParts = Pick<AttemptParts, 'gateways' | 'currency'>;

/** Prepares the first attempts of new orders. The caller commits, then calls `startAttempt` for each. */
export const prepareFirstAttempts = (
  tx: Tx,
  parts: PreparingParts,
  wanted: readonly Omit<AttemptToPrepare, 'reference'>[],
  now: Date,
): Promise<AttemptRow[]> =>
  insertAttempts(
    tx,
    wanted.map((one) => newAttempt(parts, { ...one, reference: `${one.payment.reference}-1` }, now)),
    now,
  );

/** Prepares an attempt. The caller commits, then calls `startAttempt`. */
export async function prepareAttempt(
  tx: Tx,
  parts: PreparingParts,
  order: Pick<OrderRow, 'payBy'>,
  payment: AttemptToPrepare['payment'],
  browser: AttemptBrowser,
  now: Date,
  consentId: number | null = null,
): Promise<AttemptRow> {
  const reference = await newReference(tx, payment);
  const attempt = newAttempt(parts, { order, payment, reference, browser, consentId }, now);
  return (await insertAttempts(tx, [attempt], now))[0]!;
}

const newAttempt = (
  { gateways, currency }: PreparingParts,
  { order, payment, reference, browser, consentId }: AttemptToPrepare,
  now: Date,
): NewAttempt => ({
  paymentId: payment.id,
  reference,
  gateway: gateways.forNewPayments.name,
  amount: payment.amount - payment.paidAmount,
  currency,
  returnOrigin: browser.origin,
  returnToken: returnToken(),
  isByLink: browser.isByLink,
  consentId,
  expiresAt: new Date(Math.max(order.payBy?.getTime() ?? 0, now.getTime() + SHORTEST_SESSION_MS)),
  nextQueryAt: new Date(now.getTime() + FIRST_QUERY_AFTER_MS),
});

/**
 * Starts the payment at the gateway, and stores what the browser does next. Throws if the gateway fails; the attempt is
 * then over and not counted, and the customer can try again.
 */
export async function startAttempt(
  parts: AttemptParts,
  attempt: AttemptRow,
  order: OrderRow,
  now: Date,
): Promise<PaymentAction> {
  try {
    const started = await startAtGateway(parts, attempt, order, now);
    const firstQueryAt = new Date(now.getTime() + FIRST_QUERY_AFTER_MS);
    await parts.recordStart({ ...started, attemptId: attempt.id, firstQueryAt });
    return started.action;
  } catch (error) {
    await endFailedStart(parts.db, attempt, now).catch(() => {});
    throw error;
  }
}

const endFailedStart = (db: Db, attempt: AttemptRow, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    await recordFailedStart(tx, attempt.id, now);
  });

/** The facts by which a gateway accepts or refuses a payment of the order. */
export const paymentToStart = (
  parts: Pick<AttemptParts, 'currency' | 'currencyDigits'>,
  order: OrderRow,
  amount: number,
): PaymentToStart => ({
  amount: minor(amount),
  currency: parts.currency,
  currencyDigits: parts.currencyDigits,
  customer: { id: String(order.customerId), fullName: order.customerName, email: order.customerEmail },
  billing: billingParts(order.billingAddress, order.billingCountry),
});

function startAtGateway(parts: AttemptParts, attempt: AttemptRow, order: OrderRow, now: Date): Promise<StartedPayment> {
  const { text } = parts.language;
  const returnUrl = `${attempt.returnOrigin}/payments/return/${attempt.returnToken}`;
  return parts.gateways.of(attempt).start(
    {
      reference: attempt.reference,
      ...paymentToStart(parts, order, attempt.amount),
      orderCode: order.code,
      language: parts.language.tag,
      description: text('{shop}, order {code}', { shop: parts.shopName, code: order.code }),
      returnUrl,
      cancelUrl: `${returnUrl}?cancelled=1`,
      callbackUrl: `${parts.callbackOrigin}/payments/callback/${attempt.gateway}`,
      browserOrigin: attempt.returnOrigin,
      expiresAt: attempt.expiresAt,
      savesMethod: attempt.consentId !== null,
    },
    now,
  );
}
