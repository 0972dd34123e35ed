import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { entryNotes } from './entry-notes.ts';

test.each([
  [{ kind: 'event', code: 'SLK-1' }, 'Order SLK-1'],
  [{ kind: 'departure', code: 'SLK-1', tickets: 1, isJourney: false }, 'Order SLK-1.'],
  [
    { kind: 'departure', code: 'SLK-1', tickets: 2, isJourney: true },
    'Order SLK-1, 2 tickets. Be at the meeting point 30 minutes before travel.',
  ],
] as const)('the notes of %j are %j', (notes, words) => {
  expect(entryNotes(notes, ENGLISH)).toBe(words);
});
