import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const limit = { name: 'changes-network', attempts: 60, windowSeconds: 60 };
const at = (ms: number) => new Date(Date.parse('2027-03-01T10:00:00Z') + ms);

test('a full bucket admits the limit’s attempts immediately, and then one for each new token', () => {
  const buckets = createTokenBuckets(limit);
  for (let count = 0; count < 60; count += 1) expect(buckets.take('one', at(0)).allowed).toBe(true);
  expect(buckets.take('one', at(0))).toEqual({ allowed: false, retryAfterSeconds: 1 });
  expect(buckets.take('one', at(999)).allowed).toBe(false);
  expect(buckets.take('one', at(1_000)).allowed).toBe(true);
  expect(buckets.take('one', at(1_000)).allowed).toBe(false);
});

test('a subject that has used all its tokens does not affect another', () => {
  const buckets = createTokenBuckets(limit);
  for (let count = 0; count < 61; count += 1) buckets.take('one', at(0));
  expect(buckets.take('other', at(0)).allowed).toBe(true);
});

test('setting the clock back gives nobody more tokens', () => {
  const buckets = createTokenBuckets(limit);
  for (let count = 0; count < 60; count += 1) buckets.take('one', at(60_000));
  expect(buckets.take('one', at(0)).allowed).toBe(false);
});

test('at any times, no more are admitted than the bucket holds plus the tokens added meanwhile', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { maxLength: 300 }), (pauses) => {
      const buckets = createTokenBuckets(limit);
      let now = 0;
      let allowed = 0;
      for (const pause of pauses) {
        now += pause;
        if (buckets.take('one', at(now)).allowed) allowed += 1;
        expect(allowed).toBeLessThanOrEqual(60 + now / 1_000);
      }
    }),
  );
});
