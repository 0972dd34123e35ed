import { expect, test } from 'vitest';
import { earliestBeginning, earliestEnd, isOver, timesOfUse } from './times-of-use.ts';

const fest = { id: '1', starts_at: '2027-07-22T10:00:00Z', ends_at: '2027-07-25T22:00:00Z' };
const [starts, ends] = [new Date(fest.starts_at), new Date(fest.ends_at)];
const departure = '2027-07-26T08:00:00Z';

test('a journey’s time is its departure, even if its event has other times', () => {
  const left = new Date(departure);
  expect(timesOfUse({ eventId: '1', travelTime: departure }, [fest])).toEqual({ begins: left, ends: left });
});

test('other tickets have their event’s times, but one for a part of the event ends with that part', () => {
  expect(timesOfUse({ eventId: '1', travelTime: null }, [fest])).toEqual({ begins: starts, ends });
  const friday = { eventId: '1', travelTime: null, validUntil: '2027-07-23T22:00:00Z' };
  expect(timesOfUse(friday, [fest])?.ends).toEqual(new Date('2027-07-23T22:00:00Z'));
});

test('merchandise and an item whose event is unknown have no time and are never over', () => {
  expect(timesOfUse({ eventId: null, travelTime: null }, [fest])).toBeNull();
  expect(timesOfUse({ eventId: '2', travelTime: null }, [fest])).toBeNull();
  expect(isOver(null, ends)).toBe(false);
});

test('an event is over at its end, not a millisecond earlier', () => {
  const times = { begins: starts, ends };
  expect(isOver(times, new Date(ends.getTime() - 1))).toBe(false);
  expect(isOver(times, ends)).toBe(true);
});

test('the earliest beginning and the earliest end are found, and items without a time are ignored', () => {
  const coach = timesOfUse({ eventId: '1', travelTime: '2027-07-22T07:00:00Z' }, [fest]);
  const all = [{ begins: starts, ends }, null, coach];
  expect(earliestBeginning(all)).toEqual(coach?.begins);
  expect(earliestEnd(all)).toEqual(coach?.ends);
  expect(earliestBeginning([null])).toBeNull();
});
