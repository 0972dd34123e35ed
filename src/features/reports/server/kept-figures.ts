import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import type { Span } from './report-days.ts';

/** What takes longer than this is kept, so that a shop with few orders always sees figures of the moment. */
const SLOW_MS = 1_000;
/** How old kept figures may be. */
const KEEP_MS = 10 * 60_000;
/** A read that took long and failed is not tried again for this time: it would fail again, at the cost of the shop. */
const KEEP_FAILED_MS = 60_000;
/** Adding up a year of a million orders takes seconds. A statement that takes 20 counts as lost. */
const LONGEST_READ_MS = 18_000;
/** Kept at once; the oldest goes first. */
const MOST_KEPT = 100;

interface Figures<T> {
  /** The moment of the figures. */
  readonly asOf: Date;
  readonly figures: T;
}

/**
 * Reads the figures of a report, or returns those that were read under the same key, if reading them took long and they
 * are at most ten minutes old. Callers who ask meanwhile get the same ones. Reads run one after another, so that reports
 * leave the office's other connections and the processor to everybody else.
 */
export type KeepFigures = <T>(key: string, now: Date, read: (tx: Queryable) => Promise<T>) => Promise<Figures<T>>;

interface Reading {
  readonly asOf: Date;
  readonly figures: Promise<unknown>;
  /** Null while it waits for the reads before it. */
  begunMs: number | null;
  /** Null until it has ended. */
  tookMs: number | null;
  hasFailed: boolean;
}

/** `clock` returns milliseconds from any moment on. */
export function keptFigures(db: OfficeDb, clock: () => number = () => performance.now()): KeepFigures {
  const readings = new Map<string, Reading>();
  let last: Promise<unknown> = Promise.resolve();

  const isUsable = ({ asOf, begunMs, tookMs, hasFailed }: Reading, now: Date): boolean => {
    // One that has not begun will be newer than the call.
    if (begunMs === null) return true;
    const age = now.getTime() - asOf.getTime();
    return (tookMs ?? clock() - begunMs) > SLOW_MS && age >= 0 && age <= (hasFailed ? KEEP_FAILED_MS : KEEP_MS);
  };

  function begin(key: string, now: Date, read: (tx: Queryable) => Promise<unknown>): Reading {
    const run = async () => {
      const begunMs = clock();
      reading.begunMs = begunMs;
      try {
        return await db.read(read, { timeoutMs: LONGEST_READ_MS });
      } catch (error) {
        reading.hasFailed = true;
        throw error;
      } finally {
        reading.tookMs = clock() - begunMs;
        if (reading.tookMs <= SLOW_MS && readings.get(key) === reading) readings.delete(key);
      }
    };
    const figures = last.then(run, run);
    last = figures.catch(() => {});
    const reading: Reading = { asOf: now, figures, begunMs: null, tookMs: null, hasFailed: false };
    readings.delete(key);
    readings.set(key, reading);
    if (readings.size > MOST_KEPT) readings.delete(readings.keys().next().value!);
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
