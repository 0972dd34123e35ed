import type { Queryable } from '#platform/db/db.ts';
import { type AccountBalance, freshBalance } from '../domain/fresh-balance.ts';
import { latestEnds } from './import-store.ts';

/** More than one account can have, each for a day of the week. */
const MAX_ENDS = 100;

/** The account's balance by the statements that were imported; null if none is fresh. */
export const accountBalance = async (
  db: Queryable,
  account: Parameters<typeof freshBalance>[1],
): Promise<AccountBalance | null> => freshBalance(await latestEnds(db, MAX_ENDS), account);
