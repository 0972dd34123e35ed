import type { Db } from '#platform/db/db.ts';

/** The shop's time: the database's clock plus the time machine's shift. Read once per request or job and passed on as `now`. */
export interface Clock {
  now(): Date;
  /** Sets the shop's time (null: back to the real one); the clock runs on from there. Development and tests only. */
  travelTo(moment: Date | null): Promise<void>;
  stop(): void;
}

const MEASURE_EVERY_MS = 2_000;

/** A clock that never moves, for tests of use cases. */
export const fixedClock = (moment: Date): Clock => ({
  now: () => new Date(moment),
  travelTo: async () => {},
  stop() {},
});

/**
 * Measures the offset between this process and the database every few seconds against the monotonic clock, so that neither
 * a wrong nor a jumping clock of this machine shifts a deadline, and reading the time costs nothing.
 */
export async function startClock(db: Db, onError: (error: unknown) => void = () => {}): Promise<Clock> {
  const monotonic = () => performance.timeOrigin + performance.now();
  let offset = 0;

  async function measure(): Promise<void> {
    const before = monotonic();
    const row = await db.row<{ ms: number; shift_ms: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms,
              (select shift_ms from clock_shift) as shift_ms`,
    );
    const after = monotonic();
    // A slow answer says little about the database's clock; the next one will be better.
    if (row && (after - before < 500 || offset === 0)) offset = row.ms + row.shift_ms - (before + after) / 2;
  }

  await measure();
  const timer = setInterval(() => measure().catch(onError), MEASURE_EVERY_MS);
  timer.unref();

  return {
    now: () => new Date(Math.round(monotonic() + offset)),
    async travelTo(moment) {
      await db.run(
        moment
          ? `update clock_shift
             set shift_ms = round(extract(epoch from ($1::timestamptz - clock_timestamp())) * 1000)`
          : 'update clock_shift set shift_ms = 0',
        moment ? [moment] : [],
      );
      await measure();
    },
    stop: () => clearInterval(timer),
  };
}
