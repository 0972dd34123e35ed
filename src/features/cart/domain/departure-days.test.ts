import { expect, test } from 'vitest';
import { departureDays, timeOfDay } from './departure-days.ts';

const shop = { locale: 'en', timezone: 'Europe/Amsterdam' };
const at = (id: string, travel_time: string) => ({ id, travel_time });

test('departures are grouped by the day in their own zone', () => {
  const times = [
    at('1', '2027-07-22T07:30:00Z'),
    at('2', '2027-07-22T21:30:00Z'),
    at('3', '2027-07-22T22:30:00Z'),
    at('4', '2027-07-23T08:00:00Z'),
  ];
  const idsByDay = (zone: string) =>
    departureDays(times, zone, shop).map(({ day, times: ofDay }) => [day, ofDay.map(({ id }) => id)]);
  expect(idsByDay('Europe/Amsterdam')).toEqual([
    ['Thu 22 July', ['1', '2']],
    ['Fri 23 July', ['3', '4']],
  ]);
  expect(idsByDay('Europe/London')).toEqual([
    ['Thu 22 July', ['1', '2', '3']],
    ['Fri 23 July', ['4']],
  ]);
});

test('the time of a departure in a time zone other than the shop’s names the city', () => {
  const time = at('1', '2027-07-22T11:00:00Z');
  expect(timeOfDay(time, 'Europe/Amsterdam', shop)).toBe('13:00');
  expect(timeOfDay(time, 'Europe/London', shop)).toBe('12:00 (London)');
});
