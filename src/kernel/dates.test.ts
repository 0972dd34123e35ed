import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDateTimeInZone,
  formatDay,
  formatDays,
  formatFullDays,
  formatFullMoment,
  formatShortDate,
  formatShortDay,
  formatTravelTime,
  spreadsheetTime,
  zoneCity,
} from './dates.ts';

const shop = { locale: 'en', timezone: 'Europe/Amsterdam' };

test('a travel time in the zone of the shop is shown without a zone', () => {
  expect(formatTravelTime('2027-07-22T11:00:00Z', 'Europe/Amsterdam', shop)).toBe('Thu 22 July, 13:00');
});

test('a travel time in another zone is shown in that zone, with the zone’s city', () => {
  expect(formatTravelTime('2027-07-22T11:00:00Z', 'Europe/London', shop)).toBe('Thu 22 July, 12:00 (London)');
  expect(formatTravelTime('2027-07-22T03:00:00Z', 'America/New_York', shop, { year: true })).toBe(
    'Wed 21 July 2027, 23:00 (New York)',
  );
});

test('midnight is 00:00 and not 24:00', () => {
  expect(formatTravelTime('2027-07-21T22:00:00Z', 'Europe/Amsterdam', shop)).toBe('Thu 22 July, 00:00');
});

test('the day is the one in the shop, not in UTC', () => {
  expect(formatDay('2026-12-31T23:30:00Z', shop, { year: true })).toBe('Fri 1 January 2027');
});

test('the day comes before the month', () => {
  expect(formatDateTime('2026-11-14T18:22:00Z', shop)).toBe('14 November 2026, 19:22');
  expect(formatShortDay('2026-11-14T18:22:00Z', shop)).toBe('Sat 14 Nov');
  expect(formatShortDay('2026-11-14T18:22:00Z', shop, { year: true })).toBe('Sat 14 Nov 2026');
  expect(formatShortDate('2026-11-14T18:22:00Z', shop)).toBe('14 Nov 2026');
});

test('in English no comma follows a weekday, short or long', () => {
  expect(formatFullMoment('2027-07-22T11:00:00Z', shop)).toBe('Thursday 22 July 2027, 13:00');
  expect(formatFullMoment('2027-07-22T11:00:00Z', { ...shop, locale: 'en-GB' })).toBe('Thursday 22 July 2027, 13:00');
});

test.each([
  ['de', 'Do., 22. Juli, 13:00', '22. Juli 2027, 13:00 MESZ', 'Donnerstag, 22. Juli 2027, 13:00'],
  ['de-AT', 'Do., 22. Juli, 13:00', '22. Juli 2027, 13:00 MESZ', 'Donnerstag, 22. Juli 2027, 13:00'],
  ['hr', 'čet, 22. srpnja, 13:00', '22. srpnja 2027., 13:00 CEST', 'četvrtak, 22. srpnja 2027., 13:00'],
])('%s has its own words, with one comma after the weekday and one before the time', (...expected) => {
  const [locale, travel, inZone, full] = expected;
  const there = { locale, timezone: 'Europe/Amsterdam' };
  const instant = '2027-07-22T11:00:00Z';
  expect(formatTravelTime(instant, there.timezone, there)).toBe(travel);
  expect(formatDateTimeInZone(instant, there)).toBe(inZone);
  expect(formatDateTime(instant, there)).toBe(inZone.replace(/ \w+$/, ''));
  expect(formatFullMoment(instant, there)).toBe(full);
});

test('a date and its ISO text are formatted alike', () => {
  const text = '2027-07-22T11:00:00.000Z';
  expect(formatDate(new Date(text), shop)).toBe(formatDate(text, shop));
});

test('a zone is shown by its city, and one without a city by its name', () => {
  expect(['Europe/Amsterdam', 'America/New_York', 'UTC'].map(zoneCity)).toEqual(['Amsterdam', 'New York', 'UTC']);
});

const days = (first: string, last: string) => [new Date(`${first}T10:00:00Z`), new Date(`${last}T20:00:00Z`)] as const;

test.each([
  ['en', 'Sat 24 July', '22–25 July', 'Thursday 22 – Sunday 25 July 2027'],
  ['de', 'Sa., 24. Juli', '22.–25. Juli', 'Donnerstag, 22. – Sonntag, 25. Juli 2027'],
  ['hr', 'sub, 24. srpnja', '22.–25. srpnja', 'četvrtak, 22. – nedjelja, 25. srpnja 2027.'],
  ['en-US', 'Sat July 24', 'July 22 – July 25', 'Thursday July 22 – Sunday July 25, 2027'],
])('for days in one month, %s names the month once where the day comes first', (...expected) => {
  const [locale, one, several, full] = expected;
  const there = { locale, timezone: 'Europe/Amsterdam' };
  expect(formatDays(...days('2027-07-24', '2027-07-24'), there)).toBe(one);
  expect(formatDays(...days('2027-07-22', '2027-07-25'), there)).toBe(several);
  expect(formatFullDays(...days('2027-07-22', '2027-07-25'), there)).toBe(full);
});

test('a range across two months or years names both', () => {
  const [august, january] = [days('2027-07-30', '2027-08-02'), days('2027-12-30', '2028-01-02')];
  expect(formatDays(...august, shop, { year: true })).toBe('30 July – 2 August 2027');
  expect(formatFullDays(...august, shop)).toBe('Friday 30 July – Monday 2 August 2027');
  expect(formatDays(...january, shop, { year: true })).toBe('30 December 2027 – 2 January 2028');
  expect(formatDays(...january, shop)).toBe('30 December 2027 – 2 January 2028');
  expect(formatFullDays(...january, shop)).toBe('Thursday 30 December 2027 – Sunday 2 January 2028');
});

test('a time for spreadsheets is the same in every language, in the zone of its place', () => {
  expect(spreadsheetTime(new Date('2026-11-20T10:00:30Z'), 'Europe/Amsterdam')).toBe('2026-11-20 11:00');
  expect(spreadsheetTime(new Date('2026-12-31T23:05:00Z'), 'Europe/Amsterdam')).toBe('2027-01-01 00:05');
});
