import { describe, expect, test } from 'vitest';
import { dueOn } from './due-day.ts';

const zone = 'Europe/Amsterdam';
const startOf = (day: string) => new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);

describe('the day of a payment', () => {
  const now = new Date('2027-02-15T09:00:00Z');
  const between = { timezone: zone, previous: startOf('2027-02-10'), next: startOf('2027-04-10') };
  const on = (day: string, neighbours = between) => {
    const due = dueOn(day, neighbours, now);
    return due instanceof Date ? due.toISOString() : due.kind;
  };

  test('begins in the shop’s zone, and can be today', () => {
    expect(on('2027-02-15')).toBe('2027-02-14T23:00:00.000Z');
    expect(on('2027-03-29')).toBe('2027-03-28T22:00:00.000Z');
  });

  test('is neither in the past nor so far ahead that it must be a mistake', () => {
    expect(on('2027-02-14')).toBe('day_passed');
    expect(on('2029-02-14', { ...between, next: null as never })).toBe('2029-02-13T23:00:00.000Z');
    expect(on('2029-02-15')).toBe('day_too_far');
  });

  test('stays between the days of the neighbouring instalments', () => {
    expect(on('2027-04-10')).toBe('2027-04-09T22:00:00.000Z');
    expect(on('2027-04-11')).toBe('not_after');
    expect(on('2027-02-20', { ...between, previous: startOf('2027-03-01') })).toBe('not_before');
  });

  test.each(['', 'tomorrow', '2027-02-30', '2027-2-20', '12.07.2027'])('cannot be “%s”', (day) =>
    expect(on(day)).toBe('no_day'),
  );
});
