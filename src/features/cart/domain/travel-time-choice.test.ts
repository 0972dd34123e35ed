import { expect, test } from 'vitest';
import { isEveryTimeSoldOut, isJourney, mayChoose, seatNote } from './travel-time-choice.ts';

const full = { id: 'full', remaining: 0 };
const three = { id: 'three', remaining: 3 };
const unlimited = { id: 'unlimited', remaining: null };

test('given a departure without seats, then it is sold out and cannot be chosen', () => {
  expect(mayChoose(full, null)).toBe(false);
  expect(seatNote(full, null)).toEqual({ kind: 'sold_out' });
});

test('the number of seats left is shown after the time, unless seats are unlimited', () => {
  expect([three, unlimited].map((departure) => mayChoose(departure, null))).toEqual([true, true]);
  expect(seatNote(three, null)).toEqual({ kind: 'seats_left', count: 3 });
  expect(seatNote(unlimited, null)).toBeNull();
});

test('given a ticket that has the last seat itself, then its time can still be chosen', () => {
  expect(mayChoose(full, 'full')).toBe(true);
  expect(seatNote(full, 'full')).toEqual({ kind: 'own_time' });
});

test('given no departure with a seat, or no departures at all, then every time is sold out', () => {
  expect(isEveryTimeSoldOut([full], null)).toBe(true);
  expect(isEveryTimeSoldOut([], null)).toBe(true);
  expect(isEveryTimeSoldOut([full], 'full')).toBe(false);
  expect(isEveryTimeSoldOut([full, three], null)).toBe(false);
});

test('given a transport ticket or any travel time, then it is a journey', () => {
  expect(isJourney({ type: 'transport', travelTimeType: null })).toBe(true);
  expect(isJourney({ type: 'addon', travelTimeType: 'fixed' })).toBe(true);
  expect(isJourney({ type: 'ticket', travelTimeType: null })).toBe(false);
});
