import { expect, test } from 'vitest';
import { movedDeadline, whyNotMoveDueDate } from './move-due-date.ts';

const order = { status: 'pending', method: 'bank_transfer', isHeld: true, hasRefunds: false } as const;
const now = new Date('2026-11-24T09:00:00Z');
const limits = { timezone: 'Europe/Amsterdam', graceDays: 2, ends: new Date('2027-07-22T10:00:00Z'), nextDue: null };

test('only an order that waits for its first transfer has a due date that staff can move', () => {
  expect(whyNotMoveDueDate(order)).toBeNull();
  expect(whyNotMoveDueDate({ ...order, status: 'partial' })).toBeNull();
  expect(whyNotMoveDueDate({ ...order, status: 'processing' })).toBe('on_its_way');
  expect(whyNotMoveDueDate({ ...order, hasRefunds: true })).toBe('has_refunds');
  expect(whyNotMoveDueDate({ ...order, method: 'credit_card' })).toBe('not_by_transfer');
  for (const status of ['paid', 'cancelled', 'abandoned', 'problem'] as const)
    expect(whyNotMoveDueDate({ ...order, status, isHeld: false })).toBe('not_waiting');
  expect(whyNotMoveDueDate({ ...order, status: 'partial', isHeld: false })).toBe('not_waiting');
});

test('the items are held until the days of grace after the new day are over', () => {
  expect(movedDeadline('2026-12-10', limits, now)).toEqual({
    dueAt: new Date('2026-12-09T23:00:00Z'),
    payBy: new Date('2026-12-12T23:00:00Z'),
  });
});

test('the due date stays before the end of the event and before the second instalment', () => {
  const { ends } = limits;
  expect(movedDeadline('2027-07-22', limits, now)).toEqual({ dueAt: new Date('2027-07-21T22:00:00Z'), payBy: ends });
  expect(movedDeadline('2027-07-23', limits, now)).toEqual({ kind: 'after_end', day: ends });
  const nextDue = new Date('2026-12-23T23:00:00Z');
  expect(movedDeadline('2026-12-25', { ...limits, nextDue }, now)).toEqual({ kind: 'not_after', day: nextDue });
  expect(movedDeadline('2026-11-23', limits, now)).toEqual({ kind: 'day_passed' });
  expect(movedDeadline('soon', limits, now)).toEqual({ kind: 'no_day' });
});
