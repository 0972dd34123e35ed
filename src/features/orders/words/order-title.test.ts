import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { anOrder, aPurchase, aTicket } from '../testing.ts';
import { orderTitle } from './order-title.ts';

test.each([
  ['one item is named', anOrder(), 'Festival Pass'],
  [
    'several items are named by the first ticket and the number of others',
    anOrder({ tickets: [aTicket(), aTicket()], merchandisePurchases: [aPurchase()] }),
    'Festival Pass and 2 more',
  ],
  ['an order without items is named by its code', anOrder({ tickets: [] }), 'Order SLK-2H9C4T'],
])('%s', (_, order, title) => {
  expect(orderTitle(ENGLISH, order)).toBe(title);
});
