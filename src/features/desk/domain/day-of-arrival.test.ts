import { expect, test } from 'vitest';
import { whyNotArrived } from './day-of-arrival.ts';

const now = new Date('2026-11-20T10:00:00Z');
const why = (received: string, placed: string | null, { isBeforeOrder = false } = {}) =>
  whyNotArrived(
    {
      receivedAt: new Date(received),
      placedAt: placed === null ? null : new Date(placed),
      isBeforeOrder,
      timezone: 'Europe/Zagreb',
    },
    now,
  )?.kind ?? null;

test('money cannot arrive before the day its order was placed, in the shop’s time zone', () => {
  expect(why('1990-01-01T11:00:00Z', '2026-11-18T15:00:00Z')).toBe('before_order');
  expect(why('2026-11-17T11:00:00Z', '2026-11-17T23:30:00Z')).toBe('before_order');
  expect(why('2026-11-18T11:00:00Z', '2026-11-18T15:00:00Z')).toBeNull();
});

test('money may have arrived before its order if somebody confirms it, but at most two years ago', () => {
  const confirmed = { isBeforeOrder: true };
  expect(why('2026-11-17T11:00:00Z', '2026-11-18T15:00:00Z', confirmed)).toBeNull();
  expect(why('1990-01-01T11:00:00Z', '2026-11-18T15:00:00Z', confirmed)).toBe('too_long_ago');
});

test('an order that is older than two years can still be paid', () => {
  expect(why('2024-01-10T11:00:00Z', '2024-01-02T11:00:00Z')).toBeNull();
});

test('money without an order is at most two years old', () => {
  expect(why('1990-01-01T11:00:00Z', null)).toBe('too_long_ago');
  expect(why('2024-11-19T11:00:00Z', null)).toBe('too_long_ago');
  expect(why('2024-11-20T11:00:00Z', null)).toBeNull();
});

test('money cannot arrive tomorrow', () => {
  expect(why('2026-11-21T11:00:00Z', null)).toBe('in_future');
});
