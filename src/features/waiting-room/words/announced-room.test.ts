import { expect, test } from 'vitest';
import { languageOf } from '#kernel/language.ts';
import { announcedRoomWords } from './announced-room.ts';

const english = languageOf('en', {});
const settings = { locale: 'en', timezone: 'UTC' };
const OPENING = new Date('2027-01-22T10:00:00Z');
const open = { eventName: 'Sandlark 2027', opensAt: null, isPaused: false, aboutMinutes: 20 };
const wordsOf = (room: Parameters<typeof announcedRoomWords>[0], now = OPENING) =>
  announcedRoomWords(room, english, settings, now);

test('before the opening, a page says when it is, and that arriving early is no advantage', () => {
  const scheduled = { ...open, opensAt: OPENING, aboutMinutes: null };
  const { heading, lines, action } = wordsOf(scheduled, new Date('2027-01-20T10:00:00Z'));
  expect(heading).toBe('Sandlark 2027: the sale opens Fri 22 January, 10:00');
  expect(lines[0]).toContain('random position');
  expect(action).toBe('Wait for the opening');
  expect(wordsOf({ ...scheduled, eventName: null }, new Date('2026-01-20T10:00:00Z')).heading).toBe(
    'The sale opens Fri 22 January 2027, 10:00',
  );
});

test('while people are waiting, a page says how long the wait is, if that is known', () => {
  const lineOf = (more: Partial<typeof open>) => wordsOf({ ...open, ...more }).lines[0];
  expect(lineOf({})).toMatch(/About 20 minutes to wait\.$/);
  expect(lineOf({ aboutMinutes: 1 })).toMatch(/Less than a minute to wait\.$/);
  expect(lineOf({ aboutMinutes: null })).toMatch(/We cannot estimate the wait at the moment\.$/);
  expect(lineOf({ isPaused: true, aboutMinutes: null })).toMatch(/Nobody is being let in at the moment\.$/);
});

test('after the opening, a page that was loaded before it says nothing about the wait', () => {
  const { heading, lines } = wordsOf({ ...open, opensAt: OPENING, aboutMinutes: null }, OPENING);
  expect(heading).toBe('Sandlark 2027: there is a waiting room');
  expect(lines[0]).toMatch(/time to buy\.$/);
});
