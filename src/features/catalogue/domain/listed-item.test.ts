import { expect, test } from 'vitest';
import { availability } from './availability.ts';
import { blockingReason, cardAction } from './card-action.ts';
import { emptyCart, type ListedItem } from './listed-item.ts';
import { featuredItems, filterListing, includesOutOfStockByDefault, typeFilterOptions } from './listing.ts';

const ticket: ListedItem = {
  shop_item_type: 'tickets',
  type: 'ticket',
  in_stock: true,
  stock_level: 20,
  is_featured: false,
  force_view: false,
  has_payment_plan: false,
  fee: 950,
  payment_plan: [],
};
const plan: ListedItem = {
  ...ticket,
  has_payment_plan: true,
  payment_plan: [{ amount: 5_450 }, { amount: 4_800 }, { amount: 4_800 }, { amount: 4_800 }],
};
const fullCart = { isEmpty: false, hasPaymentPlanItem: false };
const planCart = { isEmpty: false, hasPaymentPlanItem: true };

test.each([
  ['an item in stock', 'add_to_cart', ticket, emptyCart],
  ['an item in stock, with others in the cart', 'add_to_cart', ticket, fullCart],
  ['an item to be read first', 'view_product', { ...ticket, force_view: true }, emptyCart],
  ['an item with a plan', 'view_product', plan, emptyCart],
  ['an item with a plan, with a plan in the cart', 'view_product', plan, planCart],
  ['an item in stock, with a plan in the cart', null, ticket, planCart],
  ['an item out of stock', 'out_of_stock', { ...plan, in_stock: false, force_view: true }, planCart],
])('the action on the card for %s is %s', (_what, action, item, cart) => {
  expect(cardAction(item, cart)).toBe(action);
});

test('a plan in the cart blocks every item, and anything in the cart blocks a plan', () => {
  expect(blockingReason(ticket, planCart)).toBe('plan_item_in_cart');
  expect(blockingReason(plan, planCart)).toBe('plan_item_in_cart');
  expect(blockingReason(plan, fullCart)).toBe('plan_item_alone');
  expect(blockingReason(plan, emptyCart)).toBeNull();
  expect(blockingReason(ticket, fullCart)).toBeNull();
});

test('availability has a number only when few are left', () => {
  const left = (stock_level: number | null, in_stock = true) => availability({ in_stock, stock_level });
  expect([left(null), left(11), left(10), left(1), left(0, false)]).toEqual([
    { kind: 'in_stock' },
    { kind: 'in_stock' },
    { kind: 'few_left', count: 10 },
    { kind: 'few_left', count: 1 },
    { kind: 'out_of_stock' },
  ]);
});

test('the type filter appears only when there is a choice', () => {
  expect(typeFilterOptions([ticket, ticket], {})).toEqual([]);
  expect(typeFilterOptions([ticket, { ...ticket, type: 'transport' }, ticket], {})).toEqual([
    { type: 'ticket', kind: 'tickets' },
    { type: 'transport', kind: 'tickets' },
  ]);
});

test('the type filter follows the configuration’s order, with unconfigured types last', () => {
  const types = ['addon', 'parking', 'ticket', 'transport'];
  const options = typeFilterOptions(
    types.map((type) => ({ ...ticket, type })),
    { ticket: 'Ticket', transport: 'Coach', addon: 'Extra' },
  );
  expect(options.map(({ type }) => type)).toEqual(['ticket', 'transport', 'addon', 'parking']);
});

test('a listing filters by type and stock and keeps its order', () => {
  const coach = { ...ticket, type: 'transport' };
  const gone = { ...ticket, in_stock: false };
  const items = [gone, coach, ticket];
  expect(filterListing(items, { type: null, includesOutOfStock: true })).toEqual(items);
  expect(filterListing(items, { type: null, includesOutOfStock: false })).toEqual([coach, ticket]);
  expect(filterListing(items, { type: 'ticket', includesOutOfStock: true })).toEqual([gone, ticket]);
  expect([0, 1, 2].map(includesOutOfStockByDefault)).toEqual([false, true, true]);
});

test('only featured items in stock are shown on the home page', () => {
  const featured = { ...ticket, is_featured: true };
  expect(featuredItems([ticket, featured, { ...featured, in_stock: false }])).toEqual([featured]);
});
