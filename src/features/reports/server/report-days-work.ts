import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { daysToStore, firstMoment, forgetDaysAfter, hasChangedBefore, storeDay } from './day-figures-store.ts';
import { closedDays, dayOf, openSince, type Span } from './report-days.ts';

export interface ReportDaysParts {
  readonly db: Db;
  readonly loadShop: () => Promise<{ readonly public: { readonly timezone: string } }>;
  /** The maximum number of days stored in a round (default 3). */
  readonly atOnce?: number;
}

/** A day of 3,000 orders takes the database a tenth of a second, so storing years of them takes 6 percent of a core. */
const EVERY_MS = 5_000;

/**
 * Stores the figures of closed days, latest first, and stores changed days again. Any number of processes can run
 * this, because each day is stored in one transaction.
 */
export function storeReportDays({ db, loadShop, atOnce = 3 }: ReportDaysParts): DueWork {
  const office = db.forOffice();
  let known = { key: '', days: [] as readonly Span[], areStored: false };
  return {
    name: 'report-days',
    everyMs: EVERY_MS,
    async run(now) {
      const { timezone } = (await loadShop()).public;
      const key = `${timezone} ${dayOf(openSince(now), timezone)}`;
      if (key !== known.key) {
        const first = await firstMoment(office);
        known = { key, days: first ? closedDays(first, now, timezone) : [], areStored: false };
      }
      const last = known.days.at(-1);
      if (!last || (known.areStored && !(await hasChangedBefore(office, last.until)))) return 0;
      await forgetDaysAfter(office, last.until);
      const due = await daysToStore(office, known.days, atOnce);
      for (const day of due) await office.transaction((tx) => storeDay(tx, day));
      known.areStored = due.length < atOnce;
      // Further days wait for the next round.
      return 0;
    },
  };
}
