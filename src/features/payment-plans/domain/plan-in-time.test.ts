import { expect, test } from 'vitest';
import { instalmentsTooLate, isPlanInTime } from './plan-in-time.ts';

const plan = [{ amount: 5_000 }, { amount: 5_000, count: 1, units: 'months' as const }];
const ordered = new Date('2027-06-21T10:00:00Z');
const zone = 'Europe/Amsterdam';

test('a plan is in time if its last instalment is due on the day before the event', () => {
  expect(isPlanInTime(plan, new Date('2027-07-22T06:00:00Z'), ordered, zone)).toBe(true);
});

test('a plan is too late if its last instalment is due on the day of the event', () => {
  expect(isPlanInTime(plan, new Date('2027-07-21T20:00:00Z'), ordered, zone)).toBe(false);
});

test('the day of an event is that of the shop’s zone, not the UTC day', () => {
  expect(isPlanInTime(plan, new Date('2027-07-21T22:30:00Z'), ordered, zone)).toBe(true);
});

test('without an event or a plan, or with a plan of a single payment, nothing is too late', () => {
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
