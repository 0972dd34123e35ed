import { expect, test } from 'vitest';
import { drawOf } from './draws.ts';

const seed = Buffer.alloc(32, 3);

test('the same seed always draws the same positions, and another seed others', () => {
  const one = drawOf({ seed, drawn: 1_000 });
  expect(drawOf({ seed: Buffer.from(seed), drawn: 1_000 })).toEqual(one);
  expect(drawOf({ seed: Buffer.alloc(32, 4), drawn: 1_000 })).not.toEqual(one);
  expect(new Set(one).size).toBe(1_000);
});

test('nothing is drawn before the opening or without places', () => {
  expect(drawOf({ seed: null, drawn: null }).length).toBe(0);
  expect(drawOf({ seed, drawn: 0 }).length).toBe(0);
});
