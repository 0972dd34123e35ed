import { expect, test } from 'vitest';
import { isEveryTimeSoldOut, isJourney, mayChoose, seatNote } from './travel-time-choice.ts';

const full = { id: 'full', remaining: 0 };
const three = { id: 'three', remaining: 3 };
const unlimited = { id: 'unlimited', remaining: null };

test('a departure without seats is sold out and cannot be chosen', () => {
  expect(mayChoose(full, null)).toBe(false);
  expect(seatNote(full, null)).toEqual({ kind: 'sold_out' });
});

test('the number of seats left is shown after the time, unless seats are unlimited', () => {
  expect([three, unlimited].map((departure) => mayChoose(departure, null))).toEqual([true, true]);
  expect(seatNote(three, null)).toEqual({ kind: 'seats_left', count: 3 });
  expect(seatNote(unlimited, null)).toBeNull();
});

test('a ticket that has the last seat itself can keep its time', () => {
  expect(mayChoose(full, 'full')).toBe(true);
  expect(seatNote(full, 'full')).toEqual({ kind: 'own_time' });
});

test('every time is sold out if no departure has a seat', () => {
  expect(isEveryTimeSoldOut([full], null)).toBe(true);
  expect(isEveryTimeSoldOut([], null)).toBe(true);
  expect(isEveryTimeSoldOut([full], 'full')).toBe(false);
  expect(isEveryTimeSoldOut([full, three], null)).toBe(false);
});

test('a transport ticket is a journey, and so is a ticket with any travel time', () => {
  expect(isJourney({ type: 'transport', travelTimeType: null })).toBe(true);
  expect(isJourney({ type: 'addon', travelTimeType: 'fixed' })).toBe(true);
  expect(isJourney({ type: 'ticket', travelTimeType: null })).toBe(false);
});
