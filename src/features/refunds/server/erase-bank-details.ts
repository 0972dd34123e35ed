import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { eraseDueBankDetails } from './refund-store.ts';

/** 90 days after a refund is done nobody needs its bank details any more (decision 28); the note goes with them. */
export const eraseBankDetails = (db: Db): DueWork => ({
  name: 'erase-bank-details',
  everyMs: 60_000,
  run: (now) => eraseDueBankDetails(db, now, 100),
});
