import type { Db, Tx } from '#platform/db/db.ts';
import { type DueWork, pauseAfter } from '#platform/work/due-work.ts';
import {
  firstMoment,
  forgetChangesBefore,
  forgetSpansAfter,
  hasChangedBefore,
  momentsAtEach,
  spansToRead,
  storeSpan,
  writtenUntil,
} from './day-figures-store.ts';
import { closedDays, dayOf, openDays, openSince, type Span } from './report-days.ts';
import { splitAt } from './stored-spans.ts';

export interface ReportDaysParts {
  readonly db: Db;
  readonly loadShop: () => Promise<{ readonly public: { readonly timezone: string } }>;
  /** The maximum number of spans stored in a round (default 3). */
  readonly atOnce?: number;
  /** The highest number of orders and documents in a span (default 10,000). */
  readonly rowsInSpan?: number;
  /** The number of orders and documents of the current day that are worth storing (default 500). */
  readonly rowsToStore?: number;
  /** Replaced in tests, whose clock is not the database's. */
  readonly writtenUntil?: typeof writtenUntil;
  onError(error: unknown): void;
}

/** A day of 3,000 orders takes the database a tenth of a second, so storing years of them takes 6 percent of a core. */
const EVERY_MS = 5_000;
/** The longest pause before something that keeps failing is tried again. */
const MAX_PAUSE_MS = 60 * 60_000;
/** More rows take too long to add up when one of them changes, and many short spans would take too long to read. */
const ROWS_IN_SPAN = 10_000;
/** Calls add up at most this many rows of the current day, and those of the last seconds. Divides the limit above. */
const ROWS_TO_STORE = 500;

interface Failure {
  readonly times: number;
  /** Milliseconds since 1970. */
  readonly retryAt: number;
}

const latest = (one: Date, other: Date) => (one > other ? one : other);
const earliest = (one: Date, other: Date) => (one < other ? one : other);

/**
 * Stores the figures of closed days and of the busy parts of the current day, latest first, and stores changed ones
 * again. Any number of processes can run this, because each span is stored in one transaction. A span that cannot be
 * stored is reported, and tried again after a pause that doubles each time; the others are stored meanwhile.
 */
export function storeReportDays({
  db,
  loadShop,
  atOnce = 3,
  rowsInSpan = ROWS_IN_SPAN,
  rowsToStore = ROWS_TO_STORE,
  writtenUntil: readWrittenUntil = writtenUntil,
  onError,
}: ReportDaysParts): DueWork {
  const office = db.forOffice();
  const partsInSpan = rowsInSpan / rowsToStore;
  let known = { key: '', days: [] as readonly Span[], areStored: false };
  /** By the beginning of the span that could not be stored. */
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

  /** Returns the first spans of these gaps to store. What is left before `present` waits until there is enough of it. */
  const spansIn = async (gaps: readonly Span[], present: Date | undefined): Promise<Span[]> => {
    const found: Span[] = [];
    for (const gap of gaps) {
      if (found.length >= atOnce) break;
      const moments = await momentsAtEach(office, rowsToStore, gap);
      const isOpen = gap.until.getTime() === present?.getTime();
      const ends = moments.filter(
        (_, index) => (index + 1) % partsInSpan === 0 || (isOpen && index === moments.length - 1),
      );
      const spans = splitAt(gap, ends);
      found.push(...(isOpen ? spans.slice(0, -1) : spans));
    }
    return found.slice(0, atOnce);
  };

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
      const written = await readWrittenUntil(office);
      const open = openDays(now, earliest(now, written), timezone);
      const [first, last] = [known.days[0], known.days.at(-1)];
      await forgetSpansAfter(office, last ? latest(last.until, written) : written);
      const areClosedDue = first && last && (!known.areStored || (await hasChangedBefore(office, last.until)));
      let isComplete = true;
      if (areClosedDue) {
        const marks = 'The marks of days that are too long ago could not be deleted';
        isComplete = await attempt('marks', marks, now, (tx) => forgetChangesBefore(tx, first.from));
      }
      const days = areClosedDue ? [...known.days, ...open] : open;
      const gaps = (await spansToRead(office, days)).live;
      const ready = gaps.filter(({ from }) => !waits(from.getTime(), now));
      const due = await spansIn(ready.toReversed(), open.at(-1)?.until);
      for (const span of due) {
        const joining = { since: days.findLast(({ from }) => from <= span.from)!.from, maxRows: rowsInSpan };
        const what = `The figures of ${dayOf(span.from, timezone)} could not be stored`;
        if (!(await attempt(span.from.getTime(), what, now, (tx) => storeSpan(tx, span, joining)))) isComplete = false;
      }
      if (areClosedDue) known.areStored = isComplete && due.length < atOnce && ready.length === gaps.length;
      // Further spans wait for the next round.
      return 0;
    },
  };
}
