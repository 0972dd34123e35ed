import { expect, test } from 'vitest';
import { canMoveItem, isInRefund, itemStatuses, itemTransitions, openRefundOf } from './item-status.ts';

test.each([
  ['active', 'refund', true],
  ['active', 'refunding', false],
  ['active', 'refunded', false],
  ['refund', 'active', true],
  ['refunding', 'active', false],
  ['refund', 'cancelled', false],
  ['cancelled', 'active', true],
] as const)('an item moves from %s to %s: %s', (from, to, moves) => expect(canMoveItem(from, to)).toBe(moves));

test('a refunded item changes only if the bank returns the money', () => {
  expect(itemStatuses.filter((to) => canMoveItem('refunded', to))).toEqual(['refund-problem']);
});

test('an item becomes active again only before its refund is under way, or if it was cancelled', () => {
  expect(itemStatuses.filter((from) => canMoveItem(from, 'active'))).toEqual(['refund', 'cancelled']);
});

test('every item in a refund can reach its end', () => {
  const inRefund = itemStatuses.filter(isInRefund);
  expect(inRefund).toEqual(['refund', 'refunding', 'refund-problem', 'refunded']);
  for (const status of inRefund.filter((one) => one !== 'refunded')) {
    expect(itemTransitions[status].some((next) => next === 'active' || isInRefund(next))).toBe(true);
  }
});

test('an order’s refund counts as requested until the refund of an item has begun', () => {
  expect(openRefundOf(['active', 'refunded', 'cancelled'])).toBe('none');
  expect(openRefundOf(['active', 'refund'])).toBe('requested');
  for (const begun of ['refunding', 'refund-problem'] as const)
    expect(openRefundOf(['refund', begun])).toBe('under_way');
});
