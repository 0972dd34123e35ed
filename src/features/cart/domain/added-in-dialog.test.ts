import { expect, test } from 'vitest';
import { addedInDialog, newLines } from './added-in-dialog.ts';

const line = (id: string) => ({ id, price: 7_000, fee: 600 });

test('the tickets added while the dialog is open are counted, with prices and fees', () => {
  const cart = [line('older'), line('a'), line('b')];
  expect(addedInDialog(['a', 'b'], cart)).toEqual({ count: 2, total: 15_200 });
});

test('only tickets that are still in the cart are counted', () => {
  expect(addedInDialog(['a', 'b'], [])).toEqual({ count: 0, total: 0 });
  expect(addedInDialog(['a', 'b', 'c'], [line('c')])).toEqual({ count: 1, total: 7_600 });
});

test('the lines that an answer adds are new, even in a cart that replaces another', () => {
  expect(newLines([line('a')], [line('a'), line('b')])).toEqual(['b']);
  expect(newLines([line('a')], [line('b')])).toEqual(['b']);
});
