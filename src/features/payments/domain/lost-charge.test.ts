import { expect, test } from 'vitest';
import { lostCharge } from './lost-charge.ts';

const charged = new Date('2026-12-20T08:00:00Z');

test('a charge whose answer was lost is repeated after ever longer pauses, for less than a day', () => {
  const repeated: string[] = [];
  let now = charged;
  for (let next = lostCharge(charged, now); next.kind !== 'unclear'; next = lostCharge(charged, now)) {
    repeated.push(`${next.kind} ${now.toISOString().slice(8, 16)}`);
    now = next.nextAt;
  }
  expect(repeated).toEqual([
    'repeat 20T08:00',
    'repeat 20T08:15',
    'repeat 20T08:30',
    'repeat 20T09:00',
    'repeat 20T10:00',
    'repeat 20T12:00',
    'repeat 20T16:00',
    'repeat 21T00:00',
  ]);
  expect(now.toISOString()).toBe('2026-12-21T08:00:00.000Z');
});

test('a charge is not repeated once its provider may have forgotten it', () => {
  expect(lostCharge(charged, new Date('2026-12-21T06:59:59Z')).kind).toBe('repeat');
  expect(lostCharge(charged, new Date('2026-12-21T07:00:00Z'))).toEqual({
    kind: 'wait',
    nextAt: new Date('2026-12-21T08:00:00Z'),
  });
  expect(lostCharge(charged, new Date('2026-12-21T08:00:00Z'))).toEqual({ kind: 'unclear' });
});
