import { expect, test } from 'vitest';
import { busyWaitMs } from './busy-indicator.ts';

test('the spinner appears 150 ms after a call has begun', () => {
  expect(busyWaitMs(true, null, 0)).toBe(150);
});

test('the spinner does not appear for a call that has ended before', () => {
  expect(busyWaitMs(false, null, 100)).toBeNull();
});

test('a spinner stays at least 400 ms', () => {
  expect(busyWaitMs(false, 1_000, 1_100)).toBe(300);
  expect(busyWaitMs(false, 1_000, 2_000)).toBe(0);
});

test('a spinner stays if the next call begins', () => {
  expect(busyWaitMs(true, 1_000, 1_100)).toBeNull();
});
