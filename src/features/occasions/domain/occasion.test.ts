import { describe, expect, test } from 'vitest';
import { isYearObvious, lastDay, occasionOf, whenOf } from './occasion.ts';

const timezone = 'Europe/Amsterdam';
const fest = {
  starts_at: '2027-07-22T10:00:00.000Z',
  ends_at: '2027-07-25T21:59:00.000Z',
  timezone,
  venue: 'Beach Park',
};
const saturday = { validFrom: '2027-07-24T09:00:00.000Z', validUntil: '2027-07-24T22:00:00.000Z' };

describe('what a ticket is for', () => {
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

  test('given only one end of a part, as in lines of earlier versions, then its days are unknown', () => {
    expect(occasionOf({ travelTimeType: null, validUntil: saturday.validUntil }, fest)).toBeUndefined();
    expect(occasionOf({ travelTimeType: null, validFrom: null, validUntil: null }, fest)).toEqual(fest);
  });

  test('given a journey to the event, or merchandise, then there is no occasion', () => {
    expect(occasionOf({ travelTimeType: 'fixed' }, fest)).toBeUndefined();
    expect(occasionOf({ travelTimeType: null }, null)).toBeUndefined();
  });
});

describe('when something takes place', () => {
  test('given an event, then from its first to its last day', () => {
    expect(whenOf({ occasion: fest, travel_time: null, travel_times: [], timezone })).toEqual({
      kind: 'occasion',
      first: new Date(fest.starts_at),
      last: new Date('2027-07-25T15:59:00.000Z'),
      timezone,
    });
  });

  test('given departures, then from the first to the last of them, in whatever order', () => {
    const [early, late] = ['2027-07-22T07:30:00.000Z', '2027-07-23T08:00:00.000Z'];
    expect(whenOf({ travel_times: [{ travel_time: late }, { travel_time: early }], timezone })).toEqual({
      kind: 'departures',
      first: new Date(early),
      last: new Date(late),
      timezone,
    });
  });

  test('given one departure, or a chosen one, then its moment', () => {
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

  test('given merchandise, or a journey whose coaches have all left, then never', () => {
    expect(whenOf({ travel_time: null, travel_times: [], timezone })).toBeNull();
    expect(whenOf({})).toBeNull();
  });
});

test.each([
  ['midnight', '2027-07-24T22:00:00.000Z', '2027-07-24T16:00:00.000Z'],
  ['five in the morning', '2027-07-25T03:00:00.000Z', '2027-07-24T21:00:00.000Z'],
  ['noon of the next day', '2027-07-25T10:00:00.000Z', '2027-07-25T04:00:00.000Z'],
  ['an hour after it starts', '2027-07-24T10:00:00.000Z', saturday.validFrom],
])('given an end at %s, then its last day is the one on which it is still night or day', (_, ends, last) => {
  expect(lastDay(new Date(saturday.validFrom), new Date(ends))).toEqual(new Date(last));
});

test('given a day in the last three or the next nine months, then its year is obvious', () => {
  const day = new Date(fest.starts_at);
  expect(isYearObvious(day, new Date('2026-11-22T12:00:00.000Z'))).toBe(true);
  expect(isYearObvious(day, new Date('2027-10-01T12:00:00.000Z'))).toBe(true);
  expect(isYearObvious(day, new Date('2026-09-22T12:00:00.000Z'))).toBe(false);
  expect(isYearObvious(day, new Date('2027-11-01T12:00:00.000Z'))).toBe(false);
});
