import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import {
  daysToStore,
  firstMoment,
  forgetChangesBefore,
  forgetDaysAfter,
  hasChangedBefore,
  storeDay,
} from './day-figures-store.ts';
import { closedDays, dayOf, openSince, type Span } from './report-days.ts';

export interface ReportDaysParts {
  readonly db: Db;
  readonly loadShop: () => Promise<{ readonly public: { readonly timezone: string } }>;
  /** The maximum number of days stored in a round (default 3). */
  readonly atOnce?: number;
  onError(error: unknown): void;
}

/** A day of 3,000 orders takes the database a tenth of a second, so storing years of them takes 6 percent of a core. */
const EVERY_MS = 5_000;

/**
 * Stores the figures of closed days, latest first, and stores changed days again. Any number of processes can run
 * this, because each day is stored in one transaction. A day that cannot be stored is reported, and tried again when all
 * others are stored.
 */
export function storeReportDays({ db, loadShop, atOnce = 3, onError }: ReportDaysParts): DueWork {
  const office = db.forOffice();
  let known = { key: '', days: [] as readonly Span[], areStored: false };
  /** The beginnings of days that could not be stored. */
  const failed = new Set<number>();
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
      const [earliest, last] = [known.days[0], known.days.at(-1)];
      if (!earliest || !last || (known.areStored && !(await hasChangedBefore(office, last.until)))) return 0;
      await forgetDaysAfter(office, last.until);
      await office.transaction((tx) => forgetChangesBefore(tx, earliest.from));
      const days = known.days.filter(({ from }) => !failed.has(from.getTime()));
      const due = await daysToStore(office, days, atOnce);
      if (due.length < atOnce) failed.clear();
      for (const day of due) {
        try {
          await office.transaction((tx) => storeDay(tx, day));
        } catch (error) {
          failed.add(day.from.getTime());
          onError(new Error(`The figures of ${dayOf(day.from, timezone)} could not be stored`, { cause: error }));
        }
      }
      known.areStored = due.length < atOnce && days.length === known.days.length && failed.size === 0;
      // Further days wait for the next round.
      return 0;
    },
  };
}
