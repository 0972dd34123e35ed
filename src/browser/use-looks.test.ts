import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLooks } from './use-looks.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const look = vi.fn(async () => {});
let stop: () => void;

function turn(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  look.mockClear();
  stop = startLooks(look);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('given a tab that is looked at, then it looks after two seconds, three more, five more, and in the end no more', async () => {
  const after = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return look.mock.calls.length;
  };
  expect([await after(2), await after(3), await after(5)]).toEqual([1, 2, 3]);
  expect(await after(3_600)).toBe(11);
  expect(await after(3_600)).toBe(11);
});

test('given a tab that nobody sees, when it is looked at again, then it looks at once, once, and goes on often', async () => {
  turn('hidden');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(look).not.toHaveBeenCalled();
  turn('visible');
  turn('visible');
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(look).toHaveBeenCalledTimes(2);
});

test('given a look under way, when it is stopped, then nothing is looked at any more', async () => {
  turn('visible');
  stop();
  turn('visible');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(look).toHaveBeenCalledTimes(1);
});
