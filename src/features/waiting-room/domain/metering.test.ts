import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALL_EVERY_MS, callsNow, expectedToEnter, nextPace } from './metering.ts';

/** Returns the calls of a minute with one decision a second. */
function calledInAMinute(pace: number, waiting: number): number {
  let called = 0;
  let elapsedMs = 0;
  for (let second = 0; second < 60; second += 1) {
    elapsedMs += CALL_EVERY_MS;
    const more = callsNow({
      pace,
      elapsedMs,
      waiting: waiting - called,
      maxInside: 1_000_000,
      inside: 0,
      expected: 0,
    });
    called += more;
    if (more > 0) elapsedMs = 0;
  }
  return called;
}

describe('calls', () => {
  test('match the pace, even a slow one, while there is enough room', () => {
    expect(calledInAMinute(600, 10_000)).toBe(600);
    expect(calledInAMinute(60, 10_000)).toBe(60);
    expect(calledInAMinute(10, 10_000)).toBe(10);
    expect(calledInAMinute(1, 10_000)).toBe(1);
    expect(calledInAMinute(600, 7)).toBe(7);
  });

  test('never fill the shop beyond its ceiling, nor call more than are waiting', () => {
    const facts = fc.record({
      pace: fc.double({ min: 0.5, max: 100_000, noNaN: true }),
      elapsedMs: fc.nat(10_000_000),
      waiting: fc.nat(100_000),
      maxInside: fc.integer({ min: 1, max: 100_000 }),
      inside: fc.nat(100_000),
      expected: fc.nat(100_000),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const more = callsNow(given);
        expect(more).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(given.waiting);
        if (more > 0) expect(given.inside + given.expected + more).toBeLessThanOrEqual(given.maxInside);
      }),
    );
  });

  test('do not come in one burst after a long time without calls', () => {
    const facts = { pace: 600, waiting: 10_000, maxInside: 10_000, inside: 0, expected: 0 };
    expect(callsNow({ ...facts, elapsedMs: 30 * 60_000 })).toBe(20);
  });

  test('of a full shop go to one person for each who leaves', () => {
    const facts = { pace: 6_000, elapsedMs: 1_000, waiting: 500, maxInside: 100, expected: 0 };
    expect(callsNow({ ...facts, inside: 100 })).toBe(0);
    expect(callsNow({ ...facts, inside: 99 })).toBe(1);
    expect(callsNow({ ...facts, inside: 99, expected: 1 })).toBe(0);
  });
});

describe('the pace', () => {
  test('falls by a fifth a second under strain, down to a twentieth of the ceiling, and never stops', () => {
    expect(nextPace({ pace: 600, maxPerMinute: 600, isStrained: true, elapsedMs: 1_000 })).toBeCloseTo(480);
    let pace = 600;
    for (let second = 0; second < 60; second += 1) {
      pace = nextPace({ pace, maxPerMinute: 600, isStrained: true, elapsedMs: 1_000 });
    }
    expect(pace).toBe(30);
    expect(nextPace({ pace: 1, maxPerMinute: 2, isStrained: true, elapsedMs: 1_000 })).toBe(1);
  });

  test('is back at the ceiling a minute after the strain, and never above it', () => {
    let pace = 30;
    for (let second = 0; second < 60; second += 1) {
      pace = nextPace({ pace, maxPerMinute: 600, isStrained: false, elapsedMs: 1_000 });
      expect(pace).toBeLessThanOrEqual(600);
    }
    expect(pace).toBe(600);
  });
});

describe('room for people who were called', () => {
  test('is kept for all of them until the share that usually enters is known', () => {
    expect(expectedToEnter({ lately: { called: 30, entered: 10 }, earlier: { called: 10, entered: 0 } })).toBe(20);
    expect(expectedToEnter({ lately: { called: 30, entered: 10 }, earlier: { called: 100, entered: 50 } })).toBe(5);
    expect(expectedToEnter({ lately: { called: 30, entered: 20 }, earlier: { called: 100, entered: 50 } })).toBe(0);
    expect(expectedToEnter({ lately: { called: 30, entered: 0 }, earlier: { called: 100, entered: 0 } })).toBe(3);
  });
});
