import { expect, test } from 'vitest';
import { seatNote } from '#features/cart/domain/travel-time-choice.ts';
import { hasChoice, mayMoveTo } from './travel-time-options.ts';

const time = (id: string, remaining: number | null) => ({ id, travel_time: '2027-07-22T07:30:00Z', remaining });

test.each([
  [time('1', 3), true, { kind: 'seats_left', count: 3 }],
  [time('1', 0), false, { kind: 'sold_out' }],
  [time('1', null), true, null],
  [time('own', 3), false, { kind: 'own_time' }],
  [time('own', 0), false, { kind: 'own_time' }],
])('%j may be chosen: %s; the note beside it: %j', (choice, may, note) => {
  expect([mayMoveTo(choice, 'own'), seatNote(choice, 'own')]).toEqual([may, note]);
});

test('without another time that has a seat there is nothing to choose', () => {
  expect(hasChoice([time('own', 5), time('1', 0)], 'own')).toBe(false);
  expect(hasChoice([time('own', 5), time('1', 1)], 'own')).toBe(true);
  expect(hasChoice([], 'own')).toBe(false);
});
