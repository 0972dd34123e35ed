import { expect, test } from 'vitest';
import { anOrder, aTicket } from '../testing.ts';
import { boughtItems, contentsOf } from './order-contents.ts';

const at = (travel_time: string) => ({ product: 'Coach', external_code: 'coach', travel_time });
const poster = { merchandise: 'Poster', external_code: 'poster', shop_image: null };

test('an item is listed once for each departure, with its count', () => {
  const order = {
    tickets: [aTicket(), aTicket(), aTicket(at('2027-07-22T07:30:00Z')), aTicket(at('2027-07-23T08:00:00Z'))],
    cartProducts: [],
    merchandisePurchases: [poster],
    cartMerchandise: [poster],
  };
  expect(boughtItems(order).map(({ name, count }) => [name, count])).toEqual([
    ['Festival Pass', 2],
    ['Coach', 1],
    ['Coach', 1],
    ['Poster', 2],
  ]);
  expect(boughtItems(order)[1]!.dated.travel_time).toBe('2027-07-22T07:30:00Z');
  expect(contentsOf(order)).toMatchObject({ first: { name: 'Festival Pass' }, more: 5 });
});

test('nothing is listed for an order without items', () => {
  const empty = { ...anOrder(), tickets: [], cartProducts: [], merchandisePurchases: [], cartMerchandise: [] };
  expect(boughtItems(empty)).toEqual([]);
  expect(contentsOf(empty)).toEqual({ first: null, more: 0 });
});
