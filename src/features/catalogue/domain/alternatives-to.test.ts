import { expect, test } from 'vitest';
import { alternativesTo } from './alternatives-to.ts';
import { emptyCart } from './listed-item.ts';

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
const codesOffered = (items: readonly ReturnType<typeof item>[], cart = emptyCart) =>
  alternativesTo(pass, items, cart).map(({ external_code }) => external_code);

test('up to three others of a sold-out item’s kind and event are offered in their order', () => {
  const others = ['friday', 'saturday', 'sunday', 'monday'].map((code) => item(code));
  expect(codesOffered([pass, ...others])).toEqual(['friday', 'saturday', 'sunday']);
});

test('for a sold-out coach, other items of the event are offered only if there is no other coach', () => {
  const offered = (...items: ReturnType<typeof item>[]) =>
    alternativesTo(item('coach', { type: 'transport', in_stock: false }), items, emptyCart).map(
      (one) => one.external_code,
    );
  const [other, tent, lodge] = [
    item('coach-2', { type: 'transport' }),
    item('tent', { type: 'addon' }),
    item('lodge', { type: 'addon', event_id: '2' }),
  ];
  expect(offered(item('saturday'), tent, lodge)).toEqual(['saturday', 'tent']);
  expect(offered(item('saturday'), tent, lodge, other)).toEqual(['coach-2']);
});

test('for an item without an event, only its own kind is offered', () => {
  const poster = item('poster', { type: 'print', event_id: null });
  const shirt = item('shirt', { type: 'apparel', event_id: null });
  expect(alternativesTo(shirt, [poster], emptyCart)).toEqual([]);
});

test('an entry ticket is not replaced by another kind, another event, a plan or a sold-out item', () => {
  expect(
    codesOffered([
      item('coach', { type: 'transport' }),
      item('other event', { event_id: '2' }),
      item('sold out', { in_stock: false }),
      item('plan', { has_payment_plan: true }),
      item('to be viewed', { force_view: true }),
    ]),
  ).toEqual([]);
});

test('nothing is offered with a plan in the cart', () => {
  expect(codesOffered([item('saturday')], { isEmpty: false, hasPaymentPlanItem: true })).toEqual([]);
});
