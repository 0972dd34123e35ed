import type { Db } from '#platform/db/db.ts';
import { releaseGatewayEvents } from './gateway-event-store.ts';
import type { AttemptRef, StatusUpdate } from './gateway-facts.ts';
import { bookSuspense } from './money-arrived.ts';
import { lockTransfer } from './receipt-store.ts';
import { bookedMovements, insertReceipt } from './settle-store.ts';

export interface UnknownMoneyParts {
  db: Db;
  /** The shop's, ISO 4217. */
  currency(): Promise<string>;
}

/**
 * Books money that a gateway reports for an attempt nobody knows. It is in suspense and listed for the operator. The
 * same movement reported again changes nothing.
 */
export async function bookUnknownMoney(
  parts: UnknownMoneyParts,
  gateway: string,
  attempt: AttemptRef,
  { transaction, amount, currency }: Extract<StatusUpdate, { status: 'paid' }>,
  now: Date,
): Promise<void> {
  const isForeign = currency !== (await parts.currency());
  await parts.db.transaction(async (tx) => {
    await lockTransfer(tx, `${gateway}:${transaction}`);
    const movement = { source: gateway, transaction };
    if ((await bookedMovements(tx, [movement])).length > 0) return;
    const receiptId = await insertReceipt(tx, {
      ...movement,
      attemptId: null,
      orderId: null,
      paymentId: null,
      amount,
      currency,
      words: attempt.reference ?? attempt.gatewayPaymentId,
      attention: isForeign ? 'currency' : 'unmatched',
      shares: [],
      receivedAt: now,
    });
    await releaseGatewayEvents(tx, [movement], now);
    const foreign = isForeign ? (`:${currency}` as const) : '';
    const account = `gateway:${gateway}${foreign}` as const;
    await bookSuspense(tx, { receiptId, orderId: null, account, suspense: `suspense${foreign}`, amount }, now);
  });
}
