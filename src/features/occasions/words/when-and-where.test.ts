import { describe, expect, test } from 'vitest';
import { ENGLISH, languageOf } from '#kernel/language.ts';
import type { Dated } from '../domain/occasion.ts';
import { fullWhenAndWhere } from './full-when-and-where.ts';
import { whenAndWhere } from './when-and-where.ts';

const now = new Date('2026-11-22T12:00:00Z');
const shop = { locale: 'en', timezone: 'Europe/Amsterdam' };
const place = { timezone: 'Europe/Amsterdam', venue: 'Larkduin Beach Park' };
const at = (starts: string, ends: string): Dated => ({ occasion: { starts_at: starts, ends_at: ends, ...place } });
const saturday = at('2027-07-24T09:00:00Z', '2027-07-24T22:00:00Z');
const festival = at('2027-07-22T10:00:00Z', '2027-07-25T21:59:00Z');
const coach = {
  timezone: 'Europe/Amsterdam',
  travel_times: [{ travel_time: '2027-07-22T07:30:00Z' }, { travel_time: '2027-07-23T08:00:00Z' }],
};
const leaving = (...moments: string[]): Dated => ({
  timezone: coach.timezone,
  travel_times: moments.map((travel_time) => ({ travel_time })),
});
const oneDay = leaving('2027-07-22T07:30:00Z', '2027-07-22T11:00:00Z');
const threeDays = leaving('2027-07-22T07:30:00Z', '2027-07-23T08:00:00Z', '2027-07-24T08:00:00Z');
const seat = { ...coach, travel_time: '2027-07-22T07:30:00Z' };

describe('on cards and in rows', () => {
  test.each<[string, Dated, string]>([
    ['a day ticket', saturday, 'Sat 24 July · Larkduin Beach Park'],
    ['a pass', festival, '22–25 July · Larkduin Beach Park'],
    ['a coach with departures on two days', coach, 'Departs Thu 22 July or Fri 23 July'],
    ['a coach with departures on one day', oneDay, 'Departs Thu 22 July'],
    ['a coach with departures on three days', threeDays, 'Departs 22–24 July'],
    ['a seat in one of them', seat, 'Thu 22 July, 09:30'],
    [
      'a seat with a meeting point',
      { ...seat, meeting_point: 'Sloterdijk, bay 4' },
      'Thu 22 July, 09:30 · Sloterdijk, bay 4',
    ],
    [
      'a coach that is still to be chosen',
      { ...coach, meeting_point: 'Sloterdijk, bay 4' },
      'Departs Thu 22 July or Fri 23 July · Sloterdijk, bay 4',
    ],
    ['merchandise', {}, ''],
  ])('the short dates and place of %s, if any', (_, item, expected) => {
    expect(whenAndWhere(ENGLISH, item, shop, now).join(' · ')).toBe(expected);
  });

  test('a year that is not obvious is shown', () => {
    const earlier = new Date('2025-11-22T12:00:00Z');
    expect(whenAndWhere(ENGLISH, saturday, shop, earlier)[0]).toBe('Sat 24 July 2027');
    expect(whenAndWhere(ENGLISH, festival, shop, earlier)[0]).toBe('22–25 July 2027');
    expect(whenAndWhere(ENGLISH, seat, shop, earlier)[0]).toBe('Thu 22 July 2027, 09:30');
  });
});

describe('in full', () => {
  const full = (item: Dated, language = ENGLISH, settings = shop) =>
    fullWhenAndWhere(language, item, settings).join(' · ');

  test.each<[string, Dated, string]>([
    ['a day ticket', saturday, 'Saturday 24 July 2027, from 11:00 · Larkduin Beach Park'],
    [
      'a day without a time',
      at('2027-07-23T22:00:00Z', '2027-07-24T22:00:00Z'),
      'Saturday 24 July 2027 · Larkduin Beach Park',
    ],
    [
      'a night',
      at('2027-07-24T20:00:00Z', '2027-07-25T03:00:00Z'),
      'Saturday 24 July 2027, from 22:00 · Larkduin Beach Park',
    ],
    ['a pass', festival, 'Thursday 22 – Sunday 25 July 2027, from 12:00 · Larkduin Beach Park'],
    ['a coach with departures on two days', coach, 'Departs Thu 22 July or Fri 23 July 2027'],
    ['a coach with departures on three days', threeDays, 'Departs 22–24 July 2027'],
    [
      'a coach with a meeting point',
      { ...coach, meeting_point: 'Sloterdijk, bay 4' },
      'Departs Thu 22 July or Fri 23 July 2027 · Sloterdijk, bay 4',
    ],
    ['a seat in one of them', seat, 'Thursday 22 July 2027, 09:30'],
    [
      'a seat with a meeting point',
      { ...seat, meeting_point: 'Sloterdijk, bay 4' },
      'Thursday 22 July 2027, 09:30 · Sloterdijk, bay 4',
    ],
    ['merchandise', {}, ''],
  ])('the complete dates and place of %s, if any', (_, item, expected) => {
    expect(full(item)).toBe(expected);
  });

  test('times in a zone other than the shop’s name its city', () => {
    const london = { locale: 'en', timezone: 'Europe/London' };
    expect(full(saturday, ENGLISH, london)).toBe('Saturday 24 July 2027, from 11:00 (Amsterdam) · Larkduin Beach Park');
    expect(full(seat, ENGLISH, london)).toBe('Thursday 22 July 2027, 09:30 (Amsterdam)');
  });

  test('the text is in the shop’s language', () => {
    const german = languageOf('de', { '{days}, from {time}': '{days}, ab {time}' });
    expect(full(saturday, german, { ...shop, locale: 'de' })).toBe(
      'Samstag, 24. Juli 2027, ab 11:00 · Larkduin Beach Park',
    );
  });
});
