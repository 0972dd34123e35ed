import { expect, test } from 'vitest';
import { mayMove, type RoomStatus, roomAhead, roomOf, roomPath } from './room.ts';

const room = (eventId: number | null, status: RoomStatus = 'open') => ({ eventId, status });

test('an event’s own room is in front of its items, otherwise the shop’s', () => {
  const [shop, ofEvent] = [room(null), room(7)];
  expect(roomOf([shop, ofEvent], 7)).toBe(ofEvent);
  expect(roomOf([shop, ofEvent], 8)).toBe(shop);
  expect(roomOf([shop, ofEvent], null)).toBe(shop);
  expect(roomOf([ofEvent], null)).toBeNull();
});

test('a room on standby or closed holds nobody back; a scheduled or paused one does', () => {
  expect(roomOf([room(null, 'standby'), room(7, 'closed')], 7)).toBeNull();
  expect(roomOf([room(null, 'scheduled')], 7)).not.toBeNull();
  expect(roomOf([room(7, 'paused')], 7)).not.toBeNull();
});

test('a closed room stays closed, and an opened one is never scheduled again', () => {
  for (const to of ['standby', 'scheduled', 'open', 'paused'] as const) expect(mayMove('closed', to)).toBe(false);
  for (const from of ['open', 'paused'] as const) expect(mayMove(from, 'scheduled')).toBe(false);
  expect(mayMove('scheduled', 'paused')).toBe(false);
  expect(mayMove('paused', 'open')).toBe(true);
});

test('the address is the same for every sale of an event', () => {
  expect(roomPath({ eventCode: null })).toBe('/waiting-room');
  expect(roomPath({ eventCode: 'sand & sea' })).toBe('/waiting-room/sand%20%26%20sea');
});

test('an announced room is ahead of its event’s items, until one of them is in the cart', () => {
  const [shop, larks] = [{ event_id: null }, { event_id: 'larks' }];
  const [pass, poster] = [{ event_id: 'larks' }, { event_id: null }];
  expect(roomAhead([], pass, [])).toBe(null);
  expect(roomAhead([larks], poster, [])).toBe(null);
  expect(roomAhead([shop, larks], pass, [])).toBe(larks);
  expect(roomAhead([shop, larks], pass, [poster])).toBe(larks);
  expect(roomAhead([shop, larks], pass, [{ event_id: 'larks' }])).toBe(null);
  expect(roomAhead([shop], pass, [poster])).toBe(null);
});
