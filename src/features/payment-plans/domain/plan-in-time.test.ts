import { expect, test } from 'vitest';
import { instalmentsTooLate, isPlanInTime } from './plan-in-time.ts';

const plan = [{ amount: 5_000 }, { amount: 5_000, count: 1, units: 'months' as const }];
const ordered = new Date('2027-06-21T10:00:00Z');
const zone = 'Europe/Amsterdam';

test('given a last instalment due on the day before the event, then the plan is in time', () => {
  expect(isPlanInTime(plan, new Date('2027-07-22T06:00:00Z'), ordered, zone)).toBe(true);
});

test('given a last instalment due on the day of the event, then the plan is too late', () => {
  expect(isPlanInTime(plan, new Date('2027-07-21T20:00:00Z'), ordered, zone)).toBe(false);
});

test('given an event that begins after midnight in the shop’s zone, then that zone’s day counts, not the UTC day', () => {
  expect(isPlanInTime(plan, new Date('2027-07-21T22:30:00Z'), ordered, zone)).toBe(true);
});

test('given no event, no plan, or a plan of a single payment, then nothing is too late', () => {
  const past = new Date('2027-01-01T00:00:00Z');
  expect(isPlanInTime(plan, null, ordered, zone)).toBe(true);
  expect(isPlanInTime([], past, ordered, zone)).toBe(true);
  expect(isPlanInTime(plan.slice(0, 1), past, ordered, zone)).toBe(true);
});

test('an instalment is too late from the day on which the event begins, in the shop’s zone', () => {
  const begins = new Date('2027-07-21T22:30:00Z');
  const due = (dueAt: string) => ({ dueAt: new Date(dueAt) });
  const instalments = [due('2027-07-20T22:00:00Z'), due('2027-07-21T22:00:00Z'), due('2027-08-21T22:00:00Z')];
  expect(instalmentsTooLate(instalments, begins, 'Europe/Amsterdam')).toEqual(instalments.slice(1));
  expect(instalmentsTooLate(instalments, null, 'Europe/Amsterdam')).toEqual([]);
});
