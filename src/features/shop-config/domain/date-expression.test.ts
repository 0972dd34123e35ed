import { expect, test } from 'vitest';
import { wallTime } from './date-expression.ts';

const zero = { year: 2027, month: 7, day: 22 };

test.each([
  ['day', { year: 2027, month: 7, day: 22 }, null],
  ['day+0', { year: 2027, month: 7, day: 22 }, null],
  ['day+10', { year: 2027, month: 8, day: 1 }, null],
  ['day-30 13:05', { year: 2027, month: 6, day: 22 }, { hour: 13, minute: 5 }],
  ['2028-02-29 00:00', { year: 2028, month: 2, day: 29 }, { hour: 0, minute: 0 }],
])('%j is the date %j with the time %j', (expression, date, time) => {
  expect(wallTime(expression, zero)).toEqual({ date, time });
});

test.each(['day+1 24:00', 'day 9:30', 'day+', 'day +1', '2027-02-29', '22.07.2027', 'day+99999', ''])(
  '%s is not a date',
  (expression) => {
    expect(wallTime(expression, zero)).toBeNull();
  },
);
