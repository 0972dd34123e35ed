import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addsUp, entriesOfPayout, sumOfParts } from './payout-parts.ts';

const parts = { charges: 15_200, refunds: -2_000, disputes: -7_600, fees: -2_300, failedBefore: 0, other: 0 };

test('a payout is booked part by part: to the bank, as fees, and against what the provider owed', () => {
  expect(entriesOfPayout('stripe', 3_300, parts)).toEqual([
    { account: 'bank', amount: 3_300 },
    { account: 'gateway_fees', amount: 2_300 },
    { account: 'gateway:stripe', amount: -15_200 },
    { account: 'gateway:stripe', amount: 2_000 },
    { account: 'gateway:stripe', amount: 7_600 },
  ]);
});

test('without parts, only the amount is booked', () => {
  expect(entriesOfPayout('stripe', 3_300, null)).toEqual([
    { account: 'bank', amount: 3_300 },
    { account: 'gateway:stripe', amount: -3_300 },
  ]);
});

test('a payout adds up only if its amount is the sum of its parts, all of known kinds', () => {
  expect(addsUp(3_300, parts)).toBe(true);
  expect(addsUp(3_301, parts)).toBe(false);
  expect(addsUp(3_400, { ...parts, other: 100 })).toBe(false);
});

test('the entries always balance, and the bank’s entry is the payout’s amount', () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const someParts = fc.record({
    ...{ charges: cents, refunds: cents, disputes: cents, failedBefore: cents, other: fc.constantFrom(0, 0, 5) },
    fees: fc.integer({ min: -1_000, max: 0 }),
  });
  fc.assert(
    fc.property(someParts, fc.option(cents, { nil: null }), (drawn, wanted) => {
      const amount = wanted ?? sumOfParts(drawn);
      const entries = entriesOfPayout('stripe', amount, drawn);
      expect(entries.reduce((all, entry) => all + entry.amount, 0)).toBe(0);
      expect(entries.find(({ account }) => account === 'bank')?.amount ?? 0).toBe(amount);
    }),
  );
});
