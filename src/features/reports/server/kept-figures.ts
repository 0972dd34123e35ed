import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import type { Span } from './report-days.ts';

/** Only figures that take longer to read are kept, so that a shop with few orders always sees current ones. */
const SLOW_MS = 1_000;
/** The maximum age of kept figures. */
const KEEP_MS = 10 * 60_000;
/** A read that took too long is not repeated within this time: it would fail again and slow the shop down. */
const KEEP_FAILED_MS = 60_000;
/** Adding up a year of a million orders takes seconds. A connection that is silent for 20 seconds counts as lost. */
const LONGEST_STATEMENT_MS = 18_000;
/** SQLSTATE of a statement that took too long. */
const CANCELLED = '57014';
/** The maximum number of reports that are kept. The oldest is dropped first. */
const MAX_KEPT = 100;

interface Figures<T> {
  /** When the figures were read. */
  readonly asOf: Date;
  readonly figures: T;
}

/**
 * Reads the figures of a report, or returns those that were read under the same key, if reading them took long and they
 * are at most ten minutes old. Callers that ask while they are being read share them. Reads run one after another, so
 * that reports leave the office's other connections and the processor to everybody else. `read` awaits its statements
 * one by one, because a statement's time limit also runs while it waits behind others.
 */
export type KeepFigures = <T>(key: string, now: Date, read: (tx: Queryable) => Promise<T>) => Promise<Figures<T>>;

interface Reading {
  readonly asOf: Date;
  readonly figures: Promise<unknown>;
  /** Null until it has ended. */
  tookMs: number | null;
  hasFailed: boolean;
}

/** `clock` returns milliseconds since any fixed moment. */
export function keptFigures(db: OfficeDb, clock: () => number = () => performance.now()): KeepFigures {
  const readings = new Map<string, Reading>();
  let last: Promise<unknown> = Promise.resolve();

  const isUsable = ({ asOf, tookMs, hasFailed }: Reading, now: Date): boolean => {
    if (tookMs === null) return true;
    const age = now.getTime() - asOf.getTime();
    return age >= 0 && age <= (hasFailed ? KEEP_FAILED_MS : KEEP_MS);
  };

  function forgetOld(now: Date): void {
    for (const [key, reading] of readings) if (!isUsable(reading, now)) readings.delete(key);
    const [oldest] = [...readings].find(([, { tookMs }]) => tookMs !== null) ?? [];
    if (readings.size >= MAX_KEPT && oldest !== undefined) readings.delete(oldest);
  }

  function begin(key: string, now: Date, read: (tx: Queryable) => Promise<unknown>): Reading {
    const run = async () => {
      // Excludes the wait for a connection, which says nothing about the figures.
      let begunMs = clock();
      const timed = (tx: Queryable) => {
        begunMs = clock();
        return read(tx);
      };
      let isKept = false;
      try {
        const figures = await db.read(timed, { timeoutMs: LONGEST_STATEMENT_MS });
        isKept = clock() - begunMs > SLOW_MS;
        return figures;
      } catch (error) {
        reading.hasFailed = true;
        isKept = (error as { code?: unknown }).code === CANCELLED;
        throw error;
      } finally {
        reading.tookMs = clock() - begunMs;
        if (!isKept && readings.get(key) === reading) readings.delete(key);
      }
    };
    const figures = last.then(run, run);
    last = figures.catch(() => {});
    const reading: Reading = { asOf: now, figures, tookMs: null, hasFailed: false };
    forgetOld(now);
    readings.set(key, reading);
    return reading;
  }

  return async <T>(key: string, now: Date, read: (tx: Queryable) => Promise<T>): Promise<Figures<T>> => {
    const known = readings.get(key);
    const reading = known && isUsable(known, now) ? known : begin(key, now, read);
    return { asOf: reading.asOf, figures: (await reading.figures) as T };
  };
}

/** The key of figures of these days. */
export const keyOf = (what: string, spans: readonly Span[]): string =>
  `${what} ${spans.length} ${spans[0]!.from.toISOString()} ${spans.at(-1)!.until.toISOString()}`;
