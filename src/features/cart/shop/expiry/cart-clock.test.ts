import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { clockDigits, clockTone, spokenTimeLeft, thresholdPassed } from './cart-clock.ts';

test('a clock is calm at five minutes or more, amber below five, red below one, and over at zero', () => {
  expect([900, 300, 299, 60, 59, 1, 0].map(clockTone)).toEqual([
    'calm',
    'calm',
    'amber',
    'amber',
    'red',
    'red',
    'over',
  ]);
});

test('the digits are minutes and two-digit seconds', () => {
  expect([761, 60, 7, 0].map(clockDigits)).toEqual(['12:41', '1:00', '0:07', '0:00']);
});

test('the first reading of a clock does not announce thresholds already passed', () => {
  expect(thresholdPassed(null, 250)).toBeNull();
});

test('a reading every half second passes every threshold exactly once', () => {
  const spoken: number[] = [];
  for (let seconds = 900; seconds > 0; seconds -= 1) {
    for (const before of [seconds + 1, seconds]) {
      const passed = thresholdPassed(before, seconds);
      if (passed) spoken.push(passed.seconds);
    }
  }
  expect(spoken).toEqual([300, 120, 60, 30]);
});

test('a tab that slept through several thresholds only announces the last one', () => {
  expect(thresholdPassed(400, 45)).toEqual({ seconds: 60, urgency: 'polite' });
  expect(thresholdPassed(400, 20)).toEqual({ seconds: 30, urgency: 'assertive' });
});

test('an extended cart passes no threshold', () => {
  expect(thresholdPassed(20, 900)).toBeNull();
});

test('the time left is announced in whole minutes, and in seconds within the last minute', () => {
  expect([300, 119, 60, 30, 1].map(spokenTimeLeft).map(ENGLISH.translate)).toEqual([
    '5 minutes left',
    '1 minute left',
    '1 minute left',
    '30 seconds left',
    '1 second left',
  ]);
});
