import { describe, expect, test } from 'vitest';
import { canMoveItem, isInRefund } from '#features/tickets/domain/item-status.ts';
import { canMoveRefund, isAccepted, isUnfinished, itemStatusIn, refundStatuses } from './refund-status.ts';

const moves = refundStatuses.flatMap((from) =>
  refundStatuses.filter((to) => canMoveRefund(from, to)).map((to) => [from, to] as const),
);

test('a refund makes these transitions and no others', () => {
  expect(moves.map(([from, to]) => `${from} > ${to}`)).toEqual([
    'active > processing',
    'active > cancelled',
    'processing > problem',
    'processing > processed',
    'problem > processing',
    'processed > problem',
  ]);
});

describe('every transition of a refund', () => {
  test.each(moves)('from %s to %s is one that its items can follow', (from, to) => {
    expect(canMoveItem(itemStatusIn[from], itemStatusIn[to])).toBe(true);
  });
});

test('items are in a refund as long as it is not cancelled', () => {
  for (const status of refundStatuses) expect(isInRefund(itemStatusIn[status])).toBe(status !== 'cancelled');
});

test('a refund is unfinished until it is paid or cancelled', () => {
  expect(refundStatuses.filter(isUnfinished)).toEqual(['active', 'processing', 'problem']);
});

test('a refund is accepted once the operator starts it, whatever happens to it later', () => {
  expect(refundStatuses.filter(isAccepted)).toEqual(['processing', 'problem', 'processed']);
});
