import { expect, test } from 'vitest';
import { readTime, shownAt, splitMoment, typedMoment, typedMoments } from './typed-moment.ts';

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

test.each([
  ['2027-05-01 18:00', '2027-05-01', '18:00'],
  ['2027-05-01T18:00', '2027-05-01', '18:00'],
  ['2027-05-01 18:00:00', '2027-05-01', '18:00'],
  ['1.5.2027 18:00', '1.5.2027', '18:00'],
  [' 1.5., 9:30 ', '1.5.', '9:30'],
  ['1 May 2027 18h30', '1 May 2027', '18h30'],
])('%s is the day %s and the time %s', (typed, day, time) => {
  expect(splitMoment(typed)).toEqual({ day, time });
});

test.each(['1.5.2027', '1.5. 27', '1 5 2027', '18:00', '1.5.2027 25:00', '1.5.2027 noon', 'soon 18:00', ''])(
  '%s is not a day with a time',
  (typed) => {
    expect(splitMoment(typed)).toBeNull();
  },
);

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

test('a time that the clocks show twice is two moments, an hour apart', () => {
  const times = (day: string, time: string) =>
    typedMoments(day, time, 'Europe/Vienna')?.map((moment) => moment.toISOString());
  expect(times('2027-10-31', '2:30')).toEqual(['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']);
  expect(times('2027-10-31', '3:00')).toEqual(['2027-10-31T02:00:00.000Z']);
  expect(times('2027-03-28', '2:30')).toEqual([]);
  expect(typedMoments('2027-10-31', 'noon', 'Europe/Vienna')).toBeNull();
});

test('what clocks show at a moment is read as that moment', () => {
  const moment = new Date('2027-07-21T22:05:00.000Z');
  const shown = shownAt(moment, 'Europe/Vienna');
  expect(shown).toEqual({ day: '2027-07-22', time: '00:05' });
  expect(typedMoment(shown.day, shown.time, 'Europe/Vienna')).toEqual(moment);
});
