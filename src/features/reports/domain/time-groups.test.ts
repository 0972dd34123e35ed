import { expect, test } from 'vitest';
import { daysOfGroup, groupOf } from './time-groups.ts';

test('weeks begin on Monday, even across the turn of the year', () => {
  expect(groupOf('2027-01-01', 'week')).toBe('2026-12-28');
  expect(groupOf('2027-01-04', 'week')).toBe('2027-01-04');
  expect(groupOf('2027-01-10', 'week')).toBe('2027-01-04');
  expect(groupOf('2027-02-28', 'month')).toBe('2027-02-01');
  expect(groupOf('2027-02-28', 'day')).toBe('2027-02-28');
});

test('a group at the edge of a period has only the days inside', () => {
  const period = { from: '2027-01-01', until: '2027-02-10' };
  expect(daysOfGroup('2026-12-28', 'week', period)).toEqual({ from: '2027-01-01', until: '2027-01-03' });
  expect(daysOfGroup('2027-02-01', 'month', period)).toEqual({ from: '2027-02-01', until: '2027-02-10' });
  expect(daysOfGroup('2027-01-01', 'month', period)).toEqual({ from: '2027-01-01', until: '2027-01-31' });
  expect(daysOfGroup('2027-01-05', 'day', period)).toEqual({ from: '2027-01-05', until: '2027-01-05' });
});
