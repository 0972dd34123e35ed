import { expect, test } from 'vitest';
import { mapInTurns } from './in-turns.ts';

test('many values are mapped in order, and other work runs in between', async () => {
  const values = Array.from({ length: 500 }, (_, index) => index);
  let done = 0;
  const seen: number[] = [];
  setImmediate(() => seen.push(done));
  const mapped = await mapInTurns(values, (value) => {
    done += 1;
    return value * 2;
  });
  expect(mapped).toEqual(values.map((value) => value * 2));
  expect(seen).toHaveLength(1);
  expect(seen[0]).toBeLessThan(values.length);
});
