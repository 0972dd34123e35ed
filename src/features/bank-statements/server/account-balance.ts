import type { Queryable } from '#platform/db/db.ts';
import { type AccountBalance, freshBalance } from '../domain/fresh-balance.ts';
import { latestClosingBalances } from './import-store.ts';

/** Enough for a week of daily statements of all accounts of a shop. */
const MAX_BALANCES = 100;

/** The account's balance in the imported statements; null if none is fresh. */
export const accountBalance = async (
  db: Queryable,
  account: Parameters<typeof freshBalance>[1],
): Promise<AccountBalance | null> => freshBalance(await latestClosingBalances(db, MAX_BALANCES), account);
