import type { Queryable } from '#platform/db/db.ts';
import { type AccountBalance, freshBalance } from '../domain/fresh-balance.ts';
import { latestEnds } from './import-store.ts';

/** The ends of statements to look at: enough for each day of a week of any shop's accounts. */
const MAX_ENDS = 100;

/** The account's balance by the statements that were imported; null if none is fresh. */
export const accountBalance = async (
  db: Queryable,
  account: Parameters<typeof freshBalance>[1],
): Promise<AccountBalance | null> => freshBalance(await latestEnds(db, MAX_ENDS), account);
