import type { Db, Queryable } from '#platform/db/db.ts';

/**
 * The shop's time: the database's clock plus the time machine's shift. Read it once per request or job; pass it as
 * `now`.
 */
export interface Clock {
  now(): Date;
  /** Milliseconds by which the shop's time is ahead after the database's clock was set back; normally 0. */
  leadMs(): number;
  /** Sets the shop's time, or resets it for null. The clock keeps running. For development and tests only. */
  travelTo(moment: Date | null): Promise<void>;
  stop(): void;
}

const MEASURE_EVERY_MS = 2_000;

/** A clock for tests that always returns `moment`. */
export const fixedClock = (moment: Date): Clock => ({
  now: () => new Date(moment),
  leadMs: () => 0,
  travelTo: async () => {},
  stop() {},
});

/** If the database's clock is set back by more than this, it was plainly wrong before; the shop follows immediately. */
const MAX_LEAD_MS = 6 * 60 * 60 * 1_000;

/**
 * Measures every few seconds how far the database's clock is from this process's monotonic clock, so that a wrong or
 * jumping local clock shifts no deadline and reading the time costs nothing. The shop's time never goes back, because
 * expired things would be valid again: when the database's clock is set back, the shop's runs at half speed until the
 * database has caught up.
 */
export async function startClock(db: Db, onError: (error: unknown) => void = () => {}): Promise<Clock> {
  const monotonic = () => performance.timeOrigin + performance.now();
  let offset = 0;
  let shift: number | undefined;
  /** At the time `at`, the shop's time was `ms` ahead of the database's. */
  let lead = { ms: 0, at: 0 };

  function leadNow(at: number): number {
    return Math.max(0, lead.ms - (at - lead.at) / 2);
  }

  const nowMs = () => {
    const at = monotonic();
    return at + offset + leadNow(at);
  };

  async function measure(): Promise<void> {
    const before = monotonic();
    const row = await db.row<{ ms: number; shift_ms: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms,
              (select shift_ms from clock_shift) as shift_ms`,
    );
    const after = monotonic();
    if (!row) return;
    const measured = row.ms + row.shift_ms - (before + after) / 2;
    const maxError = (after - before) / 2;
    // A slow answer measures the clock poorly, so it only counts if the clock jumped by more than the uncertainty.
    if (shift !== undefined && maxError > 250 && Math.abs(measured - offset) <= maxError) return;
    const shopTime = nowMs();
    const at = monotonic();
    offset = measured;
    const ahead = shopTime - (at + offset);
    const isMoved = shift !== row.shift_ms;
    lead = { ms: isMoved || ahead > MAX_LEAD_MS ? 0 : Math.max(0, ahead), at };
    shift = row.shift_ms;
  }

  await measure();
  const timer = setInterval(() => measure().catch(onError), MEASURE_EVERY_MS);
  timer.unref();

  return {
    now: () => new Date(Math.round(nowMs())),
    leadMs: () => leadNow(monotonic()),
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

/**
 * Ends a shift of the shop's time in its database and returns whether there was one. Running clocks follow when they
 * next measure.
 */
export const endClockShift = async (db: Queryable): Promise<boolean> =>
  (await db.run('update clock_shift set shift_ms = 0 where shift_ms <> 0')) > 0;
