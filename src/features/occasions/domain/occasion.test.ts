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
  test('given a ticket to the whole event, then it is for the event', () => {
    expect(occasionOf({ travelTimeType: null }, fest)).toEqual(fest);
  });

  test('given a ticket to a part of the event, then it is for that part, at the event’s place', () => {
    expect(occasionOf({ travelTimeType: null, ...saturday }, fest)).toEqual({
      ...fest,
      starts_at: saturday.validFrom,
      ends_at: saturday.validUntil,
    });
  });

  test('given a part with only its end, as in lines of earlier versions, then its days are unknown', () => {
    expect(occasionOf({ travelTimeType: null, validUntil: saturday.validUntil }, fest)).toBeUndefined();
    expect(occasionOf({ travelTimeType: null, validFrom: null, validUntil: null }, fest)).toEqual(fest);
  });

  test('given a journey to the event, or merchandise, then there is no occasion', () => {
    expect(occasionOf({ travelTimeType: 'fixed' }, fest)).toBeUndefined();
    expect(occasionOf({ travelTimeType: null }, null)).toBeUndefined();
  });
});

describe('the time of an item', () => {
  test('given an event, then it is from its first to its last day', () => {
    expect(whenOf({ occasion: fest, travel_time: null, travel_times: [], timezone })).toEqual({
      kind: 'occasion',
      first: new Date(fest.starts_at),
      last: new Date(fest.ends_at),
      timezone,
    });
  });

  test('given departures in any order, then it is from the first to the last', () => {
    const [early, late] = ['2027-07-22T07:30:00.000Z', '2027-07-23T08:00:00.000Z'];
    expect(whenOf({ travel_times: [{ travel_time: late }, { travel_time: early }], timezone })).toEqual({
      kind: 'departures',
      first: new Date(early),
      last: new Date(late),
      timezone,
    });
  });

  test('given one departure, or a chosen one, then it is that moment', () => {
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

  test('given merchandise, or a journey whose coaches have all left, then there is none', () => {
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
])('given an end at %s, then a night counts as part of the day before', (_, ends, day) => {
  expect(dayOf(lastDay(new Date(saturday.validFrom), new Date(ends), timezone))).toBe(day);
});

test('given a night in which clocks change, then six in the morning is by wall time', () => {
  // Half past five in winter time, six and a half hours after midnight.
  const autumn = lastDay(new Date('2027-10-30T20:00:00Z'), new Date('2027-10-31T04:30:00Z'), timezone);
  expect(dayOf(autumn)).toBe('2027-10-30');
  // Half past six in summer time, five and a half hours after midnight.
  const spring = lastDay(new Date('2027-03-27T21:00:00Z'), new Date('2027-03-28T04:30:00Z'), timezone);
  expect(dayOf(spring)).toBe('2027-03-28');
});

test('given an occasion that begins in its last night, then its day is the first one', () => {
  const [starts, ends] = [new Date('2027-07-24T22:30:00Z'), new Date('2027-07-25T03:00:00Z')];
  expect(dayOf(lastDay(starts, ends, timezone))).toBe('2027-07-25');
});

test('given a day in the last three or the next nine months, then its year is obvious', () => {
  const day = new Date(fest.starts_at);
  expect(isYearObvious(day, new Date('2026-11-22T12:00:00.000Z'))).toBe(true);
  expect(isYearObvious(day, new Date('2027-10-01T12:00:00.000Z'))).toBe(true);
  expect(isYearObvious(day, new Date('2026-09-22T12:00:00.000Z'))).toBe(false);
  expect(isYearObvious(day, new Date('2027-11-01T12:00:00.000Z'))).toBe(false);
});
