import { type Account, book } from '#features/ledger/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

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
