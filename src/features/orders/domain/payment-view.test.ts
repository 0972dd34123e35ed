import { expect, test } from 'vitest';
import { startOfLocalDay } from '#kernel/local-day.ts';
import { isDue, isOverdue } from './payment-view.ts';

const pending = (dueAt: Date) => ({ status: 'pending', dueAt }) as const;
const before = (moment: Date) => new Date(moment.getTime() - 1);

// The days of the clock changes have 25 and 23 hours.
test.each([
  ['Europe/Zagreb', { year: 2026, month: 10, day: 25 }, '2026-10-25T23:00:00Z'],
  ['Europe/Zagreb', { year: 2027, month: 3, day: 28 }, '2027-03-28T22:00:00Z'],
  ['America/New_York', { year: 2026, month: 11, day: 1 }, '2026-11-02T05:00:00Z'],
  ['America/New_York', { year: 2027, month: 3, day: 14 }, '2027-03-15T04:00:00Z'],
  ['Pacific/Auckland', { year: 2027, month: 4, day: 4 }, '2027-04-04T12:00:00Z'],
  ['Pacific/Auckland', { year: 2026, month: 9, day: 27 }, '2026-09-27T11:00:00Z'],
])('in %s a payment due on %j is due all that day, and overdue from the next day on', (timezone, day, next) => {
  const dueAt = startOfLocalDay(day, timezone);
  const overdueAt = new Date(next);
  expect(isDue(pending(dueAt), before(dueAt))).toBe(false);
  expect(isDue(pending(dueAt), dueAt)).toBe(true);
  expect(isOverdue(pending(dueAt), timezone, before(overdueAt))).toBe(false);
  expect(isOverdue(pending(dueAt), timezone, overdueAt)).toBe(true);
});

test('a payment due in the middle of a day is overdue at the same time on the next day', () => {
  const dueAt = new Date('2026-11-20T22:59:00Z');
  expect(isOverdue(pending(dueAt), 'Europe/Zagreb', new Date('2026-11-21T22:58:59.999Z'))).toBe(false);
  expect(isOverdue(pending(dueAt), 'Europe/Zagreb', new Date('2026-11-21T22:59:00Z'))).toBe(true);
});

test.each(['paid', 'cancelled', 'processing', 'problem'] as const)(
  'a payment that is %s is neither due nor overdue',
  (status) => {
    const payment = { status, dueAt: new Date('2026-11-20T10:00:00Z') };
    const later = new Date('2026-12-20T10:00:00Z');
    expect([isDue(payment, later), isOverdue(payment, 'Europe/Zagreb', later)]).toEqual([false, false]);
  },
);
