import { expect, test } from 'vitest';
import type { OpenedOrder } from '#features/portal/contract.ts';
import { orderOfPath, withOpened } from './opened-orders.ts';

test.each([
  ['/portal/orders/SLK-2H9C', { order_id: 'SLK-2H9C' }],
  ['/portal/orders/SLK-2H9C/confirmation', { order_id: 'SLK-2H9C' }],
  ['/portal/orders/SLK-2H9C/manage-ticket/ABCD', { order_id: 'SLK-2H9C' }],
  ['/portal/tickets/SLK-2H9C', { order_id: 'SLK-2H9C' }],
  ['/portal/refunds/SLK-2H9C-R1/account', { refund_id: 'SLK-2H9C-R1' }],
  ['/portal', null],
  ['/portal/tickets/', null],
  // A link that works without a login leads to no page of the portal.
  ['/accept-tcs/SLK-2H9C/abc', null],
])('the page at %s shows the order %j', (path, wanted) => {
  expect(orderOfPath(path)).toEqual(wanted);
});

test('an order is found by its code and by those of its refunds', () => {
  const found = { order: { code: 'SLK-2H9C' }, refunds: [{ id: 'R1' }, { id: 'R2' }] } as unknown as OpenedOrder;
  const orders = withOpened(new Map(), { refund_id: 'R2' }, found, 3);
  expect([...orders.keys()].sort()).toEqual(['order SLK-2H9C', 'refund R1', 'refund R2']);
  expect(withOpened(orders, { order_id: 'OTHER' }, null, 3).get('order OTHER')).toEqual({ found: null, at: 3 });
});
