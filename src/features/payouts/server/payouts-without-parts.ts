import type { Queryable } from '#platform/db/db.ts';
import { markPartsMissing } from './payout-store.ts';

/** Stripe needs a day or two to report what a payout consists of. */
const MAX_WAIT_MS = 4 * 24 * 60 * 60_000;

/** Marks payouts whose parts have not been reported: the message was lost, or the provider is late. */
export const markPayoutsWithoutParts = (db: Queryable, now: Date): Promise<number> =>
  markPartsMissing(db, new Date(now.getTime() - MAX_WAIT_MS));
