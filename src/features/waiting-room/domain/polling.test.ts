import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALL_LASTS_MS } from './metering.ts';
import { nextPollMs } from './polling.ts';

const MINUTE = 60_000;
const random = fc.double({ min: 0, max: 1, noNaN: true });

describe('a place polls', () => {
  test('less often, the longer its wait', () => {
    const at = (minutes: number) => nextPollMs({ kind: 'waiting', ahead: 9, waitMs: minutes * MINUTE }, 1_000, 0.5);
    expect([0, 0.5, 1, 3, 10].map(at)).toEqual([4_000, 6_000, 12_000, 36_000, 60_000]);
  });

  test('within seconds while it is next in line, so that two places are not shown as next for long', () => {
    for (const waitMs of [MINUTE, 10 * MINUTE, null])
      expect(nextPollMs({ kind: 'waiting', ahead: 0, waitMs }, 1_000, 0.5)).toBe(4_000);
  });

  test('often enough not to miss its call, whatever the operator does', () => {
    const polled = fc.oneof(
      fc.record({
        kind: fc.constant('waiting' as const),
        ahead: fc.nat(1_000),
        waitMs: fc.option(fc.nat(1_000 * MINUTE)),
      }),
      fc.record({ kind: fc.constant('called' as const) }),
    );
    fc.assert(
      fc.property(polled, fc.nat(3_000_000), random, (place, places, chance) => {
        const pollMs = nextPollMs(place, places, chance);
        expect(pollMs).toBeLessThan(CALL_LASTS_MS * 0.7);
        expect(pollMs).toBeGreaterThanOrEqual(3_000);
      }),
    );
  });

  test('so seldom that many places together poll at most 2,000 times a second', () => {
    for (const places of [1_000, 100_000, 400_000]) {
      // Far from the front, where nearly all of them are.
      const pollMs = nextPollMs({ kind: 'waiting', ahead: 9, waitMs: 500 * MINUTE }, places, 0.5);
      expect(places / (pollMs / 1_000)).toBeLessThanOrEqual(2_000);
    }
  });

  test('not in the first second after the opening, and then over a time that grows with the places', () => {
    fc.assert(
      fc.property(fc.nat(120 * MINUTE), fc.nat(1_000_000), random, (opensInMs, places, chance) => {
        const pollMs = nextPollMs({ kind: 'hall', opensInMs }, places, chance);
        expect(pollMs < opensInMs || pollMs >= opensInMs + 1_000).toBe(true);
      }),
    );
    const last = (places: number) => nextPollMs({ kind: 'hall', opensInMs: 1_000 }, places, 1);
    expect(last(100)).toBe(6_000);
    expect(Math.round(last(150_000))).toBe(102_000);
  });
});
