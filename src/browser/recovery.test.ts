import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pauseBeforeAttempt, recover } from './recovery.ts';
import { givenAttention } from './testing.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a page whose loads fail until `answerFromNowOn` is called, and the function that loads it. */
function givenFailedLoad(first: { retryAfter: number | null } = { retryAfter: null }) {
  let failure: { retryAfter: number | null } | null = first;
  const { attention, show, goOnline } = givenAttention();
  const load = vi.fn(async () => {
    if (isWorking) failure = null;
  });
  let isWorking = false;
  const stop = recover({
    failure: () => failure,
    load,
    random: () => 0.5,
    attention,
  });
  return {
    load,
    stop,
    answerFromNowOn: () => {
      isWorking = true;
    },
    show,
    goOnline,
  };
}

test('pauses grow to six seconds, half of them random, and last at least the Retry-After', () => {
  expect([0, 1, 2, 9].map((failed) => pauseBeforeAttempt(failed, null, 1))).toEqual([2_000, 4_000, 6_000, 6_000]);
  expect([0, 1, 2, 9].map((failed) => pauseBeforeAttempt(failed, null, 0))).toEqual([1_000, 2_000, 3_000, 3_000]);
  expect(pauseBeforeAttempt(0, 30, 0)).toBe(30_000);
  expect(pauseBeforeAttempt(2, 30, 1)).toBe(36_000);
});

test('the page loads within seconds of the server’s return, and the retries stop', async () => {
  const { load, answerFromNowOn } = givenFailedLoad();
  await vi.advanceTimersByTimeAsync(20_000);
  const loads = load.mock.calls.length;
  expect(loads).toBeGreaterThanOrEqual(4);
  expect(loads).toBeLessThanOrEqual(6);
  answerFromNowOn();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(load).toHaveBeenCalledTimes(loads + 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(loads + 1);
});

test('a hidden page loads nothing, and loads within a second when it is shown', async () => {
  const { load, show } = givenFailedLoad();
  show(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  show(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test('neither a returning network nor visitor shortens the pause that the server requires', async () => {
  const { load, goOnline, show } = givenFailedLoad({ retryAfter: 30 });
  goOnline();
  show(false);
  show(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a stopped recovery loads nothing more', async () => {
  const { load, stop, goOnline } = givenFailedLoad();
  stop();
  goOnline();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
});
