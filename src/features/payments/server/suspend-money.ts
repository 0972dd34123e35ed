import { type Account, book } from '#features/ledger/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { releaseGatewayEvents } from './gateway-event-store.ts';
import type { PaidUpdate } from './gateway-facts.ts';
import { insertReceipt } from './settle-store.ts';

interface Suspended {
  readonly receiptId: number;
  readonly orderId: number | null;
  readonly account: Account;
  readonly suspense?: `suspense${string}`;
  readonly amount: number;
}

/** Books money that counts for no order until the operator decides. */
export async function bookSuspense(
  tx: Tx,
  { receiptId, orderId, account, suspense = 'suspense', amount }: Suspended,
  now: Date,
): Promise<void> {
  const entries = [
    { account, amount },
    { account: suspense, amount: -amount },
  ] as const;
  await book(tx, { kind: 'suspense', key: `receipt:${receiptId}`, orderId, receiptId, entries }, now);
}

interface GatewayMoney {
  readonly gateway: string;
  readonly update: PaidUpdate;
  /** Null for an attempt that the shop does not know. */
  readonly attempt: { readonly id: number; readonly orderId: number; readonly paymentId: number } | null;
  readonly words?: string;
  /** Not in the currency that it should have. Each foreign currency has accounts of its own. */
  readonly isForeign: boolean;
  /** Why the operator must look at it if its currency is right. */
  readonly attention: 'amount' | 'unmatched';
}

/** Writes the receipt of a gateway's money that does not fit, lists it for the operator and books it in suspense. */
export async function suspendGatewayMoney(tx: Tx, money: GatewayMoney, now: Date): Promise<void> {
  const { gateway, update, attempt, words, isForeign, attention } = money;
  const { transaction, amount, currency } = update;
  const orderId = attempt?.orderId ?? null;
  const receiptId = await insertReceipt(tx, {
    source: gateway,
    transaction,
    attemptId: attempt?.id ?? null,
    orderId,
    paymentId: attempt?.paymentId ?? null,
    amount,
    currency,
    words,
    attention: isForeign ? 'currency' : attention,
    shares: [],
    receivedAt: now,
  });
  await releaseGatewayEvents(tx, [{ source: gateway, transaction }], now);
  const foreign = isForeign ? (`:${currency}` as const) : '';
  const account = `gateway:${gateway}${foreign}` as const;
  await bookSuspense(tx, { receiptId, orderId, account, suspense: `suspense${foreign}`, amount }, now);
}
