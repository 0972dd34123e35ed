import { describe, expect, test } from 'vitest';
import {
  canMoveMovement,
  type MovementStatus,
  movementTransitions,
  statusByMovements,
  waysOf,
} from './movement-status.ts';

const of = (...statuses: MovementStatus[]) => statusByMovements(statuses.map((status) => ({ status })));

describe('a movement', () => {
  test('can fail after it was done, and is replaced only after it failed', () => {
    expect(canMoveMovement('done', 'failed')).toBe(true);
    for (const from of ['pending', 'done', 'replaced'] as const) expect(canMoveMovement(from, 'replaced')).toBe(false);
  });

  test('never becomes pending again', () => {
    for (const from of Object.keys(movementTransitions) as MovementStatus[]) {
      expect(canMoveMovement(from, 'pending')).toBe(false);
    }
  });
});

describe('a refund', () => {
  test('is done when all its money has moved', () => {
    expect(of('done', 'replaced', 'done')).toBe('processed');
    expect(of('done', 'pending')).toBe('processing');
  });

  test('has a problem as long as a movement has failed', () => {
    expect(of('done', 'failed', 'pending')).toBe('problem');
  });
});

test('a refund goes the chosen way until money moves, then the ways that have not failed', () => {
  const card = { gateway: 'stripe', status: 'done' } as const;
  const bank = { gateway: null, status: 'pending' } as const;
  expect(waysOf({ toCard: true }, [])).toEqual({ toCard: true, byBank: false });
  expect(waysOf({ toCard: false }, [])).toEqual({ toCard: false, byBank: true });
  expect(waysOf({ toCard: true }, [{ ...card, status: 'failed' }])).toEqual({ toCard: true, byBank: false });
  expect(waysOf({ toCard: true }, [{ ...card, status: 'replaced' }, bank])).toEqual({ toCard: false, byBank: true });
  expect(waysOf({ toCard: true }, [card, bank])).toEqual({ toCard: true, byBank: true });
});
