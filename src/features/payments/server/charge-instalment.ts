import type { OrderRow, PaymentRow } from '#features/orders/server/public.ts';
import { minor } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { chargeEndsAt, queryChargeAt } from '../domain/lost-charge.ts';
import { endGoneCard } from './apply-method-fact.ts';
import type { AttemptRow } from './attempt-store.ts';
import { openAttemptsOfPayment } from './find-attempt-store.ts';
import type { ChargeUpdate } from './gateway.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import type { Gateways } from './gateways.ts';
import { type SavedMethodRow, toSavedMethod } from './saved-method-store.ts';
import type { SettleParts } from './settle-attempt.ts';
import { type AttemptParts, newReference, paymentToStart, returnToken } from './start-attempt.ts';
import { extendCharge, insertCharge } from './start-attempt-store.ts';

export interface ChargeParts extends AttemptParts, SettleParts {}

/** Whether the card's gateway is configured and can charge it. */
export const canCharge = ({ gateways }: { gateways: Gateways }, method: Pick<SavedMethodRow, 'gateway'>): boolean =>
  gateways.named(method.gateway)?.charge !== undefined;

/** Inserts the attempt for a charge. The caller holds the order's lock, commits, then calls `chargeInstalment`. */
export async function prepareCharge(
  tx: Tx,
  parts: ChargeParts,
  payment: Pick<PaymentRow, 'id' | 'reference' | 'amount' | 'paidAmount'>,
  method: SavedMethodRow,
  now: Date,
): Promise<AttemptRow> {
  return insertCharge(
    tx,
    {
      paymentId: payment.id,
      reference: await newReference(tx, payment),
      gateway: method.gateway,
      amount: payment.amount - payment.paidAmount,
      currency: parts.currency,
      returnOrigin: parts.callbackOrigin,
      returnToken: returnToken(),
      savedMethodId: method.id,
      expiresAt: chargeEndsAt(now),
      nextQueryAt: queryChargeAt(now),
    },
    now,
  );
}

/** Returns the charge that its gateway has not answered. */
export const unansweredCharge = async (tx: Tx, paymentId: number): Promise<AttemptRow | undefined> =>
  (await openAttemptsOfPayment(tx, paymentId)).find(
    ({ savedMethodId: card, status }) => card !== null && status === 'created',
  );

/** Prepares the same charge again, as `prepareCharge` does, because its answer was lost. */
export const repeatCharge = (tx: Tx, attempt: AttemptRow, now: Date): Promise<number> =>
  extendCharge(tx, attempt.id, chargeEndsAt(now));

/**
 * Charges the card and settles the attempt by the answer. If the answer is lost it throws, and the attempt stays
 * `created`: a retry with the same attempt charges only once.
 */
export async function chargeInstalment(
  parts: ChargeParts,
  attempt: AttemptRow,
  order: OrderRow,
  method: SavedMethodRow,
  now: Date,
): Promise<ChargeUpdate> {
  const gateway = parts.gateways.of(attempt);
  if (!gateway.charge) throw new Error(`The gateway ${gateway.name} cannot charge cards`);
  const { text } = parts.language;
  const { customer, ...money } = paymentToStart(parts, order, attempt.amount);
  const update = await gateway.charge(
    {
      reference: attempt.reference,
      amount: minor(attempt.amount),
      currency: money.currency,
      currencyDigits: money.currencyDigits,
      orderCode: order.code,
      description: text('{shop}, order {code}', { shop: parts.shopName, code: order.code }),
      callbackUrl: `${parts.callbackOrigin}/payments/callback/${attempt.gateway}`,
      method: toSavedMethod(method),
      customer,
    },
    now,
  );
  await parts.settle(attempt, statusOf(update), now);
  if (update.status === 'declined' && update.isCardGone) await endGoneCard(parts.db, method, now);
  return update;
}

const statusOf = (update: ChargeUpdate): StatusUpdate =>
  update.status === 'paid' || update.status === 'processing' ? update : { status: 'declined', reason: update.reason };
