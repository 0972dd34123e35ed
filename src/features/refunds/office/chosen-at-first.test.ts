import { expect, test } from 'vitest';
import { chosenAtFirst } from './chosen-at-first.ts';

const order = (left: readonly boolean[], isPlan = false) => ({
  is_plan: isPlan,
  items: left.map((isLeft, index) => ({ line: index + 1, is_left: isLeft })),
});

test('the only item that can be refunded is chosen', () => {
  expect(chosenAtFirst(order([true]), [])).toEqual([1]);
  expect(chosenAtFirst(order([false, true]), [])).toEqual([2]);
});

test('of several items only the wanted ones are chosen, and all of a plan', () => {
  expect(chosenAtFirst(order([true, true, false]), [])).toEqual([]);
  expect(chosenAtFirst(order([true, true, false]), [2, 3])).toEqual([2]);
  expect(chosenAtFirst(order([true, true, false], true), [])).toEqual([1, 2]);
});
