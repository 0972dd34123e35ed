import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPolling } from './use-polling.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const check = vi.fn(async () => {});
let stop: () => void;

function turn(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  check.mockClear();
  stop = startPolling(check);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a visible tab checks after 2, 3 and 5 seconds, then less often, and finally stops', async () => {
  const after = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return check.mock.calls.length;
  };
  expect([await after(2), await after(3), await after(5)]).toEqual([1, 2, 3]);
  expect(await after(3_600)).toBe(11);
  expect(await after(3_600)).toBe(11);
});

test('a hidden tab that is shown again checks once immediately, and then often again', async () => {
  turn('hidden');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(check).not.toHaveBeenCalled();
  turn('visible');
  turn('visible');
  expect(check).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(check).toHaveBeenCalledTimes(2);
});

test('there are no more checks after a stop, even during a check', async () => {
  turn('visible');
  stop();
  turn('visible');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(check).toHaveBeenCalledTimes(1);
});
