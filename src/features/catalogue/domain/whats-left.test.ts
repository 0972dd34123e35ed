import { expect, test } from 'vitest';
import { emptyCart } from './listed-item.ts';
import { whatsLeft } from './whats-left.ts';

const item = (external_code: string, changes: object = {}) => ({
  external_code,
  shop_item_type: 'tickets' as const,
  type: 'ticket',
  event_id: '1',
  in_stock: true,
  stock_level: null,
  is_featured: false,
  force_view: false,
  has_payment_plan: false,
  fee: 0,
  payment_plan: [],
  ...changes,
});
const pass = item('pass', { in_stock: false });
const codesLeft = (items: readonly ReturnType<typeof item>[], cart = emptyCart) =>
  whatsLeft(pass, items, cart).map(({ external_code }) => external_code);

test('given an item is sold out, then up to three others of its kind and event are offered in their order', () => {
  const others = ['friday', 'saturday', 'sunday', 'monday'].map((code) => item(code));
  expect(codesLeft([pass, ...others])).toEqual(['friday', 'saturday', 'sunday']);
});

test('given another kind, another event, nothing left or a plan, then it is not offered', () => {
  expect(
    codesLeft([
      item('coach', { type: 'transport' }),
      item('other event', { event_id: '2' }),
      item('sold out', { in_stock: false }),
      item('plan', { has_payment_plan: true }),
      item('to be viewed', { force_view: true }),
    ]),
  ).toEqual([]);
});

test('given a plan in the cart, then nothing is offered', () => {
  expect(codesLeft([item('saturday')], { isEmpty: false, hasPaymentPlanItem: true })).toEqual([]);
});
