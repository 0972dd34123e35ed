import type { Db, Tx } from '#platform/db/db.ts';
import { type DueWork, pauseAfter } from '#platform/work/due-work.ts';
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
/** The longest pause before something that keeps failing is tried again. */
const MAX_PAUSE_MS = 60 * 60_000;

interface Failure {
  readonly times: number;
  /** Milliseconds since 1970. */
  readonly retryAt: number;
}

/**
 * Stores the figures of closed days, latest first, and stores changed days again. Any number of processes can run
 * this, because each day is stored in one transaction. A day that cannot be stored is reported, and tried again after a
 * pause that doubles each time; the others are stored meanwhile.
 */
export function storeReportDays({ db, loadShop, atOnce = 3, onError }: ReportDaysParts): DueWork {
  const office = db.forOffice();
  let known = { key: '', days: [] as readonly Span[], areStored: false };
  /** By the beginning of the day that could not be stored. */
  const failed = new Map<number | 'marks', Failure>();
  /** Returns false if it failed, or if it has to wait since it failed before. */
  const attempt = async (key: number | 'marks', what: string, now: Date, work: (tx: Tx) => Promise<void>) => {
    if (waits(key, now)) return false;
    try {
      await office.transaction(work);
      failed.delete(key);
      return true;
    } catch (error) {
      const times = (failed.get(key)?.times ?? 0) + 1;
      failed.set(key, { times, retryAt: now.getTime() + pauseAfter(times, EVERY_MS, MAX_PAUSE_MS) });
      onError(new Error(what, { cause: error }));
      return false;
    }
  };
  const waits = (key: number | 'marks', now: Date) => (failed.get(key)?.retryAt ?? 0) > now.getTime();
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
      const marks = 'The marks of days that are too long ago could not be deleted';
      let isComplete = await attempt('marks', marks, now, (tx) => forgetChangesBefore(tx, earliest.from));
      const days = known.days.filter(({ from }) => !waits(from.getTime(), now));
      const due = await daysToStore(office, days, atOnce);
      for (const day of due) {
        const what = `The figures of ${dayOf(day.from, timezone)} could not be stored`;
        if (!(await attempt(day.from.getTime(), what, now, (tx) => storeDay(tx, day)))) isComplete = false;
      }
      known.areStored = isComplete && due.length < atOnce && days.length === known.days.length;
      // Further days wait for the next round.
      return 0;
    },
  };
}
