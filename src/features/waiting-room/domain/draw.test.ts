import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawPositions, positionOf } from './draw.ts';

/** Uniform 32-bit numbers that are the same for the same seed (splitmix32). */
function wordsFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

describe('the draw', () => {
  test('gives every place one position, and every position to one place', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(), (places, seed) => {
        const drawn = [...drawPositions(places, wordsFrom(seed))].sort((one, other) => one - other);
        expect(drawn).toEqual(Array.from({ length: places }, (_, index) => index + 1));
      }),
    );
  });

  test('is the same for everybody who knows the seed', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(), (places, seed) => {
        expect(drawPositions(places, wordsFrom(seed))).toEqual(drawPositions(places, wordsFrom(seed)));
      }),
    );
  });

  test('makes every order of four places equally likely', () => {
    const rounds = 24_000;
    const words = wordsFrom(7);
    const counts = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const order = drawPositions(4, words).join(' ');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // Chi-square with 23 degrees of freedom: one in a thousand fair draws exceeds 49.7.
    expect(chiSquare([...counts.values()], rounds / 24)).toBeLessThan(49.7);
  });

  test('gives the earliest places no better positions than the latest', () => {
    const places = 100;
    const rounds = 4_000;
    const words = wordsFrom(11);
    const sums = new Float64Array(places);
    const firsts = new Float64Array(places);
    for (let round = 0; round < rounds; round += 1) {
      const drawn = drawPositions(places, words);
      for (const [index, position] of drawn.entries()) {
        sums[index]! += position;
        if (position === 1) firsts[index]! += 1;
      }
    }
    // The mean of 4,000 uniform positions of 100 is 50.5, with a standard deviation of 0.46.
    for (const sum of sums) expect(Math.abs(sum / rounds - 50.5)).toBeLessThan(2.3);
    // 99 degrees of freedom: one in a thousand fair draws exceeds 148.
    expect(chiSquare([...firsts], rounds / places)).toBeLessThan(148);
  });

  test('rejects words that would make small positions more likely', () => {
    // 2 ** 32 is one more than a multiple of three.
    const words = [0xffff_ffff, 1, 0];
    expect([...drawPositions(3, () => words.shift()!)]).toEqual([3, 1, 2]);
    expect(words).toEqual([]);
  });
});

test('places taken after the opening queue behind all drawn places, in order of arrival', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(), fc.integer({ min: 1, max: 50 }), (places, seed, later) => {
      const draw = drawPositions(places, wordsFrom(seed));
      for (let number = 1; number <= places; number += 1) expect(positionOf(number, draw)).toBeLessThanOrEqual(places);
      expect(positionOf(places + later, draw)).toBe(places + later);
    }),
  );
});

const chiSquare = (counts: readonly number[], expected: number): number =>
  counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
