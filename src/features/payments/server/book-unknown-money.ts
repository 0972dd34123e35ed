import type { Db } from '#platform/db/db.ts';
import type { AttemptRef, PaidUpdate } from './gateway-facts.ts';
import { lockTransfer } from './receipt-store.ts';
import { bookedMovements } from './settle-store.ts';
import { suspendGatewayMoney } from './suspend-money.ts';

export interface UnknownMoneyParts {
  db: Db;
  /** The shop's currency, ISO 4217. */
  currency(): Promise<string>;
}

/**
 * Books money that a gateway reports for an attempt that the shop does not know. It is in suspense and listed for the
 * operator. The same movement reported again changes nothing.
 */
export async function bookUnknownMoney(
  parts: UnknownMoneyParts,
  gateway: string,
  attempt: AttemptRef,
  update: PaidUpdate,
  now: Date,
): Promise<void> {
  const isForeign = update.currency !== (await parts.currency());
  await parts.db.transaction(async (tx) => {
    await lockTransfer(tx, `${gateway}:${update.transaction}`);
    if ((await bookedMovements(tx, [{ source: gateway, transaction: update.transaction }])).length > 0) return;
    const words = attempt.reference ?? attempt.gatewayPaymentId;
    await suspendGatewayMoney(tx, { gateway, update, attempt: null, words, isForeign, attention: 'unmatched' }, now);
  });
}
