import { expect, test } from 'vitest';
import { formatDateTime, formatDay, formatShortDate, formatTravelTime, zoneCity } from './format.ts';

const shop = { locale: 'en', timezone: 'Europe/Amsterdam' };

test('given a travel time in the zone of the shop, then day and time stand without a zone', () => {
  expect(formatTravelTime('2027-07-22T11:00:00Z', 'Europe/Amsterdam', shop)).toBe('Thu 22 Jul, 13:00');
});

test('given a travel time in another zone, then it is told in that zone, which is named', () => {
  expect(formatTravelTime('2027-07-22T11:00:00Z', 'Europe/London', shop)).toBe('Thu 22 Jul, 12:00 (London)');
  expect(formatTravelTime('2027-07-22T03:00:00Z', 'America/New_York', shop, { year: true })).toBe(
    'Wed 21 Jul 2027, 23:00 (New York)',
  );
});

test('given midnight, then the clock says 00:00 and not 24:00', () => {
  expect(formatTravelTime('2027-07-21T22:00:00Z', 'Europe/Amsterdam', shop)).toBe('Thu 22 Jul, 00:00');
});

test('given a late evening in UTC, then the day is the one in the shop', () => {
  expect(formatDay('2026-12-31T23:30:00Z', shop, { year: true })).toBe('Fri 1 Jan 2027');
});

test('given an instant, then dates read day before month', () => {
  expect(formatDateTime('2026-11-14T18:22:00Z', shop)).toBe('14 November 2026, 19:22');
  expect(formatShortDate('2026-11-14T18:22:00Z', shop)).toBe('14 Nov 2026');
});

test('given another language, then its own words and order are used', () => {
  expect(formatDay('2027-07-22T11:00:00Z', { locale: 'de', timezone: 'Europe/Berlin' })).toContain('22. Juli');
});

test('given a zone without a city, then it is named as it is', () => {
  expect(zoneCity('UTC')).toBe('UTC');
});
