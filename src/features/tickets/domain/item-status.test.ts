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

test('a refunded item stays refunded, and only a request that is not yet at work can be taken back', () => {
  expect(itemStatuses.filter((to) => canMoveItem('refunded', to))).toEqual([]);
  expect(itemStatuses.filter((from) => canMoveItem(from, 'active'))).toEqual(['refund', 'cancelled']);
});

test('every way into a refund leads to its end', () => {
  const inRefund = itemStatuses.filter(isInRefund);
  expect(inRefund).toEqual(['refund', 'refunding', 'refund-problem', 'refunded']);
  for (const status of inRefund.filter((one) => one !== 'refunded')) {
    expect(itemTransitions[status].some((next) => next === 'active' || isInRefund(next))).toBe(true);
  }
});

test('an order has a refund that is requested until the operator begins one, whichever of its items it holds', () => {
  expect(openRefundOf(['active', 'refunded', 'cancelled'])).toBe('none');
  expect(openRefundOf(['active', 'refund'])).toBe('requested');
  for (const begun of ['refunding', 'refund-problem'] as const)
    expect(openRefundOf(['refund', begun])).toBe('under_way');
});
