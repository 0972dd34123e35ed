import { expect, test } from 'vitest';
import { busyWaitMs } from './busy-indicator.ts';

test('given a call that just began, then the spinner waits 150 ms', () => {
  expect(busyWaitMs(true, null, 0)).toBe(150);
});

test('given a call that ended before the spinner appeared, then nothing is shown', () => {
  expect(busyWaitMs(false, null, 100)).toBeNull();
});

test('given a spinner on the screen, then it stays at least 400 ms', () => {
  expect(busyWaitMs(false, 1_000, 1_100)).toBe(300);
  expect(busyWaitMs(false, 1_000, 2_000)).toBe(0);
});

test('given a spinner on the screen while the next call begins, then it stays', () => {
  expect(busyWaitMs(true, 1_000, 1_100)).toBeNull();
});
