import { expect, test } from 'vitest';
import { areReversed, type DayDirection, endOfTypedMonth, readDay } from './typed-day.ts';

const today = { year: 2027, month: 7, day: 14 };
const read = (typed: string, locale = 'en', direction: DayDirection = 'future') =>
  readDay(typed, { today, locale, direction });

test.each([
  ['22.7.27', '2027-07-22'],
  ['22.07.2027', '2027-07-22'],
  ['22. 7. 2027.', '2027-07-22'],
  ['22/7/27', '2027-07-22'],
  ['22-7-2027', '2027-07-22'],
  ['22 7 27', '2027-07-22'],
  ['2027-07-22', '2027-07-22'],
  ['2027-7-2', '2027-07-02'],
  [' 22 July 2027 ', '2027-07-22'],
  ['22 jul 27', '2027-07-22'],
  ['Thu 22 July 2027', '2027-07-22'],
  ['22.7.', '2027-07-22'],
  ['14.7', '2027-07-14'],
  ['13.7.', '2028-07-13'],
  ['day+1', '2027-07-15'],
  ['+30', '2027-08-13'],
  ['day + 200', '2028-01-30'],
  ['29.2.28', '2028-02-29'],
])('%s is the day %s', (typed, day) => {
  expect(read(typed)).toBe(day);
});

test.each([
  ['13.7.', '2027-07-13', '2028-07-13'],
  ['14.7.', '2027-07-14', '2027-07-14'],
  ['15.7.', '2026-07-15', '2027-07-15'],
  ['20 Nov', '2026-11-20', '2027-11-20'],
  ['29.2.', '2024-02-29', '2028-02-29'],
  ['15.7.28', '2028-07-15', '2028-07-15'],
])('without a year, %s is the latest such day for the past and the next one for the future', (typed, past, future) => {
  expect(read(typed, 'en', 'past')).toBe(past);
  expect(read(typed, 'en', 'future')).toBe(future);
});

test.each(['', 'soon', '31.2.27', '29.2.27', '0.7.27', '22.13.27', '22', '22.7.227', '7 x 27', '12 ju 27'])(
  '%s is not a day, and none is guessed',
  (typed) => {
    expect(read(typed)).toBeNull();
  },
);

test('the locale decides the names of the months and whether the day comes first', () => {
  expect(read('22. Juli 2027', 'de')).toBe('2027-07-22');
  expect(read('3. März', 'de')).toBe('2028-03-03');
  expect(read('22. srpnja 2027.', 'hr')).toBe('2027-07-22');
  expect(read('3.4.2028', 'de')).toBe('2028-04-03');
  expect(read('3/4/2028', 'en')).toBe('2028-04-03');
  expect(read('3/4/2028', 'en-US')).toBe('2028-03-04');
});

test.each([
  ['31.11.2026', { year: 2026, month: 11, day: 30 }],
  ['30 Feb 28', { year: 2028, month: 2, day: 29 }],
  ['2026-02-29', { year: 2026, month: 2, day: 28 }],
  ['30.11.2026', null],
  ['32.11.2026', null],
  ['31.13.2026', null],
  ['31.11.', { year: null, month: 11, day: 30 }],
  ['31 Nov', { year: null, month: 11, day: 30 }],
  ['30.2.', { year: null, month: 2, day: 29 }],
  ['29.2.', null],
  ['soon', null],
])('the last day of the month that %s names is %o', (typed, end) => {
  expect(endOfTypedMonth(typed, 'en')).toEqual(end);
});

test.each([
  ['2026-11-20', '2026-11-01', true],
  ['2026-11-20', '2026-11-20', false],
  ['2026-11-01', '2026-11-20', false],
  ['2026-11-20', '', false],
  ['', '2026-11-20', false],
])('whether the days from "%s" until "%s" are reversed: %s', (from, until, expected) => {
  expect(areReversed({ from, until })).toBe(expected);
});
