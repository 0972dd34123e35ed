import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#platform/db/db.ts';
import { type Clock, startClock } from './clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 20, 12);

/** How far the database's clock is ahead of the fake clock, in milliseconds. */
let offsetMs: number;
let shift: number;
let slowMs: number;
let clock: Clock;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON });
  [offsetMs, shift, slowMs] = [0, 0, 0];
  const db = {
    async row() {
      const ms = Date.now() + offsetMs;
      if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
      return { ms, shift_ms: shift };
    },
  };
  clock = await startClock(db as unknown as Db);
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
});

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const now = () => clock.now().getTime() - NOON;

test('the shop has the database’s time, even if its clock is three minutes ahead of this machine', async () => {
  clock.stop();
  offsetMs = 3 * MINUTE;
  clock = await startClock({ row: async () => ({ ms: Date.now() + offsetMs, shift_ms: 0 }) } as unknown as Db);
  expect(now()).toBe(3 * MINUTE);
});

test('when this machine’s clock jumps, the shop’s time does not', async () => {
  vi.setSystemTime(NOON + 2 * HOUR);
  offsetMs = -2 * HOUR;
  await after(10_000);
  expect(now()).toBe(10_000);
});

test('when the database’s clock moves forward two hours, so does the shop’s within seconds', async () => {
  offsetMs = 2 * HOUR;
  await after(4_000);
  expect(now()).toBe(2 * HOUR + 4_000);
});

test('the shop’s time never goes back when the database’s clock is set back, until both agree again', async () => {
  offsetMs = -10 * MINUTE;
  let before = now();
  for (let minute = 1; minute <= 25; minute += 1) {
    await after(MINUTE);
    expect(now()).toBeGreaterThan(before);
    before = now();
    // The lead is exactly the difference between the shop's time and the database's.
    expect(now() - clock.leadMs()).toBeCloseTo((minute - 10) * MINUTE, -1);
  }
  expect(now()).toBe(15 * MINUTE);
  expect(clock.leadMs()).toBe(0);
});

test('the correction of a clock that was wrong by a day applies immediately', async () => {
  offsetMs = -24 * HOUR;
  await after(4_000);
  expect(now()).toBe(-24 * HOUR + 4_000);
});

test('an operator can move the shop’s time back', async () => {
  shift = -HOUR;
  await after(4_000);
  expect(now()).toBe(-HOUR + 4_000);
});

test('the time in a slow answer counts only if it differs by more than the delay explains', async () => {
  slowMs = 1_000;
  offsetMs = 300;
  await after(10_000);
  expect(now()).toBe(10_000);
  offsetMs = 5 * MINUTE;
  await after(10_000);
  expect(Math.abs(now() - (20_000 + 5 * MINUTE))).toBeLessThan(1_000);
});
