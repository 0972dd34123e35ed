import { expect, test } from 'vitest';
import { readTime, typedMoment } from './typed-moment.ts';

test.each([
  ['9', 540],
  ['9:30', 570],
  ['09.30', 570],
  ['0930', 570],
  ['23:59', 1_439],
  ['24:00', null],
  ['9:75', null],
  ['soon', null],
  ['', null],
])('%s is %s minutes after midnight', (typed, minutes) => {
  expect(readTime(typed)).toBe(minutes);
});

const inVienna = (day: string | null, time: string) => typedMoment(day, time, 'Europe/Vienna')?.toISOString() ?? null;

test('a typed day and time is that moment in the zone', () => {
  expect(inVienna('2027-07-22', '9:30')).toBe('2027-07-22T07:30:00.000Z');
  expect(inVienna('2027-01-22', '9:30')).toBe('2027-01-22T08:30:00.000Z');
  expect(inVienna(null, '9:30')).toBeNull();
  expect(inVienna('2027-07-22', 'noon')).toBeNull();
});

test('a time that the clocks skip gives no moment, and one that they show twice gives the first', () => {
  expect(inVienna('2027-03-28', '2:30')).toBeNull();
  expect(inVienna('2027-03-28', '3:00')).toBe('2027-03-28T01:00:00.000Z');
  expect(inVienna('2027-10-31', '2:30')).toBe('2027-10-31T00:30:00.000Z');
  expect(inVienna('2027-10-31', '9:00')).toBe('2027-10-31T08:00:00.000Z');
});
