import { describe, expect, test } from 'vitest';
import { type OrderStatus, orderTransitions } from '#features/orders/domain/order-status.ts';
import { acceptNoticeOf, whyNotAccept } from './may-accept.ts';

const order = (paymentStatus: OrderStatus, changes: { isAccepted?: boolean; isFullyRefunded?: boolean } = {}) => ({
  paymentStatus,
  isAccepted: false,
  isFullyRefunded: false,
  ...changes,
});
const statuses = Object.keys(orderTransitions) as OrderStatus[];

describe('the terms', () => {
  test.each(statuses)('of an order that is %s can be accepted unless the order is over', (status) => {
    const isOver = status === 'cancelled' || status === 'abandoned';
    expect(whyNotAccept(order(status))).toEqual(isOver ? { kind: 'order_is_over' } : null);
  });

  test('cannot be accepted once everything was refunded', () => {
    expect(whyNotAccept(order('paid', { isFullyRefunded: true }))).toEqual({ kind: 'fully_refunded' });
  });

  test('can always be accepted again', () => {
    for (const status of statuses) {
      expect(whyNotAccept(order(status, { isAccepted: true, isFullyRefunded: true }))).toBeNull();
    }
  });
});

describe('the page of the link', () => {
  test('says thanks for accepted terms, unless the order has since ended', () => {
    expect(acceptNoticeOf(order('paid', { isAccepted: true }))).toBe('accepted');
    expect(acceptNoticeOf(order('cancelled', { isAccepted: true }))).toBe('order_is_over');
    expect(acceptNoticeOf(order('paid', { isAccepted: true, isFullyRefunded: true }))).toBe('fully_refunded');
  });

  test('has no notice while the terms can be accepted', () => {
    expect(acceptNoticeOf(order('pending'))).toBeNull();
    expect(acceptNoticeOf(order('abandoned'))).toBe('order_is_over');
  });
});
