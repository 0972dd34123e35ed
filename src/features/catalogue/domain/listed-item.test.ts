import { expect, test } from 'vitest';
import { ENGLISH, languageOf } from '#kernel/language.ts';
import { speak } from '#kernel/text.ts';
import { availability, fewLeft } from './availability.ts';
import { blockingReason, cardAction } from './card-action.ts';
import { emptyCart, type ListedItem } from './listed-item.ts';
import {
  emptyListingText,
  featuredItems,
  filterListing,
  includesOutOfStockByDefault,
  typeFilterOptions,
} from './listing.ts';
import { planNote, priceNote } from './price-notes.ts';

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
  ['an item in stock', ticket, emptyCart, 'add_to_cart'],
  ['an item in stock, with others in the cart', ticket, fullCart, 'add_to_cart'],
  ['an item to be read first', { ...ticket, force_view: true }, emptyCart, 'view_product'],
  ['an item with a plan', plan, emptyCart, 'view_product'],
  ['an item with a plan, with a plan in the cart', plan, planCart, 'view_product'],
  ['an item in stock, with a plan in the cart', ticket, planCart, null],
  ['an item out of stock', { ...plan, in_stock: false, force_view: true }, planCart, 'out_of_stock'],
])('the card of %s', (_what, item, cart, action) => {
  expect(cardAction(item, cart)).toBe(action);
});

test('a plan in the cart blocks every item; a plan is blocked by anything in the cart', () => {
  expect(blockingReason(ticket, planCart)).toBe('plan_item_in_cart');
  expect(blockingReason(plan, planCart)).toBe('plan_item_in_cart');
  expect(blockingReason(plan, fullCart)).toBe('plan_item_alone');
  expect(blockingReason(plan, emptyCart)).toBeNull();
  expect(blockingReason(ticket, fullCart)).toBeNull();
});

test('the note under a price says what the price includes', () => {
  expect(priceNote({ fee: 1 })).toBe('(includes taxes and booking fee)');
  expect(priceNote({ fee: 0 })).toBe('(includes taxes)');
  expect(planNote(plan)).toBe('available on a payment plan with 4 installments');
  expect(planNote(ticket)).toBeNull();
});

test('availability says a number only when few are left', () => {
  const left = (stock_level: number | null, in_stock = true) => availability({ in_stock, stock_level });
  expect([left(null), left(11), left(10), left(1), left(0, false)]).toEqual([
    'In stock',
    'In stock',
    'Only 10 left',
    'Only 1 left',
    'Out of Stock',
  ]);
  expect(fewLeft({ in_stock: false, stock_level: 0 })).toBeNull();
});

test('the type filter names the types on sale in the plural, and appears only when there is a choice', () => {
  const labels = { ticket: 'Ticket', transport: 'Coach', addon: 'Extra', mug: 'Mug', print: 'Poster' };
  const options = typeFilterOptions(
    [ticket, { ...ticket, type: 'transport' }, ticket, { ...ticket, type: 'addon' }],
    labels,
  );
  expect(options.map((option) => option.label)).toEqual(['Tickets', 'Coaches', 'Extras']);
  expect(typeFilterOptions([ticket, ticket], labels)).toEqual([]);
  const merchandise = { ...ticket, shop_item_type: 'merchandise' as const };
  expect(
    typeFilterOptions(
      [
        { ...merchandise, type: 'print' },
        { ...merchandise, type: 'mug' },
      ],
      labels,
    ).map((option) => option.label),
  ).toEqual(['Mug', 'Poster']);
});

test('the type filter has the order of the shop’s own configuration, whatever item comes first, and what it does not name comes last', () => {
  const types = ['addon', 'parking', 'ticket', 'transport'];
  const options = typeFilterOptions(
    types.map((type) => ({ ...ticket, type })),
    { ticket: 'Ticket', transport: 'Coach', addon: 'Extra' },
  );
  expect(options.map((option) => option.label)).toEqual(['Tickets', 'Coaches', 'Extras', 'parkings']);
});

test('the suffixes are English: another language keeps the operator’s words, or takes those for several that the operator gave', () => {
  speak(languageOf('hr', {}));
  try {
    const options = typeFilterOptions([ticket, { ...ticket, type: 'transport' }], {
      ticket: 'Ulaznica',
      transport: 'Bus',
    });
    expect(options.map((option) => option.label)).toEqual(['Ulaznica', 'Bus']);
    const named = typeFilterOptions(
      [ticket, { ...ticket, type: 'transport' }],
      { ticket: 'Ulaznica', transport: 'Bus' },
      { ticket: 'Ulaznice' },
    );
    expect(named.map((option) => option.label)).toEqual(['Ulaznice', 'Bus']);
  } finally {
    speak(ENGLISH);
  }
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

test('featured is what is featured and in stock', () => {
  const featured = { ...ticket, is_featured: true };
  expect(featuredItems([ticket, featured, { ...featured, in_stock: false }])).toEqual([featured]);
});

test('an empty listing has the operator’s words, or the default', () => {
  expect(emptyListingText('Gone fishing.')).toBe('Gone fishing.');
  expect(emptyListingText(' ')).toBe('There are no items to show. Please check back again soon.');
});
