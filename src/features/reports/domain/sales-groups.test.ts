import { expect, test } from 'vitest';
import { groupSales, NO_EVENT, type SalesGroup, SHIPPING, type SoldFigure, type SoldItem } from './sales-groups.ts';

const items: SoldItem[] = [
  { id: 1, code: 'pass', name: 'Pass', kind: 'tickets', event: { code: 'lark', name: 'Lark' } },
  { id: 2, code: 'tee', name: 'Tee', kind: 'merchandise', event: null },
];
const days = ['2027-01-03', '2027-01-04'];
const figures: SoldFigure[] = [
  { day: days[0]!, channel: 'Web shop', item: 1, orders: 0, units: 3, amount: 30_000 },
  { day: days[0]!, channel: 'Web shop', item: 2, orders: 0, units: 1, amount: 2_000 },
  { day: days[0]!, channel: 'Web shop', item: null, orders: 2, units: 0, amount: 500 },
  { day: days[0]!, channel: 'Phone', item: 1, orders: 0, units: 1, amount: 10_000 },
  { day: days[0]!, channel: 'Phone', item: null, orders: 1, units: 0, amount: 0 },
];
const grouped = (by: SalesGroup) => groupSales(figures, items, { by, days });

test('each way of grouping has the same sum', () => {
  const sums = (['day', 'week', 'month', 'item', 'event', 'channel'] as const).map((by) =>
    grouped(by).reduce((all, { sold }) => all + sold, 0),
  );
  expect(new Set(sums)).toEqual(new Set([42_500]));
});

test('days without a sale are included, and channels count their orders', () => {
  expect(grouped('day')).toEqual([
    { key: '2027-01-03', name: null, orders: 3, tickets: 4, goods: 1, sold: 42_500 },
    { key: '2027-01-04', name: null, orders: 0, tickets: 0, goods: 0, sold: 0 },
  ]);
  expect(grouped('channel').map(({ key, orders, sold }) => [key, orders, sold])).toEqual([
    ['Web shop', 2, 32_500],
    ['Phone', 1, 10_000],
  ]);
});

test('shipping has its own row among items and among events, and these rows do not count orders', () => {
  expect(grouped('item')).toEqual([
    { key: 'pass', name: 'Pass', orders: null, tickets: 4, goods: 0, sold: 40_000 },
    { key: 'tee', name: 'Tee', orders: null, tickets: 0, goods: 1, sold: 2_000 },
    { key: SHIPPING, name: null, orders: null, tickets: 0, goods: 0, sold: 500 },
  ]);
  expect(grouped('event').map(({ key, sold }) => [key, sold])).toEqual([
    ['lark', 40_000],
    [NO_EVENT, 2_000],
    [SHIPPING, 500],
  ]);
});
