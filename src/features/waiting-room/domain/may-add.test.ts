import { describe, expect, test } from 'vitest';
import { mayAdd } from './may-add.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const cart = { firstAddedAt: minutes(-10), hasItemBehindRoom: true, hasEntry: false };
const entry = { endsAt: minutes(10), isUsed: false };
const facts = { holdsSince: NOW, cart: null, entry: null };

describe('with a waiting room in front of an item', () => {
  test('nobody begins a cart without an entry', () => {
    expect(mayAdd(facts, NOW)).toEqual({ ok: false, error: { kind: 'no_entry' } });
  });

  test('an entry begins one cart, until its time ends', () => {
    expect(mayAdd({ ...facts, entry }, NOW)).toEqual({ ok: true, value: 'uses_entry' });
    expect(mayAdd({ ...facts, entry }, minutes(10))).toEqual({ ok: false, error: { kind: 'entry_ended' } });
    expect(mayAdd({ ...facts, entry: { ...entry, isUsed: true } }, NOW)).toEqual({
      ok: false,
      error: { kind: 'entry_used' },
    });
  });

  test('a cart that was begun with an entry continues, even after its time and without the place', () => {
    expect(mayAdd({ ...facts, cart: { ...cart, firstAddedAt: minutes(1), hasEntry: true } }, minutes(30))).toEqual({
      ok: true,
      value: 'continues',
    });
  });

  test('a cart continues only if it had an item behind the room before that held people back', () => {
    expect(mayAdd({ ...facts, cart }, NOW)).toEqual({ ok: true, value: 'continues' });
    expect(mayAdd({ ...facts, cart: { ...cart, hasItemBehindRoom: false } }, NOW).ok).toBe(false);
    expect(mayAdd({ ...facts, cart: { ...cart, firstAddedAt: minutes(1) } }, minutes(2)).ok).toBe(false);
  });

  test('a cart with other items may use an entry', () => {
    expect(mayAdd({ ...facts, cart: { ...cart, hasItemBehindRoom: false }, entry }, NOW)).toEqual({
      ok: true,
      value: 'uses_entry',
    });
  });
});
