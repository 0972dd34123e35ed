import { expect, test } from 'vitest';
import { dueAgainAt } from './due-again.ts';
import { reminderAt } from './reminders.ts';

const timezone = 'Europe/Amsterdam';
const now = new Date('2027-03-24T15:00:00Z');
const dueAgain = (dueAt: string) => dueAgainAt({ dueAt: new Date(dueAt), timezone }, now)?.toISOString() ?? null;

test('an instalment whose day has passed is due when the eighth day starts in the shop’s zone', () => {
  expect(dueAgain('2027-01-10T23:00:00Z')).toBe('2027-03-31T22:00:00.000Z');
  expect(dueAgain('2027-03-23T22:59:59Z')).toBe('2027-03-31T22:00:00.000Z');
});

test('an instalment that is due today or later keeps its day', () => {
  expect(dueAgain('2027-03-23T23:00:00Z')).toBeNull();
  expect(dueAgain('2027-03-25T23:00:00Z')).toBeNull();
});

test('the mail a week before the new due day goes out the next morning', () => {
  const dueAt = dueAgainAt({ dueAt: new Date('2027-01-10T23:00:00Z'), timezone }, now)!;
  expect(reminderAt({ dueAt, timezone }, 'week-before').toISOString()).toBe('2027-03-25T08:00:00.000Z');
});
