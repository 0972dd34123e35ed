import { describe, expect, test } from 'vitest';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { isYearObvious, lastDay, occasionOf, whenOf } from './occasion.ts';

const timezone = 'Europe/Amsterdam';
const fest = {
  starts_at: '2027-07-22T10:00:00.000Z',
  ends_at: '2027-07-25T21:59:00.000Z',
  timezone,
  venue: 'Beach Park',
};
const saturday = { validFrom: '2027-07-24T09:00:00.000Z', validUntil: '2027-07-24T22:00:00.000Z' };
const dayOf = (moment: Date) => isoDay(localDay(moment, timezone));

describe('the occasion of a ticket', () => {
  test('is the event for a ticket to the whole event', () => {
    expect(occasionOf({ travelTimeType: null }, fest)).toEqual(fest);
  });

  test('is the part of the event that the ticket is for, at the event’s place', () => {
    expect(occasionOf({ travelTimeType: null, ...saturday }, fest)).toEqual({
      ...fest,
      starts_at: saturday.validFrom,
      ends_at: saturday.validUntil,
    });
  });

  test('is unknown for a part with only its end, as in lines of earlier versions', () => {
    expect(occasionOf({ travelTimeType: null, validUntil: saturday.validUntil }, fest)).toBeUndefined();
    expect(occasionOf({ travelTimeType: null, validFrom: null, validUntil: null }, fest)).toEqual(fest);
  });

  test('is missing for a journey to the event and for merchandise', () => {
    expect(occasionOf({ travelTimeType: 'fixed' }, fest)).toBeUndefined();
    expect(occasionOf({ travelTimeType: null }, null)).toBeUndefined();
  });
});

describe('the time of an item', () => {
  test('is from the first to the last day of an event', () => {
    expect(whenOf({ occasion: fest, travel_time: null, travel_times: [], timezone })).toEqual({
      kind: 'occasion',
      first: new Date(fest.starts_at),
      last: new Date(fest.ends_at),
      timezone,
    });
  });

  test('is from the first to the last departure, in whatever order they are listed', () => {
    const [early, late] = ['2027-07-22T07:30:00.000Z', '2027-07-23T08:00:00.000Z'];
    expect(whenOf({ travel_times: [{ travel_time: late }, { travel_time: early }], timezone })).toEqual({
      kind: 'departures',
      first: new Date(early),
      last: new Date(late),
      timezone,
    });
  });

  test('is the moment of the only or the chosen departure', () => {
    const at = new Date('2027-07-22T07:30:00.000Z');
    const departure = { kind: 'departure', first: at, last: at, timezone };
    const choices = [{ travel_time: at.toISOString() }];
    expect(whenOf({ travel_times: choices, timezone })).toEqual(departure);
    expect(
      whenOf({
        travel_time: at.toISOString(),
        travel_times: [...choices, { travel_time: '2027-07-23T08:00:00.000Z' }],
        timezone,
      }),
    ).toEqual(departure);
  });

  test('is missing for merchandise and for a journey whose coaches have all left', () => {
    expect(whenOf({ travel_time: null, travel_times: [], timezone })).toBeNull();
    expect(whenOf({})).toBeNull();
  });
});

test.each([
  ['midnight', '2027-07-24T22:00:00.000Z', '2027-07-24'],
  ['five in the morning', '2027-07-25T03:00:00.000Z', '2027-07-24'],
  ['six in the morning', '2027-07-25T04:00:00.000Z', '2027-07-25'],
  ['noon of the next day', '2027-07-25T10:00:00.000Z', '2027-07-25'],
  ['an hour after it starts', '2027-07-24T10:00:00.000Z', '2027-07-24'],
])('a night belongs to the day before: an end at %s', (_, ends, day) => {
  expect(dayOf(lastDay(new Date(saturday.validFrom), new Date(ends), timezone))).toBe(day);
});

test('six in the morning is by wall time in a night in which clocks change', () => {
  // Half past five in winter time, six and a half hours after midnight.
  const autumn = lastDay(new Date('2027-10-30T20:00:00Z'), new Date('2027-10-31T04:30:00Z'), timezone);
  expect(dayOf(autumn)).toBe('2027-10-30');
  // Half past six in summer time, five and a half hours after midnight.
  const spring = lastDay(new Date('2027-03-27T21:00:00Z'), new Date('2027-03-28T04:30:00Z'), timezone);
  expect(dayOf(spring)).toBe('2027-03-28');
});

test('a night that begins after midnight is on the day on which it begins', () => {
  const [starts, ends] = [new Date('2027-07-24T22:30:00Z'), new Date('2027-07-25T03:00:00Z')];
  expect(dayOf(lastDay(starts, ends, timezone))).toBe('2027-07-25');
});

test('the year of a day in the last three or the next nine months is obvious', () => {
  const day = new Date(fest.starts_at);
  expect(isYearObvious(day, new Date('2026-11-22T12:00:00.000Z'))).toBe(true);
  expect(isYearObvious(day, new Date('2027-10-01T12:00:00.000Z'))).toBe(true);
  expect(isYearObvious(day, new Date('2026-09-22T12:00:00.000Z'))).toBe(false);
  expect(isYearObvious(day, new Date('2027-11-01T12:00:00.000Z'))).toBe(false);
});
