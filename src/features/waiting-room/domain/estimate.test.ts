import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aboutMinutes, LONGEST_WAIT_MINUTES, measuredPace, nextShown, waitOf } from './estimate.ts';

const MINUTE = 60_000;

describe('the measured pace', () => {
  test('is the recent rate of calls, or the set pace while too little was measured', () => {
    const marks = [
      { called: 100, atMs: 0 },
      { called: 150, atMs: 60_000 },
      { called: 400, atMs: 120_000 },
    ];
    expect(measuredPace(marks, 999, 120_000)).toBe(150);
    expect(measuredPace([{ called: 0, atMs: 0 }], 999, 19_000)).toBe(999);
    expect(measuredPace([], 999, 19_000)).toBe(999);
  });

  test('falls while nobody is called', () => {
    const marks = [
      { called: 0, atMs: 0 },
      { called: 100, atMs: 60_000 },
    ];
    expect(measuredPace(marks, 999, 120_000)).toBe(50);
  });
});

describe('a wait', () => {
  test('is rounded up to coarse steps', () => {
    expect([0, 1, 61_000, 6.5 * MINUTE, 33 * MINUTE, 1_000 * MINUTE].map(aboutMinutes)).toEqual([
      1,
      1,
      2,
      8,
      40,
      LONGEST_WAIT_MINUTES,
    ]);
    expect(waitOf(0, 60)).toBe(1_000);
    expect(waitOf(10, 0)).toBeNull();
  });

  test('never rises by a little, and is marked as slower when it rises a lot', () => {
    expect(nextShown(11 * MINUTE, 10)).toEqual({ minutes: 10, isSlower: false });
    expect(nextShown(14 * MINUTE, 10)).toEqual({ minutes: 15, isSlower: true });
    expect(nextShown(4 * MINUTE, 10)).toEqual({ minutes: 4, isSlower: false });
  });

  test('is shown as longer than before only with the note that the line is slower', () => {
    fc.assert(
      fc.property(fc.nat(400 * MINUTE), fc.option(fc.integer({ min: 1, max: 360 })), (waitMs, before) => {
        const { minutes, isSlower } = nextShown(waitMs, before);
        expect(isSlower).toBe(before !== null && minutes > before);
      }),
    );
  });
});
