import type { LedgerEntry } from '#features/ledger/server/public.ts';
import type { ReceiptRow } from '#features/payments/server/public.ts';
import { BANK } from './record-transfer.ts';

/** The entries for money in suspense that goes back to its sender. A negative amount goes into suspense again. */
export function returningEntries(receipt: ReceiptRow, amount: number, ownCurrency: string): LedgerEntry[] {
  const foreign = receipt.currency === ownCurrency ? '' : `:${receipt.currency}`;
  return [
    { account: `suspense${foreign}`, amount },
    { account: receipt.source === BANK ? BANK : `gateway:${receipt.source}${foreign}`, amount: -amount },
  ];
}
