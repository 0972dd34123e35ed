import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nextCeiling } from './ceiling.ts';

test('a step changes the ceiling by a quarter, and the step back undoes it', () => {
  assert.equal(nextCeiling(600, 'faster'), 750);
  assert.equal(nextCeiling(750, 'slower'), 600);
});

test('every step changes something until a limit is reached', () => {
  assert.equal(nextCeiling(1, 'faster'), 2);
  assert.equal(nextCeiling(2, 'slower'), 1);
  assert.equal(nextCeiling(1, 'slower'), 1);
  assert.equal(nextCeiling(100_000, 'faster'), 100_000);
});
