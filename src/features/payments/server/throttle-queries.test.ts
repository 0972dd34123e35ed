import { expect, test } from 'vitest';
import { throttleQueries } from './throttle-queries.ts';

function given() {
  let now = 0;
  const queried: number[] = [];
  const throttled = throttleQueries(3_000, () => now);
  const query = (id: number) => throttled(id, async () => void queried.push(id));
  const at = (moment: number) => {
    now = moment;
  };
  return { query, queried, at };
}

test('the same thing is queried at most once in three seconds, however many callers there are', async () => {
  const { query, queried, at } = given();
  for (const moment of [0, 1, 2_999]) {
    at(moment);
    await query(7);
  }
  expect(queried).toEqual([7]);
  at(3_000);
  await query(7);
  expect(queried).toEqual([7, 7]);
});

test('queries about different things do not wait for each other', async () => {
  const { query, queried } = given();
  await Promise.all([query(1), query(2), query(1)]);
  expect(queried).toEqual([1, 2]);
});

test('a failed query fails for all its callers, and can be repeated later', async () => {
  let now = 0;
  const throttled = throttleQueries(3_000, () => now);
  const fails = () => Promise.reject(new Error('away'));
  await expect(Promise.all([throttled(1, fails), throttled(1, fails)])).rejects.toThrow('away');
  now = 3_000;
  await expect(throttled(1, async () => {})).resolves.toBeUndefined();
});
