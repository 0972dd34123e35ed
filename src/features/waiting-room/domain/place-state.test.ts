import { describe, expect, test } from 'vitest';
import { CALL_LASTS_MS } from './metering.ts';
import { placeState } from './place-state.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const open = { status: 'open' as const, opensAt: null, called: 10 };
const facts = { room: open, position: 11, calledAt: null, entry: null };

describe('a place', () => {
  test('waits in the hall until the opening, even if that is late', () => {
    const room = { ...open, status: 'scheduled' as const, opensAt: minutes(5) };
    expect(placeState({ ...facts, room }, NOW)).toEqual({ kind: 'hall', opensAt: minutes(5) });
    expect(placeState({ ...facts, room }, minutes(6)).kind).toBe('hall');
  });

  test('counts the people ahead, also during a pause', () => {
    expect(placeState(facts, NOW)).toEqual({ kind: 'waiting', ahead: 0, isPaused: false });
    expect(placeState({ ...facts, position: 15, room: { ...open, status: 'paused' } }, NOW)).toEqual({
      kind: 'waiting',
      ahead: 4,
      isPaused: true,
    });
  });

  test('may enter for ten minutes after its call, and then its turn has passed', () => {
    const called = { ...facts, position: 10, calledAt: NOW };
    const until = new Date(NOW.getTime() + CALL_LASTS_MS);
    expect(placeState(called, NOW)).toEqual({ kind: 'called', until });
    expect(placeState(called, new Date(until.getTime() - 1)).kind).toBe('called');
    expect(placeState(called, until)).toEqual({ kind: 'passed' });
  });

  test('without a cart is inside until the entry’s time ends', () => {
    const entry = { endsAt: minutes(10), cart: 'none' as const };
    expect(placeState({ ...facts, position: 10, calledAt: NOW, entry }, NOW)).toEqual({
      kind: 'inside',
      until: minutes(10),
      hasCart: false,
    });
    expect(placeState({ ...facts, entry }, minutes(10))).toEqual({ kind: 'ended' });
  });

  test('with a cart is inside as long as the cart is open, and never again', () => {
    expect(placeState({ ...facts, entry: { endsAt: minutes(10), cart: 'open' } }, minutes(20)).kind).toBe('inside');
    expect(placeState({ ...facts, entry: { endsAt: minutes(10), cart: 'over' } }, NOW)).toEqual({ kind: 'ended' });
  });
});
