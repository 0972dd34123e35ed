import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recheckRegularly } from './recheck.ts';
import { givenAttention } from './testing.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a page that is rechecked. `random`, from 0 to 1, is the share of the pauses' random part. */
function given({ random = 0.5, check = async () => {} } = {}) {
  const { attention, show, goOnline } = givenAttention();
  let isCalling = false;
  const checked = vi.fn(check);
  const stop = recheckRegularly({
    check: checked,
    isCallUnderWay: () => isCalling,
    random: () => random,
    attention,
  });
  return {
    checked,
    stop,
    call(isUnderWay: boolean) {
      isCalling = isUnderWay;
    },
    show,
    goOnline,
  };
}

test('a page is checked every 15 seconds', async () => {
  const { checked } = given();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(checked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(checked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(checked).toHaveBeenCalledTimes(4);
});

test.each([
  [0, 12_000],
  [1, 18_000],
])('with the random part %d the pause is %d ms, so that many pages do not check together', async (random, ms) => {
  const { checked } = given({ random });
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(checked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(checked).toHaveBeenCalledTimes(1);
});

test('a hidden page is not checked, and makes an overdue check immediately when it is shown', async () => {
  const { checked, show } = given();
  show(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checked).not.toHaveBeenCalled();
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(checked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(checked).toHaveBeenCalledTimes(1);
});

test('a page that is hidden and shown repeatedly is not checked more often', async () => {
  const { checked, show, goOnline } = given();
  for (let seconds = 0; seconds < 30; seconds += 1) {
    show(false);
    show(true);
    goOnline();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(checked).toHaveBeenCalledTimes(2);
});

test('the check is skipped while another call is under way', async () => {
  const { checked, call } = given();
  call(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checked).not.toHaveBeenCalled();
  call(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(checked).toHaveBeenCalledTimes(1);
});

test('the next check waits for one that takes long', async () => {
  const { checked, show } = given({ check: () => new Promise((resolve) => setTimeout(resolve, 28_000)) });
  await vi.advanceTimersByTimeAsync(15_000 + 27_000);
  show(true);
  expect(checked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(checked).toHaveBeenCalledTimes(2);
});

test('nothing more is checked after a stop, even during a check', async () => {
  const { checked, stop, show } = given({ check: () => new Promise((resolve) => setTimeout(resolve, 1_000)) });
  await vi.advanceTimersByTimeAsync(15_500);
  stop();
  show(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checked).toHaveBeenCalledTimes(1);
});
