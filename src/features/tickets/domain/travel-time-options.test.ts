import { expect, test } from 'vitest';
import { hasChoice, mayMoveTo, timeNote } from './travel-time-options.ts';

const time = (id: string, remaining: number | null) => ({ id, travel_time: '2027-07-22T07:30:00Z', remaining });

test.each([
  [time('1', 3), true, '3'],
  [time('1', 0), false, 'Sold out'],
  [time('1', null), true, null],
  [time('own', 3), false, 'your time now'],
  [time('own', 0), false, 'your time now'],
])('%j may be chosen: %s, with %j in brackets', (choice, may, note) => {
  expect([mayMoveTo(choice, 'own'), timeNote(choice, 'own')]).toEqual([may, note]);
});

test('without another time that has a seat there is nothing to choose', () => {
  expect(hasChoice([time('own', 5), time('1', 0)], 'own')).toBe(false);
  expect(hasChoice([time('own', 5), time('1', 1)], 'own')).toBe(true);
  expect(hasChoice([], 'own')).toBe(false);
});
