import { expect, test } from 'vitest';
import { listColumns } from './list-columns.ts';
import { sortAfterPress, sortedColumns, sortIn, usualSort } from './list-sort.ts';
import { type SavedList, savedLists } from './saved-view.ts';

test('a list begins with the latest, except for refunds that wait and instalments that are due', () => {
  const usual = ([list, view]: [SavedList, string]) => usualSort(list, view);
  const lists: [SavedList, string][] = [
    ['/orders', 'waiting'],
    ['/money/refunds', 'to_decide'],
    ['/money/refunds', 'paid'],
    ['/money/plans', 'overdue'],
    ['/money/plans', 'all'],
  ];
  expect(lists.map(usual)).toEqual(['-placed', 'requested', '-requested', 'due', '-due']);
});

test('a list is sorted only by columns that it has, and that can be hidden', () => {
  for (const list of savedLists)
    for (const column of sortedColumns[list]) expect(Object.keys(listColumns[list])).toContain(column);
});

test('pressing a heading reverses its order, or puts the latest or highest of another column first', () => {
  const orders = { list: '/orders', view: 'all' } as const;
  expect(sortAfterPress(orders, '-placed', 'placed')).toBe('placed');
  expect(sortAfterPress(orders, 'placed', 'placed')).toBe('-placed');
  expect(sortAfterPress(orders, '-placed', 'total')).toBe('-total');
  expect(sortAfterPress(orders, '-total', 'total')).toBe('total');
  expect(sortAfterPress(orders, 'total', 'placed')).toBe('-placed');
});

test('a sort that the list does not have is ignored', () => {
  expect(sortIn('/orders', '-total')).toBe('-total');
  expect(sortIn('/orders', 'buyer')).toBeNull();
  expect(sortIn('/tickets', 'total')).toBeNull();
  expect(sortIn('/orders', '')).toBeNull();
});
